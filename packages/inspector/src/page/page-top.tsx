import type { ReactNode } from 'react'

interface PageTopProps {
  title: string
  /** The text at the end of the header. */
  aside: ReactNode
}

/** The header of a page, after a link to its content, which has the id `main`. */
export const PageTop = ({ title, aside }: PageTopProps): ReactNode => (
  <>
    <button type="button" className="skip" onClick={() => document.getElementById('main')?.focus()}>
      Skip to content
    </button>
    <header className="top">
      <h1>
        <a href="#/">{title}</a>
      </h1>
      {aside}
    </header>
  </>
)
