import type { Store } from '../log/log.ts'
import { toUsageError, UsageError } from './args.ts'
import { openStore, openStoreOfServer, readStore, STORE_FORMS } from './open-store.ts'
import { printResult, reserveStdout } from './program.ts'

/** A command that reads or changes a store. */
export interface StoreCommand<V> {
  store: Store
  values: V
  /** The argument after the command; throws a `UsageError` that says what it is when it is missing. */
  given(what: string): string
}

/** What can be asked of a store, by the name of the command. Each resolves to the text to print. */
export type StoreActions<V> = Readonly<Record<string, (asked: StoreCommand<V>) => Promise<string>>>

export interface StoreCommandOptions {
  /** Which errors are mistakes of the user. */
  isMistake?: (error: unknown) => boolean
  /** The commands that create a store. */
  creates?: readonly string[]
}

/** Runs the command that the first argument names, `list` without one, and prints what it resolves to. Resolves to the exit code. */
export async function runOnStore<V extends { store?: string | undefined }>(
  program: string,
  actions: StoreActions<V>,
  { values, positionals }: { values: V; positionals: string[] },
  { isMistake = () => false, creates = [] }: StoreCommandOptions = {},
): Promise<number> {
  const [name = 'list', argument, unexpected] = positionals
  const act = Object.hasOwn(actions, name) ? actions[name] : undefined
  if (act === undefined) throw new UsageError(`${program} takes ${Object.keys(actions).join(', ')}, not "${name}"`)
  const extra = name === 'list' ? argument : unexpected
  if (extra !== undefined) throw new UsageError(`unexpected argument "${extra}"; --help lists the options`)
  const given = (what: string) => {
    if (argument === undefined) throw new UsageError(`${program} ${name} takes ${what}`)
    return argument
  }
  const location = requireStore(program, values.store)
  // A module that is loaded may print.
  reserveStdout()
  await using store = await (creates.includes(name) ? openStore : openStoreOfServer)(location)
  try {
    printResult(await act({ store, values, given }))
    return 0
  } catch (error) {
    throw isMistake(error) && !(error instanceof UsageError) ? toUsageError(error) : error
  }
}

/** Returns the location of the store that a command is about. */
export function requireStore(program: string, flag: string | undefined): string {
  const location = readStore(flag)
  if (location === undefined) throw new UsageError(`${program} needs the store: --store <${STORE_FORMS}>, or STORE`)
  return location
}
