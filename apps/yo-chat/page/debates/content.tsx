import { type ReactNode, useEffect, useRef } from 'react'
import { PageTitle } from '../frame/page-title.tsx'
import { isFirstPlace } from '../frame/use-place.ts'

interface ContentProps {
  /** The title of the window. */
  title: string
  /** The name for screen readers. */
  label: string
  children: ReactNode
}

/** The scrolling part below the header. It takes the focus after a change of place. */
export function Content({ title, label, children }: ContentProps) {
  const scroller = useRef<HTMLElement>(null)
  useEffect(() => {
    if (!isFirstPlace() && document.activeElement === document.body) scroller.current?.focus({ preventScroll: true })
  }, [])
  return (
    <>
      <PageTitle title={title} />
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable with the keyboard */}
      <section ref={scroller} id="debates" className="scroller" aria-label={label} tabIndex={0}>
        <div className="column debates-column">{children}</div>
      </section>
    </>
  )
}
