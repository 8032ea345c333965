import { useChat } from '../frame/chat.ts'
import { Link } from '../frame/link.tsx'
import { INBOX } from '../frame/place.ts'
import { useInbox } from '../inbox/inbox.ts'
import { Expiry } from './expiry.tsx'
import { texts } from './texts.ts'

/** The people that a call waits for. Their question is in their inbox, not here. */
export function Waits({ callId }: { callId: string }) {
  const waits = useChat(({ state }) => state.pendingWaits)
  const { questions = [] } = useInbox()
  const own = Object.values(waits).filter((wait) => wait.callId === callId)
  return own.map(({ elicitId, to, quorum = 1, answers, expiresAt }) => {
    const isMine = questions.some((question) => to.some((name) => question.to.includes(name)))
    return (
      <div key={elicitId} className="wait">
        <p>
          {texts.waitingFor} <strong>{to.join(', ')}</strong>
          {quorum > 1 && ` ${texts.answersSoFar(answers.length, quorum)}`}
        </p>
        {isMine && (
          <Link className="text-button" href={INBOX}>
            {texts.answerInInbox}
          </Link>
        )}
        {expiresAt !== undefined && <Expiry at={expiresAt} />}
      </div>
    )
  })
}
