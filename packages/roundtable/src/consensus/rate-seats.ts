import { toLogOdds, toShare } from './weigh.ts'

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
  /** Agreement in past debates: how it tells the level of the panel, and a seat's place in it. */
  agreement: { base: -0.07, level: 0.81, seat: 1.65, shrink: 6 },
}

export type Rating = typeof RATING

/**
 * Estimates the probability that each seat is right. The table tells seats apart, known outcomes correct it and set the
 * level; without a table and without outcomes, past agreement tells seats apart.
 */
export function rateSeats(records: readonly SeatRecord[], constants: Rating = RATING): number[] {
  const known = sum(records.map((record) => record.known))
  const right = sum(records.map((record) => record.right))
  const level = (constants.panel * constants.unknown + right) / (constants.panel + known)
  const listed = records.flatMap((record) => (record.listed === undefined ? [] : toLogOdds(record.listed)))
  const middle = listed.length === 0 ? 0 : sum(listed) / listed.length
  const agreeing = isRatedByAgreement(records) ? rateByAgreement(records, constants) : undefined
  return records.map((record, i) => {
    if (agreeing !== undefined) return agreeing[i]!
    const isListed = record.listed !== undefined
    const before = isListed ? toShare(toLogOdds(level) + constants.trust * (toLogOdds(record.listed!) - middle)) : level
    const worth = isListed ? constants.listed : constants.record
    return (worth * before + record.right) / (worth + record.known)
  })
}

/** Whether past agreement tells the seats apart: no model is listed, no outcome is known, and there were past debates. */
export const isRatedByAgreement = (records: readonly SeatRecord[]): boolean =>
  records.every(({ listed, known }) => listed === undefined && known === 0) &&
  records.some(({ pairs = 0 }) => pairs > 0)

/** Rates seats by how often they agreed with others. */
function rateByAgreement(records: readonly SeatRecord[], { agreement }: Rating): number[] {
  const pairs = sum(records.map((record) => record.pairs ?? 0))
  const overall = within(sum(records.map((record) => record.agreed ?? 0)) / pairs)
  const places = records.map((record) =>
    toLogOdds(within(((record.agreed ?? 0) + agreement.shrink * overall) / ((record.pairs ?? 0) + agreement.shrink))),
  )
  const middle = sum(places) / places.length
  return places.map((place) =>
    toShare(agreement.base + agreement.level * toLogOdds(overall) + agreement.seat * (place - middle)),
  )
}

/** Keeps a share away from 0 and 1, whose log-odds are infinite. */
const within = (share: number): number => Math.min(0.98, Math.max(0.02, share))

const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0)
