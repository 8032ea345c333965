import { type ReactNode, useState } from 'react'

interface DisclosureProps {
  summary: ReactNode
  className?: string
  children: () => ReactNode
}

/** Renders its content when it is first opened: a debate may have a hundred long answers. */
export function Disclosure({ summary, className, children }: DisclosureProps) {
  const [wasOpened, setOpened] = useState(false)
  return (
    <details className={className} onToggle={(event) => event.currentTarget.open && setOpened(true)}>
      <summary>{summary}</summary>
      {wasOpened && children()}
    </details>
  )
}
