import type { Calibration } from './calibration.ts'
import { type Held, sureness, type Voice } from './voice.ts'

/** Who is behind by no more than this, in log-odds, is as sure. */
const NEAR = 1

/**
 * How likely each seat brags, so that its vote tells nothing. Somebody much surer than the others may know better; somebody
 * much surer who also wins the others over is more often just persuasive. Nobody brags who says what all say, who is borne out
 * by another family that is as sure, or who says something else when asked again. Among two nobody can tell who is the odd one.
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
    // Of four others, that is how far it is ahead of the second.
    const ahead = others.map(aheadOf).sort((a, b) => a - b)[(others.length - 1) >> 1]!
    return 1 / (1 + Math.exp(-doubt * (ahead - brag + sway * (shareWonOver(voices, first.key) - 0.5))))
  })
}

/** What a seat has said on its own. */
const listHeld = ({ first, again }: Voice): Held[] => [first, again].flatMap((held) => held ?? [])

const hasSaid = (voice: Voice, key: string): boolean => listHeld(voice).some((held) => held.key === key)

/** How sure a seat is on its own, whatever of. */
function meanSureness(voice: Voice, unstated: number): number {
  const sure = listHeld(voice).flatMap((held) => (held.confidence === undefined ? [] : sureness(held, unstated)))
  return sure.reduce((sum, one) => sum + one, 0) / sure.length
}

/** Which share of those who had held something else hold this now. */
function shareWonOver(voices: readonly Voice[], key: string): number {
  const others = voices.filter((voice) => voice.first !== undefined && !hasSaid(voice, key))
  return others.length === 0 ? 0.5 : others.filter(({ now }) => now?.key === key).length / others.length
}
