import { useRef } from 'react'
import { listOpenIds } from '../calls/element-ids.ts'
import { Icon } from '../controls/icon.tsx'
import { useChat } from '../frame/chat.ts'
import { texts } from './texts.ts'
import { useOutOfView } from './use-out-of-view.ts'

/** The number of open questions out of view. Each press scrolls to the next one. */
export function Waiting() {
  const gone = useRef(0)
  const open = useChat((snapshot) => listOpenIds(snapshot).join(' '))
    .split(' ')
    .filter(Boolean)
  const unseen = useOutOfView(open)
  const goToNext = () => {
    const element = document.getElementById(unseen[gone.current++ % unseen.length]!)
    element?.scrollIntoView({ block: 'center' })
    element?.focus({ preventScroll: true })
  }
  return (
    <>
      <span role="status" className="visually-hidden">
        {open.length > 0 && texts.waiting(open.length)}
      </span>
      {unseen.length > 0 && (
        <button type="button" className="button" data-kind="waiting" onClick={goToNext}>
          <Icon name="hand" />
          {texts.waiting(unseen.length)}
        </button>
      )}
    </>
  )
}
