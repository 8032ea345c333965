import type { Mode } from '../modes/mode.ts'
import type { Seat } from '../session/seat.ts'
import { labelAgents } from './labels.ts'
import { PERSONAS } from './personas.ts'

/** Somebody who will have a seat. */
export interface Guest extends Pick<Seat, 'agentId' | 'model' | 'family'> {
  persona?: string | undefined
}

/** Gives each a label, what the mode has it do, and where nothing else tells two apart, somebody to be. */
export function seatGuests(
  guests: readonly Guest[],
  { mode, perspectives, seed }: { mode: Mode; perspectives: readonly string[]; seed: string },
): Seat[] {
  const labels = labelAgents(
    guests.map(({ agentId }) => agentId),
    seed,
  )
  const roles = mode.assignRoles(guests.length, perspectives)
  const alike = Map.groupBy(
    guests.filter(({ persona }) => persona === undefined),
    ({ model }) => model,
  )
  const twins = roles.length > 0 ? [] : [...alike.values()].filter(({ length }) => length > 1).flat()
  return guests.map((guest, i) => {
    const { agentId, model, family } = guest
    const twin = twins.indexOf(guest)
    const persona = guest.persona ?? (twin < 0 ? undefined : PERSONAS[twin % PERSONAS.length])
    const role = roles[i]
    const seat = { agentId, label: labels.get(agentId)!, model, family }
    return { ...seat, ...(persona !== undefined && { persona }), ...(role !== undefined && { role }) }
  })
}
