import { openRound, type Session } from '@sweatpants/roundtable/browser'
import { OutcomeButtons } from '../outcome-buttons.tsx'

/** Asks how the decision turned out, once there is one that no open round may change. */
export function Outcome({ session }: { session: Session }) {
  const { id, status, consensus, outcome } = session
  const isOpen = status !== 'completed' && openRound(session) !== undefined
  const { decision, unrated } = consensus ?? {}
  if (decision === undefined || isOpen || unrated === 'demo' || unrated === 'values' || unrated === 'estimate')
    return null
  return (
    <section className="running-step" aria-label="Outcome">
      <p>
        <strong>Did “{decision.answer}” turn out right?</strong>{' '}
        {outcome === undefined
          ? 'Tell it when you know: your panel’s votes then count by it.'
          : `You marked it as ${outcome.verdict}. You can change that.`}
      </p>
      <OutcomeButtons sessionId={id} recorded={outcome?.verdict} />
    </section>
  )
}
