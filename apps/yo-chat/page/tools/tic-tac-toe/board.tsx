import type { ViewProps } from '@sweatpants/framework'
import type { ticTacToe } from '../../../tools/tic-tac-toe/tool.ts'
import { moveByArrowKeys } from '../../controls/arrow-keys.ts'
import { texts } from './texts.ts'
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
        {disabled ? texts.modelThinks : texts.yourTurn(userMark)}
        {!disabled && lastMove !== null && ` ${texts.modelPlayed(placeOf(lastMove))}`}
      </p>
      <fieldset className="board" onKeyDown={moveByArrowKeys(3)}>
        <legend className="visually-hidden">{texts.board(userMark)}</legend>
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
            aria-label={texts.cell(placeOf(position), mark ?? texts.free)}
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

const placeOf = (position: number): string => texts.place(Math.floor(position / 3) + 1, (position % 3) + 1)
