import { Content } from '../debates/content.tsx'
import { Header, type HeaderButtons } from '../frame/header.tsx'
import { usePerform } from '../frame/notices.tsx'
import { useNow } from '../frame/use-now.ts'
import { useInbox } from './inbox.ts'
import { InboxItem } from './inbox-item.tsx'

const MINUTE = 60_000

/** All open questions that the user may answer. */
export function InboxMain(buttons: HeaderButtons) {
  const { questions, hasMore, refusal, more } = useInbox()
  const perform = usePerform()
  const now = useNow(MINUTE)
  return (
    <main className="main">
      <Header title="Inbox" menu="Conversations" {...buttons} />
      <Content title="Inbox" label="Inbox">
        {refusal !== undefined && <p className="problem">{refusal.message}</p>}
        {questions === undefined && refusal === undefined && <p className="hint">Loading…</p>}
        {questions?.length === 0 && (
          <div className="welcome">
            <h2 className="welcome-title">Your inbox is empty</h2>
            <p className="hint">
              When a tool asks you something, in a chat, in a task or through another app, the question appears here.
            </p>
          </div>
        )}
        {questions !== undefined && questions.length > 0 && (
          <ul className="inbox-list">
            {questions.map((question) => (
              <InboxItem key={question.id} question={question} now={now} />
            ))}
          </ul>
        )}
        {hasMore && (
          <button type="button" className="button" onClick={() => perform(more())}>
            Show more
          </button>
        )}
      </Content>
    </main>
  )
}
