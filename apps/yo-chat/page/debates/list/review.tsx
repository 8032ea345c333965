import { findReview, type SessionSummary } from '@sweatpants/roundtable/browser'
import { Link } from '../../frame/link.tsx'
import { toDebatePath } from '../../frame/place.ts'
import { OutcomeButtons } from '../outcome-buttons.tsx'

/** Asks about one old decision whose outcome is unknown. */
export function Review({ sessions, now }: { sessions: readonly SessionSummary[]; now: number }) {
  const due = findReview(sessions, now)
  if (due === undefined) return null
  return (
    <section className="running-step" aria-label="Review">
      <p>
        <strong>Did this turn out right?</strong> <Link href={toDebatePath(due.id)}>{due.topic}</Link> The panel
        decided: “{due.decision}”.
      </p>
      <OutcomeButtons key={due.id} sessionId={due.id} />
    </section>
  )
}
