import type { ViewProps } from '@sweatpants/framework'
import type { ticTacToe } from '../../../tools/tic-tac-toe/tool.ts'
import { moveByArrowKeys } from '../../controls/arrow-keys.ts'
import './board.css'

type BoardProps = ViewProps<typeof ticTacToe, 'pickMove'>

/** Where the person plays. */
export default function Board({ board, userMark, lastMove, onRespond, disabled = false, response }: BoardProps) {
  const shown = response === undefined ? board : board.with(response.position, userMark)
  const last = response?.position ?? lastMove
  const first = board.indexOf(null)
  return (
    <div className="game">
      <p className="game-turn">
        {disabled ? 'The model thinks…' : `Your turn. You are ${userMark}.`}
        {!disabled && lastMove !== null && ` The model played ${placeOf(lastMove)}.`}
      </p>
      <fieldset className="board" onKeyDown={moveByArrowKeys(3)}>
        <legend className="visually-hidden">Tic-tac-toe, you are {userMark}</legend>
        {shown.map((mark, position) => (
          <button
            // biome-ignore lint/suspicious/noArrayIndexKey: a cell is its place
            key={position}
            type="button"
            className="cell"
            data-arrow
            data-mark={mark ?? undefined}
            data-last={position === last || undefined}
            tabIndex={position === first ? 0 : -1}
            aria-label={`${placeOf(position)}, ${mark ?? 'free'}`}
            aria-disabled={disabled || mark !== null}
            onClick={() => !disabled && mark === null && onRespond({ position })}
          >
            {mark}
          </button>
        ))}
      </fieldset>
    </div>
  )
}

const placeOf = (position: number): string => `row ${Math.floor(position / 3) + 1}, column ${(position % 3) + 1}`
