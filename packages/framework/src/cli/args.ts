import { type ParseArgsConfig, parseArgs } from 'node:util'
import type { Model } from '../models/model.ts'
import { type Env, readVariable } from '../models/provider.ts'
import { messageOf } from '../tools/describe.ts'
import { SweatpantsError } from '../tools/errors.ts'
import type { Json } from '../tools/json.ts'

/** A mistake of the user who started a program. It is printed as one sentence without a stack; the exit code is 2. */
export class UsageError extends SweatpantsError {
  override name = 'UsageError'
}

/** A `UsageError` with the message of another error, after `prefix`. */
export const toUsageError = (cause: unknown, prefix = ''): UsageError =>
  new UsageError(`${prefix}${messageOf(cause)}`, { cause })

type Options = NonNullable<ParseArgsConfig['options']>

/** The options and positionals of a command; throws a `UsageError` for an option that it does not have. */
export function readArgs<const O extends Options>(args: readonly string[], options: O) {
  try {
    return parseArgs({ args: [...args], options, allowPositionals: true })
  } catch (error) {
    // The sentences after the first one are advice about positionals and values that look like options.
    const problem = messageOf(error).split(/\.\s/)[0]!
    const unknown = /^Unknown option '--(.*)'/.exec(problem)?.[1]
    const nearest = unknown && findNearest(unknown, Object.keys(options))
    const [, name] = /^Option '(--[^' ]+)' argument is ambiguous/.exec(problem) ?? []
    if (name !== undefined) throw new UsageError(`${name} takes a value; one that begins with - is written ${name}=-…`)
    throw new UsageError(`${problem}; ${nearest ? `did you mean --${nearest}? ` : ''}--help lists the options`)
  }
}

/** Returns the known name that is most like a mistyped one, unless more than `most` letters differ. */
export function findNearest(name: string, known: readonly string[], most = 2): string | undefined {
  const typed = name.slice(0, 40).toLowerCase()
  const [nearest] = known
    .map((one) => ({ one, edits: countEdits(typed, one.toLowerCase()) }))
    .sort((a, b) => a.edits - b.edits)
  return nearest !== undefined && nearest.edits <= most ? nearest.one : undefined
}

/** The Levenshtein distance. */
function countEdits(one: string, other: string): number {
  let row = Array.from({ length: other.length + 1 }, (_, i) => i)
  for (const [i, letter] of [...one].entries()) {
    const next = [i + 1]
    for (let j = 1; j <= other.length; j++)
      next.push(Math.min(row[j]! + 1, next[j - 1]! + 1, row[j - 1]! + Number(letter !== other[j - 1])))
    row = next
  }
  return row[other.length]!
}

/** The options of a command that takes no positionals. */
export function readOptions<const O extends Options>(args: readonly string[], options: O) {
  const { values, positionals } = readArgs(args, options)
  const [unexpected] = positionals
  if (unexpected === undefined) return values
  throw new UsageError(`unexpected argument "${unexpected}"; --help lists the options`)
}

/**
 * Reads the port in an option, or else in its environment variable. Returns `undefined` if neither is set. The error names
 * the one that holds the mistake.
 */
export function readPort(option: string | undefined, variable: string, env: Env): number | undefined {
  const name = option === undefined ? variable : `--${variable.toLowerCase().replaceAll('_', '-')}`
  const text = option ?? readVariable(env, variable)
  if (text === undefined) return undefined
  const port = Number(text)
  if (/^\d+$/.test(text) && port <= 65_535) return port
  throw new UsageError(`${name} takes a port from 0 to 65535, not "${text}"`)
}

/** Reads one of some words; `name` is for the error. */
export function readChoice<T extends string>(text: string, choices: readonly T[], name: string): T {
  const found = choices.find((choice) => choice === text)
  if (found !== undefined) return found
  throw new UsageError(`${name} takes ${choices.join(', ')}, not "${text}"`)
}

/** Reads JSON that a person wrote; `what` is for the error. */
export function readWritten(json: string, what: string): Json {
  try {
    return JSON.parse(json)
  } catch (cause) {
    throw toUsageError(cause, `${what} not JSON: `)
  }
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
