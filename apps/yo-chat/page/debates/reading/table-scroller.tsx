import type { ReactNode } from 'react'

/** Lets a wide table scroll without the page. */
export const TableScroller = ({ label, children }: { label: string; children: ReactNode }) => (
  <section
    className="debate-table"
    aria-label={label}
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached with the keyboard
    tabIndex={0}
  >
    {children}
  </section>
)
