import { type ReactNode, useId } from 'react'

interface SectionProps {
  title: string
  /** Explains the section to a first-time reader. */
  hint?: string
  children: ReactNode
}

export function Section({ title, hint, children }: SectionProps) {
  const id = useId()
  return (
    <section className="debate-section" aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      {hint !== undefined && <p className="hint">{hint}</p>}
      {children}
    </section>
  )
}
