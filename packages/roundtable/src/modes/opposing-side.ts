import type { Statement } from '../session/response.ts'
import type { Role, Stance } from '../session/seat.ts'

const SIDES: readonly [Stance, RegExp][] = [
  ['oppose', /^\W*(no|not|never|oppose|against|disagree|reject|decline|false)\b/i],
  ['support', /^\W*(yes|support|for|in favou?r|agree|approve|accept|adopt|true)\b/i],
]

/** That a seat argues the side which its role has it argue against. To argue neither is no departure. */
export function findOpposingSide({ stance, answer }: Statement, role: Role): string | undefined {
  const { stance: side } = role
  if (side === undefined || side === 'neutral') return undefined
  const opposite = side === 'support' ? 'oppose' : 'support'
  const duty = `The role “${role.name}” has it argue ${side}`
  if (stance === opposite) return `${duty}; it took the stance ${stance}.`
  const answered = answer === undefined ? undefined : SIDES.find(([, pattern]) => pattern.test(answer))?.[0]
  return answered === opposite ? `${duty}; it answered “${answer}”.` : undefined
}
