import { SKILLS } from './skill-table.ts'

/** Parts of a model's name that say nothing about its skill: who serves it, when it was released, how it is packed. */
const NOISE = [/^(?:meta|c4ai)-/, /-(?:latest|preview|beta|exp)$/, /-(?:instruct|it|hf)$/, /-(?:turbo|fp8|tput)$/]
const DATE = /-(?:20\d{2}-?\d{2}-?\d{2}|\d{4}|\d{3}|v0\.\d)$/

/** Returns a model's name as the table lists it: without its provider, release date and packing. */
export function toSkillName(model: string): string {
  let name = model.trim().toLowerCase().split('/').at(-1)!.replaceAll(':', '-').replaceAll('_', '.')
  for (let before = ''; before !== name; ) {
    before = name
    for (const part of [...NOISE, DATE]) name = name.replace(part, '')
  }
  return name
}

/** A name without what providers spell differently: `claude-3.7-sonnet` and `claude-3-7-sonnet`, `llama3.1` and `llama-3.1`. */
const toSpelling = (name: string): string => name.replace(/(?<=[a-z])-(?=\d)/g, '').replaceAll('.', '-')

/** Returns one name for a model, however its provider spells it. */
export const toModelName = (model: string): string => toSpelling(toSkillName(model))

const SPELLINGS = new Map(Object.entries(SKILLS).map(([name, skill]) => [toSpelling(name), skill]))

/** Returns the accuracy of a model in the table, or in `own`, which is looked at first; `undefined` if it is unknown. */
export function findSkill(model: string, own: Readonly<Record<string, number>> = {}): number | undefined {
  return own[model] ?? SPELLINGS.get(toModelName(model))
}

/** What is known of a seat's model before it votes. */
export interface SeatRecord {
  /** Its accuracy in the skill table. */
  listed?: number | undefined
  /** Past decisions whose outcome is known, and in how many of them the model was right. */
  known: number
  right: number
  /** Past debates: how many pairs with another model there were, and in how many the two agreed. */
  pairs?: number
  agreed?: number
}

/** The constants, fitted like those of `weigh`. */
export const RATING = {
  /** The accuracy of a model of which nothing is known, and how many outcomes that is worth. */
  unknown: 0.57,
  panel: 20,
  /** How many outcomes the level of the panel is worth for a seat, without and with an entry in the table. */
  record: 15,
  listed: 25,
  /** How much of a difference in the table is believed. */
  trust: 0.6,
  /**
   * Agreement in past debates: how it tells the level of the panel, and a seat's place in it. It is shrunk by as many pairs as
   * `shrink` towards the agreement of a usual panel, since the first few pairs are chance.
   */
  agreement: { base: -0.07, level: 0.81, seat: 1.65, usual: 0.607, shrink: 60 },
}

export type Rating = typeof RATING

/**
 * Estimates the probability that each seat is right. The table tells seats apart; where no seat is listed, past agreement
 * does. Known outcomes correct both and set the level.
 */
export function rateSeats(records: readonly SeatRecord[], constants: Rating = RATING): number[] {
  const known = sum(records.map((record) => record.known))
  const right = sum(records.map((record) => record.right))
  const listed = records.flatMap((record) => (record.listed === undefined ? [] : toLogOdds(record.listed)))
  const middle = listed.length === 0 ? 0 : sum(listed) / listed.length
  const { unknown, places } = isRatedByAgreement(records)
    ? readAgreement(records, constants)
    : { unknown: constants.unknown, places: records.map(() => 0) }
  const level = (constants.panel * unknown + right) / (constants.panel + known)
  return records.map((record, i) => {
    const isListed = record.listed !== undefined
    const place = isListed ? constants.trust * (toLogOdds(record.listed!) - middle) : places[i]!
    const worth = isListed ? constants.listed : constants.record
    return (worth * toShare(toLogOdds(level) + place) + record.right) / (worth + record.known)
  })
}

/** Whether past agreement tells the seats apart: no model is listed, and there were past debates. */
export const isRatedByAgreement = (records: readonly SeatRecord[]): boolean =>
  records.every(({ listed }) => listed === undefined) && records.some(({ pairs = 0 }) => pairs > 0)

/** Reads how often the seats agreed with others: the level of the panel, and how far each seat is above it, in log-odds. */
function readAgreement(records: readonly SeatRecord[], { agreement }: Rating): { unknown: number; places: number[] } {
  const { base, level, seat, usual, shrink } = agreement
  const overall = shrinkTo(usual, shrink, {
    pairs: sum(records.map((record) => record.pairs ?? 0)),
    agreed: sum(records.map((record) => record.agreed ?? 0)),
  })
  const agreeing = records.map((record) => toLogOdds(shrinkTo(overall, shrink, record)))
  const middle = sum(agreeing) / agreeing.length
  return {
    unknown: toShare(base + level * toLogOdds(overall)),
    places: agreeing.map((one) => seat * (one - middle)),
  }
}

/** The share of pairs that agreed, as if there had been some more with the usual share. */
const shrinkTo = (
  usual: number,
  shrink: number,
  { pairs = 0, agreed = 0 }: Pick<SeatRecord, 'pairs' | 'agreed'>,
): number => (agreed + shrink * usual) / (pairs + shrink)

/** A seat's votes on one question, and what is known of the seat. */
export interface WeighedSeat {
  /** The probability that the seat is right, before it votes; see `rateSeats`. */
  skill: number
  /** The name of its model, by which seats with one model count as one witness; without it, the seat has a model of its own. */
  model?: string
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
  /** How many seats of equal weight, each with a model of its own, would count as much. */
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
  const heard = seats.map(({ skill, model, votes, usual }, i) => {
    const level = toLogOdds(clamp(skill, 0.05, 0.97))
    const surer = toSurer(votes, usual)
    // Hardly clamped: at the bound one more right answer would only raise the weights of the others, through the level of the panel.
    const odds = toLogOdds(clamp(skill, 1e-4, 1 - 1e-4))
    const weight = votes.length === 0 ? 0 : Math.exp(constants.power * odds + constants.surer * surer)
    return { witness: model ?? i, votes, level, surer, weight }
  })
  const total = sum(heard.map(({ weight }) => weight))
  const shares = new Map<string, number>()
  for (const { votes, weight } of heard)
    for (const { key, part } of votes) shares.set(key, (shares.get(key) ?? 0) + (part * weight) / total)

  // A model that is asked twice mostly says the same again, so it is one witness however many seats it has.
  const witnesses = [...Map.groupBy(heard, ({ witness }) => witness).values()]
  const effective = total ** 2 / sum(witnesses.map((same) => sum(same.map(({ weight }) => weight)) ** 2))
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

const toShare = (logOdds: number): number => 1 / (1 + Math.exp(-logOdds))

const clamp = (value: number, least: number, most: number): number => Math.min(most, Math.max(least, value))

const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0)
