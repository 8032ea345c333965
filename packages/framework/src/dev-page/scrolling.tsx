import type { ReactNode } from 'react'

/** What may be wider or higher than its place; it is reached with the keyboard, so that it can be scrolled with it. */
export function Scrolling({ label, children }: { label: string; children: ReactNode }): ReactNode {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls
    <section className="scrolls" aria-label={label} tabIndex={0}>
      {children}
    </section>
  )
}
