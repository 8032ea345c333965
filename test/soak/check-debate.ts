import type { HistoryEvent } from '../faults/history.ts'
import { type Bill, toReasoning } from './bills.ts'
import type { Scene } from './scene.ts'

/** The parts of a session that are checked. */
export interface Debated {
  id: string
  status: string
  seats: { agentId: string; model: string }[]
  pendingContextRequests: { id: string }[]
  responses: { agentId: string; round: number; reasoning: string }[]
  rounds: { failures: unknown[] }[]
}

interface Ended {
  name: string
  session: Debated
  /** The answer to the request for context. */
  context: string
  seats: readonly string[]
  rounds: number
  /** How often a round was interrupted, because its callers had left. */
  interrupts: number
}

/** A debate in which a seat was called `calls` times in one round. */
export interface Recalled {
  id: string
  calls: number
  interrupts: number
  detail: string
}

/** Compares a debate that is over with what its models were paid for. */
export function checkDebate(scene: Scene, { name, session, context, seats, rounds, interrupts }: Ended): void {
  const { tally, recalled } = scene
  const bills = scene.bills.of(name)
  for (let round = 1; round <= rounds; round++) {
    for (const seat of seats) {
      const { agentId } = session.seats.find(({ model }) => model === seat)!
      const called = bills.filter((bill) => bill.model === seat && bill.round === round)
      const stored = session.responses.filter((one) => one.agentId === agentId && one.round === round)
      const isStored = ({ number }: Bill) => stored.some(({ reasoning }) => reasoning === toReasoning(number))
      const detail = `${seat} in round ${round} of ${session.id}: ${JSON.stringify({ stored, called: called.map(withoutPrompt) })}`
      tally.check(
        'an answer of a debate that was paid for is in its session',
        stored.length === 1 && called.some(isStored),
        () => detail,
      )
      recalled.push({ id: session.id, calls: called.length, interrupts, detail })
      tally.count('answers of debates paid for', called.filter(({ isPaid }) => isPaid).length)
      if (round === 1) continue
      tally.check(
        'a debate waits for required context, and every seat receives it',
        called.every(({ told }) => told.includes(context)),
        () => `${seat} of ${session.id} did not receive the context`,
      )
    }
  }
  const failures = session.rounds.flatMap((one) => one.failures)
  tally.check('all that has begun ends', failures.length === 0, () => `${session.id}: ${JSON.stringify(failures)}`)
}

const withoutPrompt = ({ told: _, ...bill }: Bill) => bill

/** Checks that only another driver, or a call after an interruption, called a seat again. */
export function checkRecalls({ tally, recalled }: Scene, history: readonly HistoryEvent[]): void {
  const drivers = new Map<string, number>()
  for (const event of history)
    if (event.type === 'fence_gain') drivers.set(event.stream, (drivers.get(event.stream) ?? 0) + 1)
  for (const { id, calls, interrupts, detail } of recalled) {
    const most = (drivers.get(`debate/${id}`) ?? 1) + interrupts
    tally.check(
      'a seat is called once in a round, by each driver',
      calls <= most,
      () => `${detail}, with ${most} drivers and interruptions`,
    )
    tally.count('calls of seats repeated by another driver', calls - 1)
  }
}
