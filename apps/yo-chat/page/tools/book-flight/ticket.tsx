import type { ReactNode } from 'react'

interface TicketProps {
  /** Names and values. */
  facts: Readonly<Record<string, string>>
  children?: ReactNode
}

export function Ticket({ facts, children }: TicketProps) {
  return (
    <div className="ticket">
      <dl>
        {Object.entries(facts).map(([name, fact]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{fact}</dd>
          </div>
        ))}
      </dl>
      {children}
    </div>
  )
}
