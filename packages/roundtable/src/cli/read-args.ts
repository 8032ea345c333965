import { type ParseArgsConfig, parseArgs } from 'node:util'
import { messageOf, UsageError } from './usage-error.ts'

/** Options and positionals of a command; a `UsageError` for what it does not take. */
export function readArgs<const O extends NonNullable<ParseArgsConfig['options']>>(args: readonly string[], options: O) {
  try {
    return parseArgs({ args: [...args], options, allowPositionals: true })
  } catch (error) {
    // What follows the first sentence is advice about positionals that look like options.
    throw new UsageError(`${messageOf(error).split('. ')[0]}; --help tells what there is`)
  }
}
