import { type ParseArgsConfig, parseArgs } from 'node:util'
import type { Model } from '../models/model.ts'
import { readVariable } from '../models/provider.ts'
import { SweatpantsError } from '../tools/errors.ts'

/** A mistake of the user who started a program. It is printed as one sentence without a stack; the exit code is 2. */
export class UsageError extends SweatpantsError {
  override name = 'UsageError'
}

export const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error))

/** A `UsageError` with the message of another error, after `prefix`. */
export const toUsageError = (cause: unknown, prefix = ''): UsageError =>
  new UsageError(`${prefix}${messageOf(cause)}`, { cause })

type Options = NonNullable<ParseArgsConfig['options']>

/** The options and positionals of a command; throws a `UsageError` for an option that it does not have. */
export function readArgs<const O extends Options>(args: readonly string[], options: O) {
  try {
    return parseArgs({ args: [...args], options, allowPositionals: true })
  } catch (error) {
    // The sentences after the first one are advice about positionals that look like options.
    throw new UsageError(`${messageOf(error).split('. ')[0]}; --help lists the options`)
  }
}

/** The options of a command that takes no positionals. */
export function readOptions<const O extends Options>(args: readonly string[], options: O) {
  const { values, positionals } = readArgs(args, options)
  const [unexpected] = positionals
  if (unexpected === undefined) return values
  throw new UsageError(`unexpected argument "${unexpected}"; --help lists the options`)
}

/** Reads a port that an option or a variable has; `name` is for the error. */
export function readPort(text: string, name: string): number {
  const port = Number(text)
  if (/^\d+$/.test(text) && port <= 65_535) return port
  throw new UsageError(`${name} takes a port from 0 to 65535, not "${text}"`)
}

/** Resolves the model in `--model` or `MODEL`, or to `undefined` if neither is set. */
export async function readModel(flag: string | undefined): Promise<Model | undefined> {
  const id = flag ?? readVariable(process.env, 'MODEL')
  if (id === undefined) return undefined
  const { resolveModel } = await import('../models/resolve.ts')
  return resolveModel(id).catch((cause) => {
    throw toUsageError(cause)
  })
}
