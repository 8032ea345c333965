import type { ResultProps } from '@sweatpants/framework'
import type { ticTacToe } from '../../../tools/tic-tac-toe/tool.ts'
import './board.css'

type Game = ResultProps<typeof ticTacToe>['result']

const ENDS: Record<Game['outcome'], string> = {
  won: 'You won!',
  lost: 'The model won.',
  draw: 'A draw.',
  left: 'You left the game.',
}

/** The board at the end of a game. The cells that decided it are marked. */
export default function FinishedGame({ result: { outcome, board, line } }: ResultProps<typeof ticTacToe>) {
  return (
    <div className="game" data-outcome={outcome}>
      <p className="game-turn">{ENDS[outcome]}</p>
      <div className="board" role="img" aria-label={describe(board)}>
        {board.map((mark, position) => (
          <span
            // biome-ignore lint/suspicious/noArrayIndexKey: a cell is its place
            key={position}
            className="cell"
            data-mark={mark ?? undefined}
            data-line={line.includes(position) || undefined}
          >
            {mark}
          </span>
        ))}
      </div>
    </div>
  )
}

const describe = (board: Game['board']): string =>
  [0, 3, 6]
    .map(
      (start, row) =>
        `Row ${row + 1}: ${board
          .slice(start, start + 3)
          .map((mark) => mark ?? 'free')
          .join(', ')}.`,
    )
    .join(' ')
