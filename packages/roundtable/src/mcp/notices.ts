import { describeRemedies } from '@sweatpants/framework/models'
import type { Candidate } from '../panel/panel.ts'
import { nameSeats } from '../session/name-seats.ts'
import { isDemo, type Seat } from '../session/seat.ts'

const DEMO = 'the offline demo model, which follows rules and understands little: do not take its answers as advice.'

const REMEDY = `To use real models, ${describeRemedies()}.`

/** The notice for a debate in which the demo model has a seat, or `undefined`. */
export function noticeOf(seats: readonly Seat[]): string | undefined {
  const nameOf = nameSeats({ seats, absent: [] })
  const played = seats.filter(isDemo).map(({ agentId }) => nameOf(agentId))
  if (played.length === 0) return undefined
  if (played.length === seats.length) return `Every seat is played by ${DEMO} ${REMEDY}`
  return `${played.join(', ')} ${played.length === 1 ? 'is' : 'are'} played by ${DEMO}`
}

/** The notice for a panel without any other model than the demo model, or `undefined`. */
export const noticeOfPanel = (candidates: readonly Candidate[]): string | undefined =>
  candidates.some((candidate) => candidate.usable && !isDemo(candidate))
    ? undefined
    : `There is no other model, so every seat is played by ${DEMO} ${REMEDY}`
