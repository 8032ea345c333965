import type { Offer } from '@sweatpants/roundtable/browser'
import { QuestionFields } from '../question/question-fields.tsx'
import type { Problems } from './check-draft.ts'
import { CheckField } from './check-field.tsx'
import type { Draft } from './draft.ts'
import { Field } from './field.tsx'
import { sayModel } from './seat-field.tsx'
import { texts } from './texts.ts'

interface AdvancedFieldsProps {
  draft: Draft
  problems: Problems
  offer: Offer
  onChange: (change: Partial<Draft>) => void
}

const KINDS = ['', 'proposition', 'choice', 'estimate', 'open'] as const

/** The number of rounds, the budgets, the kind of question, who writes the answer, and what happens if a panellist fails. */
export function AdvancedFields({ draft, problems, offer, onChange }: AdvancedFieldsProps) {
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
      <QuestionFields
        draft={draft.question}
        problems={problems.question ?? {}}
        kinds={KINDS}
        onChange={(question) => onChange({ question })}
      />
      <Field label={texts.synthesizer} hint={texts.synthesizerHint}>
        {(control) => (
          <select
            {...control}
            value={draft.synthesizer}
            onChange={(event) => onChange({ synthesizer: event.target.value })}
          >
            <option value="">{texts.anyPanellist}</option>
            {offer.candidates
              .filter(({ usable }) => usable)
              .map(({ model }) => (
                <option key={model} value={model}>
                  {sayModel(model)}
                </option>
              ))}
            <option value="none">{texts.noSynthesizer}</option>
          </select>
        )}
      </Field>
      <CheckField
        label={texts.replaceFailed}
        isChecked={draft.replacesFailed}
        onChange={(replacesFailed) => onChange({ replacesFailed })}
      />
      <CheckField
        label={texts.endEarly}
        isChecked={draft.exitOnConsensus}
        onChange={(exitOnConsensus) => onChange({ exitOnConsensus })}
      />
    </>
  )
}
