import {
  Board,
  emptyBoard,
  formatBoard,
  freeCells,
  isOver,
  Mark,
  other,
  place,
  turnOf,
  winnerOf,
  winningLine,
} from '@sweatpants/example-tictactoe/board'
import { type Move, modelMove } from '@sweatpants/example-tictactoe/model-move'
import { createMcpTool, type ExtendedMessage, ToolContent, type ToolContext } from '@sweatpants/framework'
import { z } from 'zod'

const elicits = {
  pickMove: {
    response: z.object({ position: z.int().min(0).max(8).meta({ title: 'Your move' }) }),
    /** `lastMove` is where the model has just played. */
    context: z.object({ board: Board, userMark: Mark, lastMove: z.int().nullable() }),
    view: new URL('../../page/tools/tic-tac-toe/board.tsx', import.meta.url),
  },
}

/** How a game ended, as the person sees it. */
export interface GameResult {
  outcome: 'won' | 'lost' | 'draw' | 'left'
  board: Board
  userMark: Mark
  /** The positions of the three marks that decided it. */
  line: readonly number[]
}

/** A game against the model: the person's moves are questions, the model's are samples, and it sees how the game went. */
export const ticTacToe = createMcpTool('tictactoe')
  .description('Play a game of tic-tac-toe against the person')
  .parameters(z.object({ first: z.enum(['model', 'person']).optional() }))
  .requires({ elicitation: true, sampling: true })
  .elicits(elicits)
  .view(new URL('../../page/tools/tic-tac-toe/finished-game.tsx', import.meta.url))
  .execute(function* ({ first }, ctx) {
    const modelBegins = first === undefined ? (yield* ctx.random()) < 0.5 : first === 'model'
    const userMark: Mark = modelBegins ? 'O' : 'X'
    const history: ExtendedMessage[] = []
    let board = emptyBoard()
    let lastMove: number | null = null
    while (!isOver(board)) {
      const mark = turnOf(board)
      const isPerson = mark === userMark
      const move: Move | undefined = isPerson
        ? yield* personMove(ctx, { board, userMark, lastMove })
        : yield* modelMove(ctx, board, mark, history)
      if (move === undefined) return toResult({ outcome: 'left', board, userMark })
      history.push(...move.messages)
      board = place(board, move.position, mark)
      lastMove = isPerson ? null : move.position
    }
    return toResult({ outcome: outcomeOf(board, userMark), board, userMark })
  })
  .build()

type Context = ToolContext<typeof elicits>

/** Undefined when the person wants no more. */
function* personMove(ctx: Context, asked: z.infer<typeof elicits.pickMove.context>) {
  const free = freeCells(asked.board)
  const plain = formatBoard(asked.board)
  let message = `You are ${asked.userMark}. Where do you play?`
  for (;;) {
    const answer = yield* ctx.elicit('pickMove', { message, plain, ...asked })
    if (answer.action !== 'accept') return undefined
    const { position } = answer.content
    if (free.includes(position)) {
      const messages = answer.exchange.withArguments(({ board, userMark }) => ({ board: formatBoard(board), userMark }))
      return { position, messages } satisfies Move
    }
    message = `${position} is taken. Please play one of ${free.join(', ')}.`
  }
}

function outcomeOf(board: Board, userMark: Mark): GameResult['outcome'] {
  const winner = winnerOf(board)
  if (winner === undefined) return 'draw'
  return winner === userMark ? 'won' : 'lost'
}

/** The model reads a sentence and a board, the page gets the game. */
function toResult(game: Omit<GameResult, 'line'>): ToolContent<GameResult> {
  const { outcome, board, userMark } = game
  const ends: Record<GameResult['outcome'], string> = {
    won: `The person won as ${userMark}.`,
    lost: `The model won as ${other(userMark)}.`,
    draw: 'The game is a draw.',
    left: 'The person left the game.',
  }
  return new ToolContent([{ type: 'text', text: `${ends[outcome]}\n\n${formatBoard(board)}` }], false, {
    ...game,
    line: winningLine(board) ?? [],
  })
}
