import { type ReactNode, useEffect, useRef } from 'react'
import { useAppName } from '../frame/app-info.ts'
import { isFirstPlace } from '../frame/use-place.ts'

interface ContentProps {
  /** Of the window. */
  title: string
  /** What it is for a screen reader. */
  label: string
  children: ReactNode
}

/** What scrolls below the header. It takes the focus that the place before has left behind. */
export function Content({ title, label, children }: ContentProps) {
  const name = useAppName()
  const scroller = useRef<HTMLElement>(null)
  useEffect(() => {
    if (!isFirstPlace() && document.activeElement === document.body) scroller.current?.focus({ preventScroll: true })
  }, [])
  return (
    <>
      <title>{`${title} · ${name}`}</title>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable with the keyboard */}
      <section ref={scroller} id="debates" className="scroller" aria-label={label} tabIndex={0}>
        <div className="column debates-column">{children}</div>
      </section>
    </>
  )
}
