import type { Offer } from '@sweatpants/roundtable/browser'
import { useId } from 'react'
import { IconButton } from '../../controls/icon-button.tsx'
import type { SeatDraft } from './choose-seats.ts'
import { texts } from './texts.ts'

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
        aria-label={texts.modelOf(number)}
        value={model}
        onChange={(event) => onChange({ ...seat, model: event.target.value })}
      >
        {offer.candidates.map((candidate) => (
          <option key={candidate.model} value={candidate.model} disabled={!candidate.usable}>
            {candidate.usable ? sayModel(candidate.model) : texts.notAvailable(candidate.model)}
          </option>
        ))}
      </select>
      <select
        aria-label={texts.personaOf(number)}
        value={isWritten ? WRITTEN : persona}
        title={persona}
        onChange={(event) => choose(event.target.value)}
      >
        <option value="">{texts.noPersona}</option>
        {offer.personas.map((known) => (
          <option key={known.persona} value={known.persona}>
            {known.title}
          </option>
        ))}
        <option value={WRITTEN}>{texts.writePersona}</option>
      </select>
      <IconButton icon="trash" label={texts.removePanellist(number)} onClick={onRemove} />
      {isWritten && (
        <textarea
          rows={2}
          aria-label={texts.personaField(number)}
          aria-invalid={problem !== undefined}
          aria-describedby={id}
          placeholder={texts.personaExample}
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

export const sayModel = (model: string): string => (model === 'demo' ? texts.demoModel : model)
