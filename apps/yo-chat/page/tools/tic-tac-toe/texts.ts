import type { GameResult } from '../../../tools/tic-tac-toe/tool.ts'

/** The texts of a game of tic-tac-toe. */
export const texts = {
  board: (mark: string) => `Tic-tac-toe, you are ${mark}`,
  yourTurn: (mark: string) => `Your turn. You are ${mark}.`,
  modelThinks: 'The model is thinking…',
  modelPlayed: (place: string) => `The model played ${place}.`,
  place: (row: number, column: number) => `row ${row}, column ${column}`,
  cell: (place: string, mark: string) => `${place}, ${mark}`,
  free: 'free',
  row: (row: number, marks: readonly string[]) => `Row ${row}: ${marks.join(', ')}.`,
  ends: {
    won: 'You won!',
    lost: 'The model won.',
    draw: 'It is a draw.',
    left: 'You left the game.',
  } satisfies Record<GameResult['outcome'], string>,
}
