/** A seat's votes on one question, and what is known of the seat. */
export interface WeighedSeat {
  /** The probability that the seat is right, before it votes; see `rateSeats`. */
  skill: number
  /** Its answers. Their parts sum to 1; a seat that was not heard has none. */
  votes: readonly { key: string; part: number; confidence?: number | undefined }[]
  /** The log-odds of the confidence that the seat usually states. Without them, a stated confidence says nothing. */
  usual?: number
}

/** The result of weighing the votes. */
export interface Weighed {
  /** The probability that each given answer is right. */
  chances: ReadonlyMap<string, number>
  /** The share of the votes for each answer, by weight. */
  shares: ReadonlyMap<string, number>
  /** The weight of each seat, where a seat of average weight has 1; 0 for a seat that was not heard. */
  weights: readonly number[]
  /** How many seats of equal weight would count as much. */
  effective: number
}

/** The constants, fitted on recorded answers of 73 models; `bench/DEBATE.md` reports how they perform on others. */
export const WEIGHING = {
  /** How steeply the weight of a seat grows with the odds that it is right. */
  power: 1.6,
  /** How much the weight grows with a confidence above the seat's usual one. */
  surer: 0.2,
  /** The scale of the probability: its base, and its growth with the skill, number and confidence of the seats. */
  base: 2.25,
  level: 0.7,
  seats: 1.5,
  sure: 1,
  /** Its growth with the number of possible answers, relative to ten. */
  choices: 1.4,
}

export type Weighing = typeof WEIGHING

/** The number of possible answers to a question whose answers are free. */
export const FREE_CHOICES = 30

const LEAST_SCALE = 0.3

/**
 * Weighs the votes of a panel. A seat counts by how often it is right, never by its family or by how sure it sounds
 * in general; the probability follows from the weighted share, from how many seats really count, and from how many
 * answers were possible. `choices` is the number of possible answers, `FREE_CHOICES` where they are free.
 */
export function weigh(seats: readonly WeighedSeat[], choices: number, constants: Weighing = WEIGHING): Weighed {
  const heard = seats.map(({ skill, votes, usual }) => {
    const level = toLogOdds(clamp(skill, 0.05, 0.97))
    const surer = toSurer(votes, usual)
    const weight = votes.length === 0 ? 0 : Math.exp(constants.power * level + constants.surer * surer)
    return { votes, level, surer, weight }
  })
  const total = sum(heard.map(({ weight }) => weight))
  const shares = new Map<string, number>()
  for (const { votes, weight } of heard)
    for (const { key, part } of votes) shares.set(key, (shares.get(key) ?? 0) + (part * weight) / total)

  const effective = total ** 2 / sum(heard.map(({ weight }) => weight ** 2))
  const possible = Math.max(choices, shares.size, 2)
  const scale = Math.max(
    LEAST_SCALE,
    constants.base +
      (constants.level * sum(heard.map(({ weight, level }) => weight * level))) / total +
      (constants.sure * sum(heard.map(({ weight, surer }) => weight * surer))) / total +
      constants.seats * Math.log(effective) +
      constants.choices * Math.log((possible - 1) / 9),
  )
  const odds = new Map([...shares].map(([key, share]) => [key, Math.exp(scale * share)]))
  // An answer that no seat gave has a share of 0, and so odds of 1.
  const all = sum([...odds.values()]) + possible - shares.size
  const count = heard.filter(({ weight }) => weight > 0).length
  return {
    chances: new Map([...odds].map(([key, odd]) => [key, odd / all])),
    shares,
    weights: heard.map(({ weight }) => (weight === 0 ? 0 : (weight * count) / total)),
    effective: count === 0 ? 0 : effective,
  }
}

/** By how much the stated confidence is above the usual one of the seat, in log-odds. */
function toSurer(votes: WeighedSeat['votes'], usual: number | undefined): number {
  const stated = votes.flatMap(({ confidence }) => confidence ?? [])
  if (usual === undefined || stated.length === 0) return 0
  return sum(stated.map(toSureness)) / stated.length - usual
}

/** The log-odds of a stated confidence. Statements near 0 and 1 are not taken literally. */
export const toSureness = (confidence: number): number => toLogOdds(clamp(confidence, 0.3, 0.985))

export const toLogOdds = (share: number): number => Math.log(share / (1 - share))

export const toShare = (logOdds: number): number => 1 / (1 + Math.exp(-logOdds))

const clamp = (value: number, least: number, most: number): number => Math.min(most, Math.max(least, value))

const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0)
