import type { Offer } from '@sweatpants/roundtable/browser'
import { type FormEvent, type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { DemoPanel } from '../demo-panel.tsx'
import { AdvancedFields } from './advanced-fields.tsx'
import { checkDraft, isSound, type Problems } from './check-draft.ts'
import { isDemo } from './choose-seats.ts'
import { type Draft, toolsOf } from './draft.ts'
import { EvidenceFields } from './evidence-fields.tsx'
import { Field } from './field.tsx'
import { ModeField } from './mode-field.tsx'
import { SeatsField } from './seats-field.tsx'
import { texts } from './texts.ts'
import { useDebateDraft } from './use-debate-draft.ts'
import { useStart } from './use-start.ts'

interface StartFormProps {
  offer: Offer
  /** The suggestion of the address, which may be empty. */
  topic: string
}

const NO_PROBLEMS: Problems = { personas: new Map() }

export function StartForm({ offer, topic }: StartFormProps) {
  const form = useRef<HTMLFormElement>(null)
  const { draft, change } = useDebateDraft(offer, topic)
  const [tries, setTries] = useState(0)
  const [isOpen, setOpen] = useState(false)
  const { isStarting, refusal, start } = useStart(offer, topic)
  const problems = tries === 0 ? NO_PROBLEMS : checkDraft(draft, offer.limits)

  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (isStarting) return
    setTries(tries + 1)
    if (isSound(checkDraft(draft, offer.limits))) void start(draft)
  }
  const submitByKey = (event: KeyboardEvent) => {
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) form.current?.requestSubmit()
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: each try shows where the first problem is
  useEffect(() => form.current?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus(), [tries])

  return (
    <form ref={form} className="start-form" noValidate onSubmit={submit} onKeyDown={submitByKey}>
      <Field label={texts.question} hint={texts.questionHint} problem={problems.topic}>
        {(control) => (
          <textarea
            {...control}
            rows={3}
            required
            placeholder={texts.questionExample}
            value={draft.topic}
            onChange={(event) => change({ topic: event.target.value })}
          />
        )}
      </Field>
      {isDemo(
        draft.seats.map(({ model }) => model),
        offer,
      ) && <DemoPanel />}
      <details
        className="start-options"
        open={isOpen || hasProblemIn(problems)}
        onToggle={(event) => setOpen(event.currentTarget.open)}
      >
        <summary>{sayOptions(draft, offer)}</summary>
        <ModeField modes={offer.modes} mode={draft.mode} onChange={(mode) => change({ mode })} />
        <SeatsField seats={draft.seats} offer={offer} problems={problems} onChange={(seats) => change({ seats })} />
        <EvidenceFields draft={draft} offer={offer} onChange={change} />
        <AdvancedFields draft={draft} problems={problems} offer={offer} onChange={change} />
      </details>
      <p className="problem" role="alert">
        {refusal ?? (isSound(problems) ? '' : texts.problems.some)}
      </p>
      <div className="buttons">
        <button type="submit" className="button" data-kind="primary" aria-disabled={isStarting}>
          {isStarting ? texts.starting : texts.start}
        </button>
        <span className="hint">{sayCalls(draft)}</span>
      </div>
    </form>
  )
}

/** Whether a field below the question has a problem. */
const hasProblemIn = ({ topic: _, ...options }: Problems): boolean => !isSound(options)

/** The options in short. */
function sayOptions(draft: Draft, offer: Offer): string {
  const { mode, seats, rounds, files, webSearch } = draft
  const tools = toolsOf(draft, offer)
  const title = offer.modes.find(({ name }) => name === mode)?.title ?? mode
  return texts.options([
    title,
    texts.panellists(seats.length),
    texts.roundCount(Number(rounds)),
    ...(files.length > 0 ? [texts.documentCount(files.length)] : []),
    ...(webSearch ? [texts.webSearch] : []),
    ...(tools.length > 0 ? [texts.toolCount(tools.length)] : []),
  ])
}

/** The number of model answers, so that the cost is no surprise. */
function sayCalls({ seats, rounds }: Draft): string {
  const answers = seats.length * Number(rounds)
  return answers > 0 ? texts.answerCount(answers) : ''
}
