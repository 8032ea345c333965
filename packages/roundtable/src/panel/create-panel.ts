import { type DiscoveredModel, discoverModels } from '@sweatpants/framework/models'
import { RoundtableError } from '../errors.ts'
import { createAgentIds } from './agent-id.ts'
import { findCandidate, toCandidate } from './candidate.ts'
import { chooseDiverse } from './choose.ts'
import type { Candidate, Panel } from './panel.ts'
import { seatGuests } from './seat-guests.ts'

export interface PanelOptions {
  /** Where keys and addresses are read. Default: the process's variables. */
  env?: Readonly<Record<string, string | undefined>>
  /** Default: `discoverModels`, which asks nobody who charges for it. */
  discover?: () => Promise<readonly DiscoveredModel[]>
}

/** Who can sit at the table, by what the environment has. */
export function createPanel({ env, discover = () => discoverModels(env) }: PanelOptions = {}): Panel {
  return {
    candidates: async () => (await discover()).map(toCandidate),
    async seat({ wishes = [], count, mode, perspectives, seed = crypto.randomUUID() }) {
      const found = await discover()
      const candidates = found.map(toCandidate)
      const usable = candidates.filter((candidate) => candidate.usable)
      const wanted =
        wishes.length > 0
          ? wishes.map(({ model, persona }) => ({ ...findCandidate(model, found), persona }))
          : chooseDiverse(usable, count)
      const toAgentId = createAgentIds()
      const guests = wanted.map((candidate) => ({ ...candidate, agentId: toAgentId(candidate.model) }))
      const seated = guests.filter((guest) => guest.usable)
      if (seated.length === 0) throw noAgents(wishes.length > 0 ? wanted : candidates)
      return {
        seats: seatGuests(seated, { mode, perspectives, seed }),
        absent: guests
          .filter((guest) => !guest.usable)
          .map(({ agentId, model, remedy }) => {
            const reason = remedy ?? `${model} cannot be used`
            return { agentId, model, round: 0, phase: 'start', code: 'configuration', reason }
          }),
      }
    },
  }
}

function noAgents(unusable: readonly Candidate[]): RoundtableError {
  const remedies = unusable.map(({ model, remedy = 'cannot be used' }) => `- ${model}: ${remedy}`)
  const lines = [...new Set(remedies)].join('\n')
  return new RoundtableError('no_agents', `No seat has a model that can be used. What to do about each:\n${lines}`)
}
