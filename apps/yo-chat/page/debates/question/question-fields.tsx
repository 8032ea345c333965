import type { QuestionKind } from '@sweatpants/roundtable/browser'
import { CheckField } from '../start/check-field.tsx'
import { Field } from '../start/field.tsx'
import type { QuestionDraft, QuestionProblems } from './question-draft.ts'
import { texts } from './texts.ts'

interface QuestionFieldsProps {
  draft: QuestionDraft
  problems: QuestionProblems
  /** The kinds to choose from; the empty one lets a model decide. */
  kinds: readonly (QuestionKind | '')[]
  onChange: (draft: QuestionDraft) => void
}

/** Which kind of question it is, and what its answers are compared with. */
export function QuestionFields({ draft, problems, kinds, onChange }: QuestionFieldsProps) {
  const { kind } = draft
  const change = (changed: Partial<QuestionDraft>) => onChange({ ...draft, ...changed })
  const line = (name: 'yes' | 'no' | 'unit' | 'quantity' | 'proposition', hint?: string, placeholder?: string) => (
    <Field label={texts[name]} hint={hint} problem={problems[name]}>
      {(control) => (
        <input
          {...control}
          placeholder={placeholder}
          value={draft[name]}
          onChange={(event) => change({ [name]: event.target.value })}
        />
      )}
    </Field>
  )
  return (
    <>
      <Field label={texts.kind}>
        {(control) => (
          <select
            {...control}
            value={kind}
            onChange={(event) => change({ kind: event.target.value as QuestionDraft['kind'] })}
          >
            {kinds.map((one) => (
              <option key={one} value={one}>
                {texts.kinds[one]}
              </option>
            ))}
          </select>
        )}
      </Field>
      {kind === 'proposition' && (
        <>
          {line('proposition', texts.propositionHint)}
          <div className="start-row">
            {line('yes', undefined, texts.yesExample)}
            {line('no', undefined, texts.noExample)}
          </div>
        </>
      )}
      {(kind === '' || kind === 'choice') && (
        <Field
          label={texts.answers}
          hint={kind === '' ? texts.answersHint : texts.choiceHint}
          problem={problems.options}
        >
          {(control) => (
            <textarea
              {...control}
              rows={3}
              placeholder={texts.answersExample}
              value={draft.options}
              onChange={(event) => change({ options: event.target.value })}
            />
          )}
        </Field>
      )}
      {kind === 'estimate' && (
        <div className="start-row">
          {line('unit', undefined, texts.unitExample)}
          {line('quantity', texts.quantityHint)}
        </div>
      )}
      {kind !== '' && (
        <CheckField
          label={texts.values}
          hint={texts.valuesHint}
          isChecked={draft.isValues}
          onChange={(isValues) => change({ isValues })}
        />
      )}
    </>
  )
}
