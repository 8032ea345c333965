import type { Calibration } from './calibration.ts'
import { medianOf, sureness, type Voice } from './voice.ts'

/** Who is behind by no more than this, in log-odds, is as sure. */
const NEAR = 1

/**
 * How likely each seat brags, so that its vote tells nothing. Somebody much surer than the others may know better; somebody
 * much surer who also wins the others over is more often just persuasive. Nobody brags who is borne out by another family
 * that is as sure. Among two nobody can tell who is the odd one.
 */
export function findDoubts(voices: readonly Voice[], calibration: Calibration): number[] {
  const { unstated, brag, doubt, sway } = calibration
  return voices.map((voice) => {
    const { first, family } = voice
    const others = voices.filter((other) => other !== voice && other.first?.confidence !== undefined)
    if (first?.confidence === undefined || others.length < 2) return 0
    const aheadOf = (other: Voice) => sureness(first, unstated) - sureness(other.first!, unstated)
    const bearsOut = (other: Voice) =>
      other.first?.key === first.key && other.family !== family && aheadOf(other) <= NEAR
    if (others.some(bearsOut)) return 0
    const ahead = medianOf(others.map(aheadOf))
    return 1 / (1 + Math.exp(-doubt * (ahead - brag + sway * (shareWonOver(voices, first.key) - 0.5))))
  })
}

/** Which share of those who had held something else hold this now. */
function shareWonOver(voices: readonly Voice[], key: string): number {
  const others = voices.filter(({ first }) => first !== undefined && first.key !== key)
  return others.length === 0 ? 0.5 : others.filter(({ now }) => now?.key === key).length / others.length
}
