import type { ResultProps } from '@sweatpants/framework'
import type { ticTacToe } from '../../../tools/tic-tac-toe/tool.ts'
import { texts } from './texts.ts'
import './board.css'

type Game = ResultProps<typeof ticTacToe>['result']

/** The board at the end of a game. The cells that decided it are marked. */
export default function FinishedGame({ result: { outcome, board, line } }: ResultProps<typeof ticTacToe>) {
  return (
    <div className="game" data-outcome={outcome}>
      <p className="game-turn">{texts.ends[outcome]}</p>
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

function describe(board: Game['board']): string {
  const marks = board.map((mark) => mark ?? texts.free)
  return [0, 3, 6].map((start, row) => texts.row(row + 1, marks.slice(start, start + 3))).join(' ')
}
