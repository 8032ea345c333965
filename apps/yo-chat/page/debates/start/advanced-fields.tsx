import type { Problems } from './check-draft.ts'
import { CheckField } from './check-field.tsx'
import type { Draft } from './draft.ts'
import { Field } from './field.tsx'
import { texts } from './texts.ts'

interface AdvancedFieldsProps {
  draft: Draft
  problems: Problems
  onChange: (change: Partial<Draft>) => void
}

/** The number of rounds, the budgets, and the possible answers. */
export function AdvancedFields({ draft, problems, onChange }: AdvancedFieldsProps) {
  return (
    <>
      <div className="start-row">
        <Field label={texts.rounds} problem={problems.rounds}>
          {(control) => (
            <input
              {...control}
              inputMode="numeric"
              value={draft.rounds}
              onChange={(event) => onChange({ rounds: event.target.value })}
            />
          )}
        </Field>
        <Field label={texts.tokens} hint={texts.tokensHint} problem={problems.tokens}>
          {(control) => (
            <input
              {...control}
              inputMode="numeric"
              placeholder={texts.noLimit}
              value={draft.tokens}
              onChange={(event) => onChange({ tokens: event.target.value })}
            />
          )}
        </Field>
        <Field label={texts.dollars} hint={texts.dollarsHint} problem={problems.dollars}>
          {(control) => (
            <input
              {...control}
              inputMode="decimal"
              placeholder={texts.noLimit}
              value={draft.dollars}
              onChange={(event) => onChange({ dollars: event.target.value })}
            />
          )}
        </Field>
      </div>
      <Field label={texts.answers} hint={texts.answersHint} problem={problems.answers}>
        {(control) => (
          <textarea
            {...control}
            rows={3}
            placeholder={texts.answersExample}
            value={draft.answers}
            onChange={(event) => onChange({ answers: event.target.value })}
          />
        )}
      </Field>
      <CheckField
        label={texts.endEarly}
        isChecked={draft.exitOnConsensus}
        onChange={(exitOnConsensus) => onChange({ exitOnConsensus })}
      />
    </>
  )
}
