import { createHash } from 'node:crypto'
import type { Mode } from '../modes/mode.ts'
import { letterOf } from '../session/phrases.ts'
import type { Seat } from '../session/seat.ts'

/** A model that will have a seat. */
interface Guest extends Pick<Seat, 'agentId' | 'model' | 'family'> {
  persona?: string | undefined
}

/** Assigns labels, and roles if the mode has some; otherwise every seat has a persona. */
export function seatGuests(
  guests: readonly Guest[],
  { mode, perspectives, seed }: { mode: Mode; perspectives: readonly string[]; seed: string },
): Seat[] {
  const labels = labelAgents(
    guests.map(({ agentId }) => agentId),
    seed,
  )
  const roles = mode.assignRoles(guests.length, perspectives)
  const free = PERSONAS.filter((persona) => guests.every((guest) => guest.persona !== persona)).values()
  return guests.map((guest, i) => {
    const { agentId, model, family } = guest
    const role = roles[i]
    const persona = guest.persona ?? (role === undefined ? free.next().value : undefined)
    const seat = { agentId, label: labels.get(agentId)!, model, family }
    return { ...seat, ...(persona !== undefined && { persona }), ...(role !== undefined && { role }) }
  })
}

/** Assigns a label to each agent, in an order that cannot be derived from the ids without the seed. */
function labelAgents(agentIds: readonly string[], seed: string): Map<string, string> {
  const place = (agentId: string) => createHash('sha256').update(`${seed} ${agentId}`).digest('hex')
  const shuffled = agentIds.toSorted((a, b) => (place(a) < place(b) ? -1 : 1))
  return new Map(shuffled.map((agentId, i) => [agentId, `Participant ${letterOf(i)}`]))
}

/** Personas for seats without a chosen one. Each has another focus, and none takes a side. */
export const PERSONAS: readonly string[] = [
  'A generalist who looks for the simplest account that fits everything said.',
  'An empiricist who asks what has been measured, by whom, and how well.',
  'A practitioner who asks what happens when it is done by ordinary people on an ordinary day.',
  'A historian who asks when something like it was tried and what came of it.',
  'An economist who asks what it costs, who pays, and what else could be had for that.',
  'A systems thinker who follows effects to the second and third step.',
  'A statistician who asks how often, how sure, and compared with what.',
  'A philosopher who asks what the words mean and which assumptions are hidden in them.',
  'An engineer who asks how it works, where it breaks, and what would show that it did.',
  'An advocate for those who are affected and have not been asked.',
  'A strategist who asks how others will respond, and what can still be changed later.',
  'An outsider who asks what an expert has stopped noticing.',
]
