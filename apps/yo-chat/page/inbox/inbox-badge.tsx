import { useInbox } from './inbox.ts'
import { texts } from './texts.ts'

/** The number of open questions; hidden when there are none. */
export function InboxBadge() {
  const { questions = [], hasMore } = useInbox()
  if (questions.length === 0) return null
  const count = hasMore ? `${questions.length}+` : `${questions.length}`
  return (
    <span className="section-badge">
      <span aria-hidden="true">{count}</span>
      <span className="visually-hidden">{texts.questions(count)}</span>
    </span>
  )
}
