import { findReview, type SessionSummary } from '@sweatpants/roundtable/browser'
import { Link } from '../../frame/link.tsx'
import { toDebatePath } from '../../frame/place.ts'
import { OutcomeButtons } from '../outcome-buttons.tsx'
import { texts } from './texts.ts'

/** Asks about one old decision whose outcome is unknown. */
export function Review({ sessions, now }: { sessions: readonly SessionSummary[]; now: number }) {
  const due = findReview(sessions, now)
  if (due === undefined) return null
  return (
    <section className="running-step" aria-label={texts.review}>
      <p>
        <strong>{texts.reviewQuestion}</strong> <Link href={toDebatePath(due.id)}>{due.topic}</Link>{' '}
        {texts.reviewDecision(due.decision)}
      </p>
      <OutcomeButtons key={due.id} sessionId={due.id} />
    </section>
  )
}
