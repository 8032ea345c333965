import { type DiscoveredModel, discoverModels } from '@sweatpants/framework/models'
import { RoundtableError } from '../errors.ts'
import { findCandidate, toCandidate } from './candidate.ts'
import type { Candidate, Panel } from './panel.ts'
import { seatGuests } from './seat-guests.ts'

interface PanelOptions {
  /** The variables with keys and base URLs. Default: `process.env`. */
  env?: Readonly<Record<string, string | undefined>>
  /** Default: `discoverModels`, which sends no request to a provider that charges. */
  discover?: () => Promise<readonly DiscoveredModel[]>
}

/** Creates a panel of the models that the environment provides. */
export function createPanel({ env, discover = () => discoverModels(env) }: PanelOptions = {}): Panel {
  return {
    candidates: async () => (await discover()).map(toCandidate),
    async seat({ wishes = [], substitutes = [], count, mode, perspectives, seed = crypto.randomUUID() }) {
      const found = await discover()
      const candidates = found.map(toCandidate)
      const usable = candidates.filter((candidate) => candidate.usable)
      const wanted =
        wishes.length > 0
          ? wishes.map(({ model, persona }) => ({ ...findCandidate(model, found), persona }))
          : chooseDiverse(usable, count)
      const isOther = ({ model, family }: Candidate) =>
        family !== 'demo' && !wanted.some((candidate) => candidate.model === model)
      const others = usable.filter(isOther)
      const spare = substitutes.map((model) => findCandidate(model, found))
      refuseUnusable(spare)
      if (wishes.length === 0 && spare.length === 0)
        spare.push(...chooseDiverse(others, Math.min(others.length, MOST_SUBSTITUTES)))
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
        ...(spare.length > 0 && {
          substitutes: spare.map(({ model, family }) => ({ agentId: toAgentId(model), model, family })),
        }),
      }
    },
  }
}

const noAgents = (unusable: readonly Candidate[]): RoundtableError =>
  new RoundtableError('no_agents', `There is no usable model. What to do for each:\n${listRemedies(unusable)}`)

/** A substitute that can never be used would be no substitute. */
function refuseUnusable(substitutes: readonly Candidate[]): void {
  const unusable = substitutes.filter(({ usable }) => !usable)
  if (unusable.length === 0) return
  throw new RoundtableError(
    'invalid',
    `Some substitutes cannot be used. What to do for each:\n${listRemedies(unusable)}`,
  )
}

function listRemedies(unusable: readonly Candidate[]): string {
  const remedies = unusable.map(({ model, remedy = 'cannot be used' }) => `- ${model}: ${remedy}`)
  return [...new Set(remedies)].join('\n')
}

/** Substitutes without a wish of the caller. */
const MOST_SUBSTITUTES = 3

/** The longest part of a provider's name in an id, in characters. */
const LENGTH = 40

/** Creates ids of letters, digits and `_` that begin with a letter and are numbered per provider. */
function createAgentIds(): (model: string) => string {
  const given = new Map<string, number>()
  return (model) => {
    const name = model
      .trim()
      .split('/')[0]!
      .replaceAll(/[^A-Za-z0-9_]/g, '_')
      .slice(0, LENGTH)
    const prefix = /^[A-Za-z]/.test(name) ? name : `agent_${name}`
    const number = (given.get(prefix) ?? 0) + 1
    given.set(prefix, number)
    return `${prefix}_${number}`
  }
}

/** Chooses `count` candidates: families have as many seats as each other, or one more if they have a model without a seat. */
function chooseDiverse(usable: readonly Candidate[], count: number): Candidate[] {
  const real = usable.filter(({ family }) => family !== 'demo')
  const families = [...Map.groupBy(real.length > 0 ? real : usable, ({ family }) => family).values()]
  const taken = families.map(() => 0)
  const chosen: Candidate[] = []
  while (families.length > 0 && chosen.length < count) {
    const least = families.map((_, i) => i).filter((i) => taken[i] === Math.min(...taken))
    const next = least.find((i) => taken[i]! < families[i]!.length) ?? least[0]!
    chosen.push(families[next]![taken[next]! % families[next]!.length]!)
    taken[next]!++
  }
  return chosen
}
