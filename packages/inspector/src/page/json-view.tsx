import { type ReactNode, useState } from 'react'

/** A part that may be larger than its place. It takes the focus, so that it can be scrolled with the keyboard. */
export function Scrolling({ label, children }: { label: string; children: ReactNode }): ReactNode {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls
    <section className="scrolls" aria-label={label} tabIndex={0}>
      {children}
    </section>
  )
}

interface DetailsProps {
  summary: ReactNode
  /** Rendered when the person opens it: a run may have thousands. */
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

export function JsonView({ value, label }: { value: unknown; label: string }): ReactNode {
  return (
    <Scrolling label={label}>
      <pre>{JSON.stringify(value, null, 2)}</pre>
    </Scrolling>
  )
}

export function JsonDetails({ label, value }: { label: string; value: unknown }): ReactNode {
  return <Details summary={label}>{() => <JsonView value={value} label={label} />}</Details>
}
