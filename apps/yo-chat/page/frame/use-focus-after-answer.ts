import { useEffect, useRef } from 'react'
import { listOpenIds } from '../calls/element-ids.ts'
import { openQuestions } from '../composer/open-calls.ts'
import { useChat, useClient } from './chat.ts'

/**
 * Moves the focus on once a question that had it is answered: to the next question, or else to the last message of the answer. It goes
 * to the question as a whole, so that a key that is held down presses no button of it.
 */
export function useFocusAfterAnswer(): void {
  const client = useClient()
  const answered = useRef<string>(undefined)
  const open = useChat(({ state }) => openQuestions(state))
  const isRunning = useChat(({ state }) => state.turn !== undefined)

  useEffect(() => {
    const onFocus = ({ target }: FocusEvent) => {
      if (!(target instanceof Element)) return
      const question = target.closest('.question')?.id
      if (question !== undefined) answered.current = question
      else if (target.closest('.card') === null) answered.current = undefined
    }
    document.addEventListener('focusin', onFocus)
    return () => document.removeEventListener('focusin', onFocus)
  }, [])

  // biome-ignore lint/correctness/useExhaustiveDependencies: other questions are what it is for
  useEffect(() => {
    const had = answered.current
    if (had === undefined) return
    const ids = listOpenIds(client.getSnapshot())
    const isIdle = document.activeElement === document.body || document.activeElement?.matches('.card') === true
    if (ids.includes(had) && !isIdle) return
    const next = ids.includes(had) ? had : ids[0]
    const goOn = (): boolean => {
      // The person has gone elsewhere.
      if (answered.current !== had) return true
      const element = next === undefined ? document.querySelector('.message:last-child') : document.getElementById(next)
      if (!(element instanceof HTMLElement)) return false
      element.tabIndex = -1
      element.focus({ preventScroll: next === undefined })
      return true
    }
    if (next === undefined && isRunning) return keepFocus(had)
    if (goOn()) return
    // The card of a question may still be loading.
    const added = new MutationObserver(() => goOn() && added.disconnect())
    added.observe(document.body, { childList: true, subtree: true })
    return () => added.disconnect()
  }, [client, open, isRunning])
}

/** Keeps the place of a person whose control is gone, while the tool goes on. */
function keepFocus(question: string): void {
  const card =
    document.getElementById(question)?.closest('.card') ?? document.querySelector('.message:last-child .card')
  if (!(card instanceof HTMLElement) || document.activeElement !== document.body) return
  card.tabIndex = -1
  card.focus({ preventScroll: true })
}
