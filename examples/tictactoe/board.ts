import { z } from 'zod'

export const Mark = z.enum(['X', 'O'])
export type Mark = z.infer<typeof Mark>

/** Nine cells, by position from 0 to 8; an empty one is null. */
export const Board = z.array(Mark.nullable()).length(9)
export type Board = z.infer<typeof Board>

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

export const emptyBoard = (): Board => Array(9).fill(null)

export const other = (mark: Mark): Mark => (mark === 'X' ? 'O' : 'X')

/** X begins, then they take turns. */
export const turnOf = (board: Board): Mark => (freeCells(board).length % 2 === 1 ? 'X' : 'O')

export const freeCells = (board: Board): number[] => board.flatMap((mark, position) => (mark === null ? position : []))

export const place = (board: Board, position: number, mark: Mark): Board => board.with(position, mark)

/** Three positions with the same mark. */
export const winningLine = (board: Board): readonly [number, number, number] | undefined =>
  LINES.find(([a, b, c]) => board[a] && board[a] === board[b] && board[a] === board[c])

export function winnerOf(board: Board): Mark | undefined {
  const line = winningLine(board)
  return line && (board[line[0]] ?? undefined)
}

export const isOver = (board: Board): boolean => winnerOf(board) !== undefined || freeCells(board).length === 0

/** Draws a board. Free cells show their position, so that a person and a model can both name one. */
export function formatBoard(board: Board): string {
  const cells = board.map((mark, position) => mark ?? position)
  return [0, 3, 6].map((row) => ` ${cells.slice(row, row + 3).join(' | ')}`).join('\n---+---+---\n')
}

/** Reads the last board that `formatBoard` drew in a text. */
export function parseBoard(text: string): Board | undefined {
  const rows = text.match(/^ [XO\d] \| [XO\d] \| [XO\d]$/gm) ?? []
  const cells = rows.slice(-3).flatMap((row) => row.match(/[XO\d]/g) ?? [])
  const parsed = Board.safeParse(cells.map((cell) => Mark.safeParse(cell).data ?? null))
  return parsed.data
}
