import { expect, test } from 'vitest'
import {
  type Board,
  emptyBoard,
  formatBoard,
  freeCells,
  isOver,
  type Mark,
  parseBoard,
  place,
  turnOf,
  winnerOf,
} from './board.ts'
import { bestMove } from './player.ts'

/** Who wins when one side plays well and the other tries everything. */
function* endsOf(board: Board, player: Mark): Generator<Mark | undefined> {
  if (isOver(board)) return yield winnerOf(board)
  const mark = turnOf(board)
  const moves = mark === player ? [bestMove(board)] : freeCells(board)
  for (const position of moves) yield* endsOf(place(board, position, mark), player)
}

test.each(['X', 'O'] as const)('the player never loses as %s, whatever the other side does', (player) => {
  const ends = new Set(endsOf(emptyBoard(), player))
  expect(ends).toEqual(new Set([player, undefined]))
})

test('a board that was written can be read', () => {
  const board = place(place(emptyBoard(), 4, 'X'), 8, 'O')
  expect(parseBoard(`The board:\n${formatBoard(board)}\nYour turn.`)).toEqual(board)
  expect(parseBoard('There is no board here.')).toBeUndefined()
})
