import { describe } from '../tools/describe.ts'
import { SweatpantsError } from '../tools/errors.ts'

/** Returns the defaults with what is given instead. Throws a `SweatpantsError` for a limit that does not exist, or is no number. */
export function readLimits<L extends { [K in keyof L]: number }>(defaults: L, given: Partial<L> = {}): L {
  const entries = Object.entries<unknown>(given).filter(([, value]) => value !== undefined)
  for (const [name, value] of entries) {
    if (!Object.hasOwn(defaults, name))
      throw new SweatpantsError(`there is no limit "${name}"; the limits are ${Object.keys(defaults).join(', ')}`)
    if (!(typeof value === 'number' && value >= 0))
      throw new SweatpantsError(`limits.${name} is a number from 0 on, not ${describe(value)}`)
  }
  return { ...defaults, ...Object.fromEntries(entries) }
}
