import type { Problems } from './check-draft.ts'
import { CheckField } from './check-field.tsx'
import type { Draft } from './draft.ts'
import { Field } from './field.tsx'

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
        <Field label="Rounds" problem={problems.rounds}>
          {(control) => (
            <input
              {...control}
              inputMode="numeric"
              value={draft.rounds}
              onChange={(event) => onChange({ rounds: event.target.value })}
            />
          )}
        </Field>
        <Field label="Token budget" hint="In and out, together" problem={problems.tokens}>
          {(control) => (
            <input
              {...control}
              inputMode="numeric"
              placeholder="No limit"
              value={draft.tokens}
              onChange={(event) => onChange({ tokens: event.target.value })}
            />
          )}
        </Field>
        <Field label="Dollar budget" hint="Where a price is known" problem={problems.dollars}>
          {(control) => (
            <input
              {...control}
              inputMode="decimal"
              placeholder="No limit"
              value={draft.dollars}
              onChange={(event) => onChange({ dollars: event.target.value })}
            />
          )}
        </Field>
      </div>
      <Field
        label="Possible answers"
        hint="One per line, if the question is a choice. Leave it empty for an open question."
        problem={problems.answers}
      >
        {(control) => (
          <textarea
            {...control}
            rows={3}
            placeholder={'Yes\nNo\nOnly at weekends'}
            value={draft.answers}
            onChange={(event) => onChange({ answers: event.target.value })}
          />
        )}
      </Field>
      <CheckField
        label="End early when another round would not change the answer"
        isChecked={draft.exitOnConsensus}
        onChange={(exitOnConsensus) => onChange({ exitOnConsensus })}
      />
    </>
  )
}
