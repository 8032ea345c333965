import { canTurnOut, type Session } from '@sweatpants/roundtable/browser'
import { OutcomeButtons } from '../outcome-buttons.tsx'
import { texts } from './texts.ts'

/** Asks how the decision turned out, once the debate is over. */
export function Outcome({ session }: { session: Session }) {
  const { id, status, consensus, outcome } = session
  const { decision } = consensus ?? {}
  if (decision === undefined || !canTurnOut(consensus) || (status !== 'completed' && outcome === undefined)) return null
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
