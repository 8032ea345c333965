import { Board } from '@sweatpants/example-tictactoe/board'
import { z } from 'zod'
import type { ToolView } from '../tool-views.ts'

const Game = z.object({ outcome: z.enum(['won', 'lost', 'draw', 'left']), board: Board })

const ENDS: Record<z.infer<typeof Game>['outcome'], string> = {
  won: 'You won!',
  lost: 'The model won.',
  draw: 'A draw.',
  left: 'You left the game.',
}

export const ticTacToeView: ToolView = {
  title: 'Tic-tac-toe',
  working: 'The model thinks…',
  decline: 'Leave the game',
  showResult(result) {
    const game = Game.safeParse(result)
    if (!game.success) return undefined
    const { outcome, board } = game.data
    return (
      <div className="game" data-outcome={outcome}>
        <p className="game-turn">{ENDS[outcome]}</p>
        <div className="board" role="img" aria-label={describe(board)}>
          {board.map((mark, position) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a cell is its place
            <span key={position} className="cell" data-mark={mark ?? undefined}>
              {mark}
            </span>
          ))}
        </div>
      </div>
    )
  },
}

const describe = (board: Board): string =>
  [0, 3, 6]
    .map(
      (start, row) =>
        `Row ${row + 1}: ${board
          .slice(start, start + 3)
          .map((mark) => mark ?? 'free')
          .join(', ')}.`,
    )
    .join(' ')
