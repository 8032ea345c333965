import { type RefObject, useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react'

/** The number of messages that are rendered at first, and added at each step up. */
const PORTION = 40

/** More messages are rendered when the reader is this many pixels from the first one. */
const AHEAD = 800

interface Earlier {
  /** The index of the first rendered message. */
  from: number
  /** A ref for the element before the first message. */
  top: RefObject<HTMLButtonElement | null>
  showEarlier: () => void
  /** Renders the messages from an index on, or more. */
  showFrom: (index: number) => void
}

/** Keeps the scroll position when earlier messages are added. */
export function useEarlier(count: number, scroller: RefObject<HTMLElement | null>): Earlier {
  const [wanted, setWanted] = useState<number>()
  const top = useRef<HTMLButtonElement>(null)
  const distanceToEnd = useRef<number>(undefined)
  // From the first messages on it is where they end, and stays there when others are added.
  if (wanted === undefined && count > 0) setWanted(Math.max(0, count - PORTION))
  const from = Math.min(wanted ?? 0, Math.max(0, count - 1))

  const showEarlier = useCallback(() => {
    const box = scroller.current
    if (box) distanceToEnd.current = box.scrollHeight - box.scrollTop
    setWanted((first = 0) => Math.max(0, first - PORTION))
  }, [scroller])

  const showFrom = useCallback((index: number) => setWanted((first = index) => Math.min(first, index)), [])

  // biome-ignore lint/correctness/useExhaustiveDependencies: it is for when more has been rendered
  useLayoutEffect(() => {
    const box = scroller.current
    if (box && distanceToEnd.current !== undefined) box.scrollTop = box.scrollHeight - distanceToEnd.current
    distanceToEnd.current = undefined
  }, [from, scroller])

  // biome-ignore lint/correctness/useExhaustiveDependencies: what is looked at is another after each portion
  useEffect(() => {
    if (top.current === null) return
    const near = new IntersectionObserver(([entry]) => entry?.isIntersecting && showEarlier(), {
      root: scroller.current,
      rootMargin: `${AHEAD}px 0px 0px`,
    })
    near.observe(top.current)
    return () => near.disconnect()
  }, [from, scroller, showEarlier])

  return { from, top, showEarlier, showFrom }
}
