import { type RefObject, useEffect, useState } from 'react'

/** Returns the width of an element in whole pixels; `undefined` before it is shown. */
export function useWidth(element: RefObject<Element | null>): number | undefined {
  const [width, setWidth] = useState<number>()
  useEffect(() => {
    const observer = new ResizeObserver(([entry]) => setWidth(Math.floor(entry!.contentRect.width)))
    observer.observe(element.current!)
    return () => observer.disconnect()
  }, [element])
  return width
}
