import type { Calibration } from './calibration.ts'
import { medianOf, sureness, type Voice } from './voice.ts'

/**
 * How likely each seat brags, so that its vote tells nothing. Somebody much surer than the others may know better; somebody
 * much surer who also wins the others over is more often just persuasive. Among two nobody can tell who is the odd one.
 */
export function findDoubts(voices: readonly Voice[], calibration: Calibration): number[] {
  const { unstated, brag, doubt, sway } = calibration
  const sure = voices.map(({ first }) => (first === undefined ? undefined : sureness(first, unstated)))
  return voices.map(({ first }, i) => {
    const others = sure.flatMap((one, j) => (j === i || one === undefined ? [] : [one]))
    if (first === undefined || others.length < 2) return 0
    const ahead = sure[i]! - medianOf(others)
    return 1 / (1 + Math.exp(-doubt * (ahead - brag + sway * (shareWonOver(voices, first.key) - 0.5))))
  })
}

/** Which share of those who had held something else hold this now. */
function shareWonOver(voices: readonly Voice[], key: string): number {
  const others = voices.filter(({ first }) => first !== undefined && first.key !== key)
  return others.length === 0 ? 0.5 : others.filter(({ now }) => now?.key === key).length / others.length
}
