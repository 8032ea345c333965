import { type RefObject, useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react'

/** A reader within this many pixels of the end counts as at the end. */
const NEAR = 32

interface StickToEnd {
  scroller: RefObject<HTMLElement | null>
  content: RefObject<HTMLDivElement | null>
  isAtEnd: boolean
  goToEnd: () => void
  /** Shows another place: new content does not scroll until the reader is at the end again. */
  leaveEnd: () => void
}

/**
 * Scrolls to new content at the end, unless the reader has scrolled up. Another `subject` is shown from its end, and a page
 * without one from its start.
 */
export function useStickToEnd(subject: string | undefined): StickToEnd {
  const scroller = useRef<HTMLElement>(null)
  const content = useRef<HTMLDivElement>(null)
  const sticks = useRef(true)
  const [isAtEnd, setAtEnd] = useState(true)

  const goToEnd = useCallback(() => {
    sticks.current = true
    setAtEnd(true)
    const { current } = scroller
    if (current) current.scrollTop = current.scrollHeight
  }, [])

  const leaveEnd = useCallback(() => {
    sticks.current = false
  }, [])

  useLayoutEffect(() => {
    if (subject !== undefined) return goToEnd()
    sticks.current = false
    setAtEnd(true)
    scroller.current?.scrollTo({ top: 0 })
  }, [goToEnd, subject])

  useEffect(() => {
    const box = scroller.current
    if (box === null || content.current === null) return
    let last = box.scrollTop
    let height = box.scrollHeight
    const isNear = () => box.scrollHeight - box.scrollTop - box.clientHeight < NEAR
    const look = () => {
      const top = box.scrollTop
      // Only a reader scrolls up. New content can move the end far away without a scroll.
      if (isNear()) sticks.current = true
      else if (top < last) sticks.current = false
      last = top
      setAtEnd(sticks.current)
    }
    const resize = new ResizeObserver(() => {
      // Content that gets shorter, such as another branch, brings the end near without a scroll.
      if (box.scrollHeight < height && isNear()) look()
      height = box.scrollHeight
      if (sticks.current) box.scrollTop = height
    })
    resize.observe(content.current)
    resize.observe(box)
    box.addEventListener('scroll', look, { passive: true })
    return () => {
      resize.disconnect()
      box.removeEventListener('scroll', look)
    }
  }, [])

  return { scroller, content, isAtEnd, goToEnd, leaveEnd }
}
