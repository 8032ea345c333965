import { type RefObject, useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'

/** The number of messages that are rendered at first, and added at each step up. */
const PORTION = 40

/** More messages are rendered when the reader is this many pixels from the first one. */
const AHEAD = 800

/** The number of messages that are added while the page is idle: rendering them takes less than a frame. */
const IDLE_PORTION = 8

/** The number of messages that an idle page renders. Earlier ones are rendered when the reader comes near them. */
const MOST = 2_000

interface Earlier {
  /** The index of the first rendered message. */
  from: number
  /** A ref for the element before the first message. */
  top: RefObject<HTMLButtonElement | null>
  showEarlier: () => void
  /** Renders the messages from an index on, or more. */
  showFrom: (index: number) => void
}

/**
 * Renders the end of a conversation first, and the rest while the page is idle: only rendered messages are found by the browser's
 * search and by screen readers. The scroll position stays when earlier messages are added.
 */
export function useEarlier(count: number, scroller: RefObject<HTMLElement | null>): Earlier {
  const [wanted, setWanted] = useState<number>()
  const top = useRef<HTMLButtonElement>(null)
  const before = useRef<{ distanceToEnd: number; hasFocus: boolean }>(undefined)
  // From the first messages on it is where they end, and stays there when others are added.
  if (wanted === undefined && count > 0) setWanted(Math.max(0, count - PORTION))
  const from = Math.min(wanted ?? 0, Math.max(0, count - 1))

  const show = useCallback(
    (more: number) => {
      const box = scroller.current
      const hasFocus = document.activeElement === top.current
      if (box) before.current = { distanceToEnd: box.scrollHeight - box.scrollTop, hasFocus }
      setWanted(Math.max(0, from - more))
    },
    [from, scroller],
  )
  const showEarlier = useCallback(() => show(PORTION), [show])
  const showFrom = useCallback((index: number) => setWanted((first = index) => Math.min(first, index)), [])

  useLayoutEffect(() => {
    const box = scroller.current
    if (box && before.current) {
      box.scrollTop = box.scrollHeight - before.current.distanceToEnd
      // The button is gone.
      if (before.current.hasFocus && from === 0) box.focus({ preventScroll: true })
    }
    before.current = undefined
  }, [from, scroller])

  useEffect(() => {
    if (top.current === null) return
    const near = new IntersectionObserver(([entry]) => entry?.isIntersecting && showEarlier(), {
      root: scroller.current,
      rootMargin: `${AHEAD}px 0px 0px`,
    })
    near.observe(top.current)
    return () => near.disconnect()
  }, [scroller, showEarlier])

  const isComplete = from === 0 || count - from >= MOST
  useEffect(() => {
    if (isComplete) return
    // At once: the reader may scroll before a later render.
    return whenIdle(() => flushSync(() => show(IDLE_PORTION)))
  }, [isComplete, show])

  return { from, top, showEarlier, showFrom }
}

/** Calls back once while the page has nothing else to do. Safari has no idle callbacks. */
function whenIdle(run: () => void): () => void {
  if (typeof requestIdleCallback === 'undefined') {
    const timer = setTimeout(run, 50)
    return () => clearTimeout(timer)
  }
  const idle = requestIdleCallback(run)
  return () => cancelIdleCallback(idle)
}
