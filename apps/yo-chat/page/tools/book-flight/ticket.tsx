import type { ReactNode } from 'react'
import { Icon } from '../../controls/icon.tsx'
import { texts } from './texts.ts'
import './flights.css'

interface TicketProps {
  from: string
  to: string
  facts: Readonly<Record<keyof typeof texts.facts, string>>
  children: ReactNode
}

const FACTS = ['date', 'flight', 'departs', 'arrives', 'seat', 'price'] as const

export function Ticket({ from, to, facts, children }: TicketProps) {
  return (
    <div className="ticket">
      <p className="ticket-route">
        {from}
        <Icon name="plane" />
        <span className="visually-hidden"> {texts.to} </span>
        {to}
      </p>
      <dl>
        {FACTS.map((name) => (
          <div key={name}>
            <dt>{texts.facts[name]}</dt>
            <dd>{facts[name]}</dd>
          </div>
        ))}
      </dl>
      <div className="ticket-stub">{children}</div>
    </div>
  )
}
