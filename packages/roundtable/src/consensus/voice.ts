import type { Calibration } from './calibration.ts'

/** An answer of a seat, with its stated confidence. */
export interface Held {
  key: string
  confidence?: number | undefined
}

/** The votes of a seat, as input for the pool. */
export interface Voice {
  family: string
  /** Before the seat heard others. */
  first?: Held | undefined
  /** When the seat was asked again in private, because the first answers differed. */
  again?: Held | undefined
  /** Now, after the seat heard others. */
  now?: Held | undefined
  /** Whether facts had arrived when the seat changed to this answer. */
  isInformed?: boolean
}

/** Limits for stated confidences. */
const BOUNDS = { least: 0.02, most: 0.99 }

/** The log-odds of a stated confidence. */
export function sureness({ confidence }: Held, unstated: number): number {
  const stated = Math.min(BOUNDS.most, Math.max(BOUNDS.least, confidence ?? unstated))
  return Math.log(stated / (1 - stated))
}

export function medianOf(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b)
  const half = sorted.length >> 1
  return sorted.length % 2 === 1 ? sorted[half]! : (sorted[half - 1]! + sorted[half]!) / 2
}

/** A seat that is behind by no more than this, in log-odds, counts as equally confident. */
const NEAR = 1

/**
 * The probability that each seat is overconfident, so that its vote is worthless. A seat that is much more confident than the
 * others may know better; if it also convinces the others, it is more often just persuasive. A seat is not doubted if all agree
 * with it, if an equally confident seat of another family confirms it, or if it changes its answer when asked again. With only one other seat there is no outlier.
 */
export function findDoubts(voices: readonly Voice[], { unstated, brag, doubt, sway }: Calibration): number[] {
  const stated = voices.filter(({ first }) => first?.confidence !== undefined)
  return voices.map((voice) => {
    const { first, again = first, family } = voice
    const others = stated.filter((other) => other !== voice)
    if (first?.confidence === undefined || again?.key !== first.key || others.length < 2) return 0
    const aheadOf = (other: Voice) => meanSureness(voice, unstated) - meanSureness(other, unstated)
    const agrees = (other: Voice) => listHeld(other).every(({ key }) => key === first.key)
    const bearsOut = (other: Voice) => hasSaid(other, first.key) && other.family !== family && aheadOf(other) <= NEAR
    if (others.every(agrees) || others.some(bearsOut)) return 0
    // Of four others, this is the lead over the second.
    const ahead = others.map(aheadOf).sort((a, b) => a - b)[(others.length - 1) >> 1]!
    return 1 / (1 + Math.exp(-doubt * (ahead - brag + sway * (shareWonOver(voices, first.key) - 0.5))))
  })
}

/** The private votes of a seat. */
const listHeld = ({ first, again }: Voice): Held[] => [first, again].flatMap((held) => held ?? [])

const hasSaid = (voice: Voice, key: string): boolean => listHeld(voice).some((held) => held.key === key)

/** The mean confidence of the private votes of a seat, in log-odds. */
function meanSureness(voice: Voice, unstated: number): number {
  const sure = listHeld(voice).flatMap((held) => (held.confidence === undefined ? [] : sureness(held, unstated)))
  return sure.reduce((sum, one) => sum + one, 0) / sure.length
}

/** The share of seats that held another answer at first and hold this one now. */
function shareWonOver(voices: readonly Voice[], key: string): number {
  const others = voices.filter((voice) => voice.first !== undefined && !hasSaid(voice, key))
  return others.length === 0 ? 0.5 : others.filter(({ now }) => now?.key === key).length / others.length
}
