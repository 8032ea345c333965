import { Icon } from '../controls/icon.tsx'
import { texts } from './texts.ts'

/** Says which server a call belongs to, in a part of the card that the server cannot write. */
export function Origin({ origin }: { origin: string }) {
  return (
    <p className="card-origin">
      <Icon name="plug" />
      <span className="card-origin-kind">{texts.otherServer}</span>
      <span className="card-origin-name">{origin}</span>
    </p>
  )
}
