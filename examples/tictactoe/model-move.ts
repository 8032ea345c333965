import type { ExtendedMessage, ToolContext } from '@sweatpants/framework'
import { type Board, formatBoard, freeCells, type Mark } from './board.ts'

/** A move, and the messages that led to it. */
export interface Move {
  position: number
  messages: ExtendedMessage[]
}

/** The model's move. What is wrong with it is said, three times at most; then it gets the first free cell. */
export function* modelMove(
  ctx: Pick<ToolContext, 'sample'>,
  board: Board,
  mark: Mark,
  history: readonly ExtendedMessage[],
) {
  const free = freeCells(board)
  const messages: ExtendedMessage[] = []
  let prompt = `You are ${mark}. The board:\n${formatBoard(board)}\nReply with one of ${free.join(', ')}.`
  for (let attempt = 1; attempt <= 3; attempt++) {
    const response = yield* ctx.sample({ messages: [...history, ...messages, { role: 'user', content: prompt }] })
    messages.push(...response.exchange.messages)
    const position = Number(/\d+/.exec(response.text)?.[0])
    if (free.includes(position)) return { position, messages } satisfies Move
    prompt = `That is not a free cell. Reply with one of ${free.join(', ')}, and nothing else.`
  }
  return { position: free[0]!, messages } satisfies Move
}
