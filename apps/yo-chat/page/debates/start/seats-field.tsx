import type { Offer } from '@sweatpants/roundtable/browser'
import { useId } from 'react'
import { Icon } from '../../controls/icon.tsx'
import type { Problems } from './check-draft.ts'
import { addSeat, type SeatDraft } from './choose-seats.ts'
import { SeatField } from './seat-field.tsx'
import { texts } from './texts.ts'
import { UnusableModels } from './unusable-models.tsx'

interface SeatsFieldProps {
  seats: readonly SeatDraft[]
  offer: Offer
  problems: Problems
  onChange: (seats: readonly SeatDraft[]) => void
}

export function SeatsField({ seats, offer, problems, onChange }: SeatsFieldProps) {
  const id = useId()
  const isFull = seats.length >= offer.limits.agents
  return (
    <fieldset className="start-group" aria-describedby={`${id}-problem`}>
      <legend>{texts.panel}</legend>
      <ol className="start-seats">
        {seats.map((seat, index) => (
          <SeatField
            key={seat.key}
            seat={seat}
            number={index + 1}
            offer={offer}
            problem={problems.personas.get(seat.key)}
            onChange={(changed) => onChange(seats.map((other) => (other.key === seat.key ? changed : other)))}
            onRemove={() => onChange(seats.filter((other) => other.key !== seat.key))}
          />
        ))}
      </ol>
      <p id={`${id}-problem`} className="problem">
        {problems.seats}
      </p>
      {seats.length === 1 && <p className="hint">{texts.alone}</p>}
      <div className="buttons">
        <button type="button" className="button" disabled={isFull} onClick={() => onChange(addSeat(seats, offer))}>
          <Icon name="plus" />
          {texts.addPanellist}
        </button>
      </div>
      <UnusableModels candidates={offer.candidates} />
    </fieldset>
  )
}
