import type { Offer } from '@sweatpants/roundtable/browser'
import { useId } from 'react'
import { IconButton } from '../../controls/icon-button.tsx'
import type { SeatDraft } from './choose-seats.ts'

interface SeatFieldProps {
  seat: SeatDraft
  number: number
  offer: Offer
  problem: string | undefined
  onChange: (seat: SeatDraft) => void
  onRemove: () => void
}

/** A value that no persona has. */
const WRITTEN = 'written'

export function SeatField({ seat, number, offer, problem, onChange, onRemove }: SeatFieldProps) {
  const id = useId()
  const { model, persona, isWritten } = seat
  const choose = (chosen: string) =>
    onChange({ ...seat, persona: chosen === WRITTEN ? '' : chosen, isWritten: chosen === WRITTEN })
  return (
    <li className="start-seat">
      <select
        aria-label={`Model of panellist ${number}`}
        value={model}
        onChange={(event) => onChange({ ...seat, model: event.target.value })}
      >
        {offer.candidates.map((candidate) => (
          <option key={candidate.model} value={candidate.model} disabled={!candidate.usable}>
            {candidate.usable ? sayModel(candidate.model) : `${candidate.model} (cannot be used yet)`}
          </option>
        ))}
      </select>
      <select
        aria-label={`Persona of panellist ${number}`}
        value={isWritten ? WRITTEN : persona}
        title={persona}
        onChange={(event) => choose(event.target.value)}
      >
        <option value="">Any persona</option>
        {offer.personas.map((known) => (
          <option key={known.persona} value={known.persona}>
            {known.title}
          </option>
        ))}
        <option value={WRITTEN}>Write your own…</option>
      </select>
      <IconButton icon="trash" label={`Remove panellist ${number}`} onClick={onRemove} />
      {isWritten && (
        <textarea
          rows={2}
          aria-label={`Who panellist ${number} speaks as`}
          aria-invalid={problem !== undefined}
          aria-describedby={id}
          placeholder="A nurse who has worked nights for twenty years."
          value={persona}
          onChange={(event) => onChange({ ...seat, persona: event.target.value })}
        />
      )}
      <p id={id} className="problem">
        {problem}
      </p>
    </li>
  )
}

const sayModel = (model: string): string => (model === 'demo' ? 'Demo model (offline)' : model)
