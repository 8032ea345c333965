import type { ReactNode } from 'react'
import { Icon } from '../../controls/icon.tsx'
import './flights.css'

interface TicketProps {
  from: string
  to: string
  /** Names and values. */
  facts: Readonly<Record<string, string>>
  children: ReactNode
}

export function Ticket({ from, to, facts, children }: TicketProps) {
  return (
    <div className="ticket">
      <p className="ticket-route">
        {from}
        <Icon name="plane" />
        <span className="visually-hidden"> to </span>
        {to}
      </p>
      <dl>
        {Object.entries(facts).map(([name, fact]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{fact}</dd>
          </div>
        ))}
      </dl>
      <div className="ticket-stub">{children}</div>
    </div>
  )
}
