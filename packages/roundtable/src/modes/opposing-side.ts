import type { Statement } from '../session/response.ts'
import type { Role } from '../session/seat.ts'

const SIDES: readonly ['support' | 'oppose', RegExp][] = [
  ['oppose', /^\W*(no|not|never|oppose|against|disagree|reject|decline|false)\b/i],
  ['support', /^\W*(yes|support|for|in favou?r|agree|approve|accept|adopt|true)\b/i],
]

/** Returns the side that an answer names with its first word, or `undefined`. */
export const sideOf = (answer: string): 'support' | 'oppose' | undefined =>
  SIDES.find(([, pattern]) => pattern.test(answer))?.[0]

/** Describes how a statement argues the side opposite to its role. Arguing neither side is no violation. */
export function findOpposingSide({ stance, answer }: Statement, role: Role): string | undefined {
  const { stance: side } = role
  if (side === undefined || side === 'neutral') return undefined
  const opposite = side === 'support' ? 'oppose' : 'support'
  const duty = `The role “${role.name}” has it argue ${side}`
  if (stance === opposite) return `${duty}; it took the stance ${stance}.`
  const answered = answer === undefined ? undefined : sideOf(answer)
  return answered === opposite ? `${duty}; it answered “${answer}”.` : undefined
}
