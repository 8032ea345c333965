import { type ReactNode, useState } from 'react'

interface DetailsProps {
  summary: ReactNode
  /** Made when it is looked at: a run may have thousands. */
  children(): ReactNode
}

export function Details({ summary, children }: DetailsProps): ReactNode {
  const [isOpen, setOpen] = useState(false)
  return (
    <details onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>{summary}</summary>
      {isOpen && children()}
    </details>
  )
}
