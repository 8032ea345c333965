import { type Bill, toReasoning } from './bills.ts'
import type { Scene } from './scene.ts'

/** The parts of a session that are looked at. */
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
  place: string
  session: Debated
  /** What was answered to the request for context. */
  context: string
  began: number
  seats: readonly string[]
  rounds: number
}

/** Milliseconds from the last word of a model until it is in the store of a node that is well. */
const STORED_AFTER = 1_500

/** Holds a debate that is over against what its models were paid for. */
export function checkDebate(scene: Scene, { name, place, session, context, began, seats, rounds }: Ended): void {
  const { tally, troubles } = scene
  const bills = scene.bills.of(name)
  for (let round = 1; round <= rounds; round++) {
    for (const seat of seats) {
      const { agentId } = session.seats.find(({ model }) => model === seat)!
      const asked = bills.filter((bill) => bill.model === seat && bill.round === round)
      const stored = session.responses.filter((one) => one.agentId === agentId && one.round === round)
      const isStored = ({ number }: Bill) => stored.some(({ reasoning }) => reasoning === toReasoning(number))
      const describe = () =>
        `${seat} in round ${round} of ${session.id}: ${JSON.stringify({ stored, asked: asked.map(({ told: _, ...bill }) => bill) })}`
      const lost = asked.filter((bill) => bill.isPaid && !isStored(bill))
      tally.check(
        'an answer of a debate that was paid for is in its session',
        stored.length === 1 &&
          asked.some(isStored) &&
          lost.every(({ at }) => troubles.befell(place, at - STORED_AFTER, at + STORED_AFTER)),
        describe,
      )
      tally.check(
        'a seat is asked once in a round, unless something befell its server',
        asked.length === 1 || troubles.befell(place, began, Date.now()),
        describe,
      )
      tally.count('answers of debates paid for', asked.filter(({ isPaid }) => isPaid).length)
      tally.count('answers of debates paid for again because they were cut off', lost.length)
      if (round === 1) continue
      tally.check(
        'required context is waited for, and told to every seat',
        asked.every(({ told }) => told.includes(context)),
        () => `${seat} of ${session.id} was not told the context`,
      )
    }
  }
  const failures = session.rounds.flatMap((one) => one.failures)
  tally.check(
    'what has begun comes to its end',
    failures.length === 0,
    () => `${session.id}: ${JSON.stringify(failures)}`,
  )
}
