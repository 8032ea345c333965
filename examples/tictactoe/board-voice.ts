import type { Voice } from '@sweatpants/demo-model'
import { type Board, freeCells, isOver, Mark, other, parseBoard, place, winnerOf } from './board.ts'

/** Lets the demo model answer the prompts of `modelMove`. It never loses. */
export const boardVoice: Voice = {
  ability: 'play tic-tac-toe',
  read({ message }) {
    const mark = Mark.safeParse(/^You are (.)\. The board:/.exec(message)?.[1])
    const board = parseBoard(message)
    if (!mark.success || board === undefined || isOver(board)) return undefined
    return { answer: { type: 'data', value: bestMove(board, mark.data) } }
  },
}

/** Returns a move that wins as early or loses as late as possible. */
function bestMove(board: Board, mark: Mark): number {
  const moves = freeCells(board).map((cell) => ({ cell, score: -scoreOf(place(board, cell, mark), other(mark)) }))
  return moves.reduce((best, move) => (move.score > best.score ? move : best)).cell
}

/** Scores by board and mark: there are a few thousand, and each is computed once. */
const scores = new Map<string, number>()

/** Returns how the game ends for the mark that is to move, if both sides play well. */
function scoreOf(board: Board, mark: Mark): number {
  const free = freeCells(board)
  if (winnerOf(board) === other(mark)) return -1 - free.length
  if (free.length === 0) return 0
  const key = board.map((cell) => cell ?? '.').join('') + mark
  const known = scores.get(key)
  if (known !== undefined) return known
  const score = Math.max(...free.map((cell) => -scoreOf(place(board, cell, mark), other(mark))))
  scores.set(key, score)
  return score
}
