import { describe } from './describe.ts'
import { ToolUsageError } from './errors.ts'
import { isObject } from './json.ts'

/** The names of all options of a type: one that is forgotten does not compile. */
export type OptionNames<O> = { readonly [K in keyof Required<O>]: true }

/** Throws a `ToolUsageError` for options that are no object, and for an option that does not exist: nothing would read it. */
export function checkOptions<O>(where: string, options: unknown, known: OptionNames<O>): void {
  const names = () => Object.keys(known).join(', ')
  if (!isObject(options))
    throw new ToolUsageError(`${where}: options are an object of ${names()}, not ${describe(options)}`)
  for (const name of Object.keys(options)) {
    if (!Object.hasOwn(known, name))
      throw new ToolUsageError(`${where} has no option "${name}"; the options are ${names()}`)
  }
}
