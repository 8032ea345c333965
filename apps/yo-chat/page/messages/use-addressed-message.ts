import type { ChatMessage } from '@sweatpants/framework/chat'
import { useEffect, useRef } from 'react'
import { useChat, useClient } from '../frame/chat.ts'
import { usePerform } from '../frame/notices.tsx'
import { toMessageElementId } from '../frame/place.ts'
import { useVisit } from '../frame/use-place.ts'

/** Shows the branch of the message that the address names, and scrolls to it. `showFrom` renders the messages from an index on. */
export function useAddressedMessage(
  messages: readonly ChatMessage[],
  showFrom: (index: number) => void,
  onLeaveEnd: () => void,
): void {
  const client = useClient()
  const perform = usePerform()
  const visit = useVisit()
  const switchedFor = useRef<object>(undefined)
  const wanted = visit.hash.slice(1)
  const isWanted = ({ messageId }: ChatMessage) => toMessageElementId(messageId) === wanted
  const index = messages.findIndex(isWanted)
  const aside = useChat(({ state }) => Object.values(state.aside).flat().find(isWanted)?.messageId)

  useEffect(() => {
    // Once: the person may choose another branch afterwards.
    const isFirst = switchedFor.current !== visit
    if (index !== -1 || aside !== undefined) switchedFor.current = visit
    if (isFirst && aside !== undefined) void perform(client.switchTo(aside))
  }, [client, perform, index, aside, visit])

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
