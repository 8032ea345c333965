import { openRound, type Session } from '@sweatpants/roundtable/browser'
import { OutcomeButtons } from '../outcome-buttons.tsx'
import { texts } from './texts.ts'

/** Asks how the decision turned out, once there is one that no open round may change. */
export function Outcome({ session }: { session: Session }) {
  const { id, status, consensus, outcome } = session
  const isOpen = status !== 'completed' && openRound(session) !== undefined
  const { decision, unrated } = consensus ?? {}
  if (decision === undefined || isOpen || unrated === 'demo' || unrated === 'values' || unrated === 'estimate')
    return null
  return (
    <section className="running-step" aria-label={texts.outcome}>
      <p>
        <strong>{texts.outcomeQuestion(decision.answer)}</strong>{' '}
        {outcome === undefined ? texts.outcomeHint : texts.marked[outcome.verdict]}
      </p>
      <OutcomeButtons sessionId={id} recorded={outcome?.verdict} />
    </section>
  )
}
