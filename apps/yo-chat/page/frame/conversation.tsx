import { Choosing, useNewChoice } from '../composer/choice.ts'
import { Composer } from '../composer/composer.tsx'
import { Icon } from '../controls/icon.tsx'
import { Later, later } from '../controls/later.tsx'
import { Loading } from '../messages/loading.tsx'
import { Welcome } from '../messages/welcome.tsx'
import { useChat } from './chat.ts'
import { useStickToEnd } from './use-stick-to-end.ts'

const Banners = later(() => import('../rest.ts'), 'Banners')
const Waiting = later(() => import('../rest.ts'), 'Waiting')
const Messages = later(() => import('../rest.ts'), 'Messages')

export function Conversation() {
  const sessionId = useChat((snapshot) => snapshot.sessionId)
  const isRefused = useChat((snapshot) => snapshot.refusal !== undefined)
  const isNew = useChat((snapshot) => snapshot.sessionId === undefined && snapshot.sending.length === 0)
  const choosing = useNewChoice()
  const { scroller, content, isAtEnd, goToEnd, leaveEnd } = useStickToEnd(sessionId)
  return (
    <Choosing value={choosing}>
      <Later>
        <Banners />
      </Later>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable with the keyboard */}
      <section ref={scroller} className="scroller" aria-label="Messages" tabIndex={0}>
        <div ref={content} className="column">
          {isNew ? (
            <Welcome />
          ) : (
            <Later fallback={<Loading />}>
              <Messages key={sessionId} scroller={scroller} onLeaveEnd={leaveEnd} />
            </Later>
          )}
        </div>
      </section>
      {!isRefused && (
        <div className="footer">
          <div className="float">
            <Later>
              <Waiting />
            </Later>
            {!isAtEnd && (
              <button type="button" className="button" data-kind="raised" onClick={goToEnd}>
                <Icon name="down" />
                Latest
              </button>
            )}
          </div>
          <Composer onSent={goToEnd} />
        </div>
      )}
    </Choosing>
  )
}
