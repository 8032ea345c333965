import { createMcpTool, type ExtendedMessage, type ToolContext } from '@sweatpants/framework'
import { z } from 'zod'
import { Board, emptyBoard, formatBoard, freeCells, isOver, Mark, other, place, turnOf, winnerOf } from './board.ts'
import { type Move, modelMove } from './model-move.ts'

const elicits = {
  pickMove: {
    response: z.object({ position: z.int().min(0).max(8).meta({ title: 'Your move' }) }),
    context: z.object({ board: Board, userMark: Mark, moveNumber: z.int() }),
    view: new URL('./pick-move.tsx', import.meta.url),
  },
}

/**
 * A game between a person and a model. The person's moves are questions, the model's are samples, and both become
 * exchanges in one history: the model sees how the game went, not just a board.
 */
export const tictactoe = createMcpTool('tictactoe')
  .description('Play a game of tic-tac-toe against the person')
  .parameters(z.object({ first: z.enum(['model', 'person']).optional() }))
  .requires({ elicitation: true, sampling: true })
  .elicits(elicits)
  .handoff({
    *before({ first }, ctx) {
      const modelBegins = first === undefined ? (yield* ctx.random()) < 0.5 : first === 'model'
      const modelMark: Mark = modelBegins ? 'X' : 'O'
      return { modelMark, userMark: other(modelMark) }
    },

    *client({ modelMark, userMark }, ctx) {
      const history: ExtendedMessage[] = []
      let board = emptyBoard()
      while (!isOver(board)) {
        const mark = turnOf(board)
        const move =
          mark === modelMark ? yield* modelMove(ctx, board, mark, history) : yield* userMove(ctx, board, userMark)
        if (move === undefined) return { board, finished: false }
        history.push(...move.messages)
        board = place(board, move.position, mark)
      }
      return { board, finished: true }
    },

    *after({ modelMark }, { board, finished }) {
      return `${describeEnd(board, finished, modelMark)}\n\n${formatBoard(board)}`
    },
  })
  .build()

type Context = ToolContext<typeof elicits>

/** The person's move, or undefined when they want no more. */
function* userMove(ctx: Context, board: Board, mark: Mark) {
  const free = freeCells(board)
  const plain = formatBoard(board)
  let message = `You are ${mark}. Where do you play?`
  for (;;) {
    const answer = yield* ctx.elicit('pickMove', {
      message,
      plain,
      board,
      userMark: mark,
      moveNumber: 10 - free.length,
    })
    if (answer.action !== 'accept') return undefined
    const { position } = answer.content
    if (free.includes(position)) {
      const messages = answer.exchange.withArguments((asked) => ({ ...asked, board: formatBoard(asked.board) }))
      return { position, messages } satisfies Move
    }
    message = `${position} is taken. Please play one of ${free.join(', ')}.`
  }
}

function describeEnd(board: Board, finished: boolean, modelMark: Mark): string {
  if (!finished) return 'The person left the game.'
  const winner = winnerOf(board)
  if (winner === undefined) return 'The game is a draw.'
  return winner === modelMark ? `The model won as ${winner}.` : `The person won as ${winner}.`
}
