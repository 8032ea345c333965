import { Choosing, useNewChoice } from '../composer/choice.ts'
import { Composer } from '../composer/composer.tsx'
import { Waiting } from '../composer/waiting.tsx'
import { Icon } from '../controls/icon.tsx'
import { Messages } from '../messages/messages.tsx'
import { Banners } from './banners.tsx'
import { useChat } from './chat.ts'
import { texts } from './texts.ts'
import { useFocusAfterAnswer } from './use-focus-after-answer.ts'
import { useStickToEnd } from './use-stick-to-end.ts'

export function Conversation() {
  const sessionId = useChat((snapshot) => snapshot.sessionId)
  const isRefused = useChat((snapshot) => snapshot.refusal !== undefined)
  const isNew = useChat((snapshot) => snapshot.sessionId === undefined && snapshot.sending.length === 0)
  const choosing = useNewChoice()
  useFocusAfterAnswer()
  const { scroller, content, isAtEnd, goToEnd, leaveEnd } = useStickToEnd(sessionId)
  return (
    <Choosing value={choosing}>
      <Banners />
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable with the keyboard */}
      <section ref={scroller} className="scroller" aria-label={texts.messages} tabIndex={0}>
        <div ref={content} className="column">
          <Messages key={sessionId} scroller={scroller} onLeaveEnd={leaveEnd} />
        </div>
      </section>
      {!isRefused && (
        <div className="footer">
          <div className="float">
            <Waiting />
            {!isAtEnd && !isNew && (
              <button type="button" className="button" data-kind="raised" onClick={goToEnd}>
                <Icon name="down" />
                {texts.latest}
              </button>
            )}
          </div>
          <Composer onSent={goToEnd} />
        </div>
      )}
    </Choosing>
  )
}
