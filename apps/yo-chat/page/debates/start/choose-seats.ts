import type { Candidate, Offer } from '@sweatpants/roundtable/browser'

export interface SeatDraft {
  /** Identifies the seat while others are added and removed. */
  key: number
  model: string
  /** Empty: no persona. */
  persona: string
  /** Whether the persona is written rather than chosen. */
  isWritten: boolean
}

const SEATS = 4
/** From this number of models on, no model takes two seats. */
const ENOUGH = 3

/** Returns the default seats: of as many families as there are, and no two the same. */
export function chooseSeats({ candidates, personas }: Offer): SeatDraft[] {
  const models = toDiverse(candidates).slice(0, SEATS)
  if (models.length === 0) return []
  if (models.length >= ENOUGH) return models.map((model, key) => ({ key, model, persona: '', isWritten: false }))
  return Array.from({ length: SEATS }, (_, key) => {
    return { key, model: models[key % models.length]!, persona: personas[key]?.persona ?? '', isWritten: false }
  })
}

/** Adds a seat: with an unused model, or else with an unused persona. */
export function addSeat(seats: readonly SeatDraft[], { candidates, personas }: Offer): SeatDraft[] {
  const models = toDiverse(candidates)
  const free = models.find((model) => seats.every((seat) => seat.model !== model))
  const unused = personas.find(({ persona }) => seats.every((seat) => seat.persona !== persona))?.persona ?? ''
  const model = free ?? models[0] ?? ''
  const key = Math.max(-1, ...seats.map((seat) => seat.key)) + 1
  return [...seats, { key, model, persona: free === undefined ? unused : '', isWritten: false }]
}

/** The most models that can take the place of panellists that fail. */
const SUBSTITUTES = 3

/** Returns usable models without a seat, one of each family at a time. A demo panel costs nothing, so it has none. */
export function listSubstitutes(seats: readonly SeatDraft[], offer: Pick<Offer, 'candidates'>): string[] {
  const models = seats.map(({ model }) => model)
  if (isDemo(models, offer)) return []
  const isFree = ({ model, family }: Candidate) => family !== 'demo' && !models.includes(model)
  return toDiverse(offer.candidates.filter(isFree)).slice(0, SUBSTITUTES)
}

/** Returns the usable models, one of each family at a time; the demo model only if there is no other. */
function toDiverse(candidates: readonly Candidate[]): string[] {
  const usable = candidates.filter((candidate) => candidate.usable)
  const real = usable.filter(({ family }) => family !== 'demo')
  const families = [...Map.groupBy(real.length > 0 ? real : usable, ({ family }) => family).values()]
  const longest = Math.max(0, ...families.map(({ length }) => length))
  return Array.from({ length: longest }, (_, i) => families.flatMap((family) => family[i]?.model ?? [])).flat()
}

/** Whether all models are demo models. */
export const isDemo = (models: readonly string[], { candidates }: Pick<Offer, 'candidates'>): boolean =>
  models.length > 0 &&
  models.every((model) => candidates.some((candidate) => candidate.model === model && candidate.family === 'demo'))
