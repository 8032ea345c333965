import { type PooledEstimate, poolEstimates, sayNumber } from '../consensus/estimates.ts'
import { readVotes } from '../consensus/votes.ts'
import type { NumberRange } from '../session/response.ts'
import type { Session } from '../session/session.ts'
import { type ReportSeat, readSeats } from './seats.ts'
import { sayRange } from './words.ts'

/** The numbers of a panel, if the question is an estimate. */
export interface Ranges {
  unit: string
  rows: RangeRow[]
  /** Of all panellists together, at the end. */
  panel: PooledEstimate
  /** The median before the panellists heard each other. */
  alone: number
  ends: Ends
}

/** The smallest and the largest number of a scale. */
export interface Ends {
  from: number
  to: number
}

export interface RangeRow {
  seat: ReportSeat
  end: NumberRange
  /** The number before the panellist heard the others, if it is another one. */
  alone?: number
}

export function readRanges(session: Session): Ranges | undefined {
  const { question, consensus } = session
  if (question?.kind !== 'estimate' || consensus?.estimate === undefined) return undefined
  const { independent, current } = readVotes(session, consensus.round)
  const find = (votes: typeof current, agentId: string) =>
    votes.find(({ said }) => said.seat.agentId === agentId)?.said.estimate
  const rows = readSeats(session).flatMap((seat): RangeRow[] => {
    const [first, end] = [find(independent, seat.agentId), find(current, seat.agentId)]
    if (end === undefined) return []
    return [{ seat, end, ...(first !== undefined && first.value !== end.value && { alone: first.value }) }]
  })
  const { median, low, high } = consensus.estimate
  const first = poolEstimates(independent.flatMap(({ said }) => said.estimate ?? []))
  const numbers = rows.flatMap(({ end, alone = end.value }) => [alone, end.value, end.low ?? [], end.high ?? []].flat())
  const all = [...numbers, low, high]
  return {
    unit: question.unit,
    rows,
    panel: { median, low, high },
    alone: first?.median ?? median,
    ends: { from: Math.min(...all), to: Math.max(...all) },
  }
}

/** From this ratio of the ends on, equal distances are equal ratios. */
const WIDE = 50

/** Returns where a number is between the ends, from 0 to 1. */
export function placeBetween({ from, to }: Ends, number: number): number {
  if (to <= from) return 0.5
  const scale = from > 0 && to / from >= WIDE ? Math.log : (value: number) => value
  return (scale(number) - scale(from)) / (scale(to) - scale(from))
}

/** “24 weeks alone → 30.5 weeks at the end”. */
export const sayMedians = ({ alone, panel, unit }: Ranges): string =>
  `${sayNumber(alone)} ${unit} alone → ${sayNumber(panel.median)} ${unit} at the end`

/** “Empiricist · gpt-6: 30 weeks, between 16 and 74; alone 52”, one line for each panellist. */
export const listRanges = ({ rows, unit }: Ranges): string[] =>
  rows.map(
    ({ seat, end, alone }) =>
      `${seat.name}: ${sayRange(end, unit)}${alone === undefined ? '' : `; alone ${sayNumber(alone)}`}`,
  )
