import type { ViewProps } from '@sweatpants/framework'
import type { tictactoe } from './tool.ts'
import './pick-move.css'

/** The board; a click on a free cell is the person's move. */
export default function PickMove({
  board,
  userMark,
  onRespond,
  disabled = false,
  response,
}: ViewProps<typeof tictactoe, 'pickMove'>) {
  const shown = response === undefined ? board : board.with(response.position, userMark)
  return (
    <fieldset className="board" aria-label={`The board, you are ${userMark}`} disabled={disabled}>
      {shown.map((mark, position) => (
        <button
          key={position}
          type="button"
          className="cell"
          data-mark={mark ?? undefined}
          disabled={mark !== null}
          aria-label={`row ${Math.floor(position / 3) + 1}, column ${(position % 3) + 1}, ${mark ?? 'free'}`}
          onClick={() => onRespond({ position })}
        >
          {mark}
        </button>
      ))}
    </fieldset>
  )
}
