import type { ChatMessage } from '@sweatpants/framework/chat'
import { useEffect } from 'react'
import { toMessageElementId } from '../frame/place.ts'
import { useVisit } from '../frame/use-place.ts'

/** Scrolls to the message that the address names, once it is there. `showFrom` renders the messages from an index on. */
export function useAddressedMessage(
  messages: readonly ChatMessage[],
  showFrom: (index: number) => void,
  onLeaveEnd: () => void,
): void {
  const visit = useVisit()
  const wanted = visit.hash.slice(1)
  const index = messages.findIndex(({ messageId }) => toMessageElementId(messageId) === wanted)
  useEffect(() => {
    if (index === -1 || visit.hash === '') return
    showFrom(index)
    let found: HTMLElement | null = null
    // After the messages are rendered.
    const frame = requestAnimationFrame(() => {
      found = document.getElementById(wanted)
      if (found === null) return
      onLeaveEnd()
      found.dataset.found = ''
      found.tabIndex = -1
      found.scrollIntoView({ block: 'start' })
      found.focus({ preventScroll: true })
    })
    return () => {
      cancelAnimationFrame(frame)
      delete found?.dataset.found
    }
  }, [visit, wanted, index, showFrom, onLeaveEnd])
}
