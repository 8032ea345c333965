import { Content } from '../debates/content.tsx'
import { Header, type HeaderButtons } from '../frame/header.tsx'
import { usePerform } from '../frame/notices.tsx'
import { useNow } from '../frame/use-now.ts'
import { useInbox } from './inbox.ts'
import { InboxItem } from './inbox-item.tsx'
import { texts } from './texts.ts'

const MINUTE = 60_000

/** All open questions that the user may answer. */
export function InboxMain(buttons: HeaderButtons) {
  const { questions, hasMore, refusal, more } = useInbox()
  const perform = usePerform()
  const now = useNow(MINUTE)
  return (
    <main className="main">
      <Header title={texts.title} menu={texts.conversations} {...buttons} />
      <Content title={texts.title} label={texts.title}>
        {refusal !== undefined && <p className="problem">{refusal.message}</p>}
        {questions === undefined && refusal === undefined && <p className="hint">{texts.loading}</p>}
        {questions?.length === 0 && (
          <div className="welcome">
            <h2 className="welcome-title">{texts.empty}</h2>
            <p className="hint">{texts.emptyHint}</p>
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
            {texts.more}
          </button>
        )}
      </Content>
    </main>
  )
}
