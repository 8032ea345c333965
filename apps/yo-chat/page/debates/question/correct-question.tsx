import { type ContinueInput, type Session, sayQuestion } from '@sweatpants/roundtable/browser'
import { useEffect, useRef, useState } from 'react'
import { useOffer } from '../offer.ts'
import {
  checkQuestion,
  type QuestionDraft,
  type QuestionProblems,
  toGivenQuestion,
  toQuestionDraft,
} from './question-draft.ts'
import { QuestionFields } from './question-fields.tsx'
import { texts } from './texts.ts'

export interface Correction {
  draft: QuestionDraft
  problems: QuestionProblems
  /** How often the user tried to send it. */
  tries: number
  change: (draft: QuestionDraft) => void
  /** The corrected question; `undefined` if it is as before. */
  given: ContinueInput['question']
  /** Whether the correction can be sent. Shows the problems otherwise. */
  check: () => boolean
}

/** Holds how the user corrects the question of a debate, until the next round begins. */
export function useCorrection({ question }: Session): Correction {
  const offer = useOffer()
  const [draft, change] = useState(() => toQuestionDraft(question))
  const [tries, setTries] = useState(0)
  const given = toGivenQuestion(draft)
  const isSame = JSON.stringify(given) === JSON.stringify(toGivenQuestion(toQuestionDraft(question)))
  const found = isSame || offer === undefined ? {} : checkQuestion(draft, offer.limits)
  return {
    draft,
    problems: tries > 0 ? found : {},
    tries,
    change,
    given: isSame ? undefined : given,
    check() {
      setTries(tries + 1)
      return Object.keys(found).length === 0
    },
  }
}

interface CorrectQuestionProps {
  session: Session
  correction: Correction
}

/** Says how the question is read, and lets the user correct it with the next round. */
export function CorrectQuestion({ session: { question }, correction }: CorrectQuestionProps) {
  const details = useRef<HTMLDetailsElement>(null)
  const { draft, problems, tries, change } = correction
  const hasProblem = Object.keys(problems).length > 0
  // biome-ignore lint/correctness/useExhaustiveDependencies: each try shows where the first problem is
  useEffect(() => {
    const invalid = details.current?.querySelector<HTMLElement>('[aria-invalid=true]')
    if (!details.current || !invalid) return
    details.current.open = true
    invalid.focus()
  }, [tries])
  if (question === undefined) return null
  return (
    <details ref={details} className="running-correct">
      <summary>{texts.correct}</summary>
      <p className="hint">{sayQuestion(question)}</p>
      <QuestionFields draft={draft} problems={problems} kinds={KINDS} onChange={change} />
      <p className="hint">{texts.correctHint}</p>
      <p className="problem" role="alert">
        {hasProblem ? texts.problems.some : ''}
      </p>
    </details>
  )
}

const KINDS = ['proposition', 'choice', 'estimate', 'open'] as const
