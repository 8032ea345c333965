import { type RefObject, useCallback, useEffect, useRef } from 'react'
import { titleOfCall } from '../calls/title-of-call.ts'
import { useChat, useClient } from '../frame/chat.ts'
import { usePerform } from '../frame/notices.tsx'
import { beginCancelling, endCancelling, useIsCancelling } from './cancelling.ts'
import { NotifyButton } from './notify-button.tsx'
import { openCalls } from './open-calls.ts'
import { texts } from './texts.ts'

/** How long a cancellation can be undone, in milliseconds. */
const UNDO_TIME = 8_000

interface CancelToolsProps {
  /** The open questions of the turn. A cancellation is about these, so an answer takes it back. */
  questions: string
  /** Gets the focus of a button that is gone. */
  box: RefObject<HTMLElement | null>
}

/** Cancels the tools that wait, once the time to undo it is over. */
export function CancelTools({ questions, box }: CancelToolsProps) {
  const client = useClient()
  const perform = usePerform()
  const names = useChat(({ state }) => nameAll(openCalls(state).map(titleOfCall)))
  const sessionId = useChat((snapshot) => snapshot.sessionId)
  const isCancelling = useIsCancelling(sessionId, questions)
  const strip = useRef<HTMLDivElement>(null)
  const undo = useRef<HTMLButtonElement>(null)
  const end = useCallback(() => {
    if (strip.current?.contains(document.activeElement)) box.current?.focus()
    endCancelling(sessionId)
  }, [sessionId, box])
  const cancelNow = useCallback(() => {
    end()
    void perform(client.abort())
  }, [end, perform, client])
  useEffect(() => {
    if (!isCancelling) return
    undo.current?.focus()
    const timer = setTimeout(cancelNow, UNDO_TIME)
    return () => clearTimeout(timer)
  }, [isCancelling, cancelNow])
  return (
    <div ref={strip} className="cancel">
      <p role="status">{isCancelling ? texts.cancelling(names) : texts.waitingForAnswer}</p>
      {isCancelling ? (
        <>
          <button ref={undo} type="button" className="text-button" onClick={end}>
            {texts.undo}
          </button>
          <button type="button" className="text-button" onClick={cancelNow}>
            {texts.cancelNow}
          </button>
        </>
      ) : (
        <>
          <NotifyButton />
          <button type="button" className="text-button" onClick={() => beginCancelling(sessionId, questions)}>
            {texts.cancel(names)}
          </button>
        </>
      )}
    </div>
  )
}

const nameAll = (titles: readonly string[]): string =>
  titles.length === 1 ? texts.oneTool(titles[0]!) : texts.severalTools(titles.length)
