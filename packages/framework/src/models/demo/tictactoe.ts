export type Mark = 'X' | 'O'

/** Nine cells in the order in which one reads; an empty one is null. */
export type Board = readonly (Mark | null)[]

const LINES = [
  [0, 1, 2],
  [3, 4, 5],
  [6, 7, 8],
  [0, 3, 6],
  [1, 4, 7],
  [2, 5, 8],
  [0, 4, 8],
  [2, 4, 6],
] as const

export const otherMark = (mark: Mark): Mark => (mark === 'X' ? 'O' : 'X')

export const freeCells = (board: Board): number[] => board.flatMap((mark, cell) => (mark === null ? cell : []))

const hasWon = (board: Board, mark: Mark): boolean => LINES.some((line) => line.every((cell) => board[cell] === mark))

export const isOver = (board: Board): boolean =>
  freeCells(board).length === 0 || hasWon(board, 'X') || hasWon(board, 'O')

/** Who is to move, where nobody says: X begins, then they take turns. */
export const turnOf = (board: Board): Mark =>
  board.filter((mark) => mark === 'X').length > board.filter((mark) => mark === 'O').length ? 'O' : 'X'

/** A move that loses to nobody: it wins as soon as it can, and loses as late as it must. */
export function bestMove(board: Board, mark: Mark): number {
  const rated = freeCells(board).map((cell) => ({
    cell,
    score: -scoreOf(board.with(cell, mark), otherMark(mark)),
  }))
  return rated.reduce((best, move) => (move.score > best.score ? move : best)).cell
}

/** There are a few thousand boards in all; each is thought about once. */
const scores = new Map<string, number>()

/** How a game ends for whoever is to move, when both play well. */
function scoreOf(board: Board, mark: Mark): number {
  const free = freeCells(board)
  if (hasWon(board, otherMark(mark))) return -1 - free.length
  if (free.length === 0) return 0
  const key = board.map((cell) => cell ?? '.').join('') + mark
  const known = scores.get(key)
  if (known !== undefined) return known
  const score = Math.max(...free.map((cell) => -scoreOf(board.with(cell, mark), otherMark(mark))))
  scores.set(key, score)
  return score
}
