import { showRun } from '../control/read-run.ts'
import { RunControlError } from '../control/run-control-error.ts'
import { createRunControls, type RunControls } from '../control/run-controls.ts'
import type { Store } from '../log/log.ts'
import { RUN_STATES, type RunFilter, type RunRow, type RunState, readPlace } from '../log/run-index.ts'
import { readVariable } from '../models/provider.ts'
import type { Json } from '../tools/json.ts'
import type { MaybePromise } from '../tools/maybe-promise.ts'
import { readArgs, toUsageError, UsageError } from './args.ts'
import { toOutcome, toTable, toTime } from './inspect.ts'
import { findModules, loadOffer } from './load-offer.ts'
import { openStore, openStoreOfServer } from './open-store.ts'

const OPTIONS = {
  store: { type: 'string' },
  tool: { type: 'string' },
  state: { type: 'string' },
  principal: { type: 'string' },
  'older-than': { type: 'string' },
  search: { type: 'string' },
  after: { type: 'string' },
  limit: { type: 'string' },
  from: { type: 'string' },
  answer: { type: 'string' },
  module: { type: 'string', multiple: true },
  json: { type: 'boolean' },
} as const

type Values = ReturnType<typeof readArgs<typeof OPTIONS>>['values']

interface Asked extends StoreCommand<Values> {
  controls: RunControls
  /** Throws a `UsageError` when the command has no run. */
  id(): string
}

const COMMANDS: Readonly<Record<string, (asked: Asked) => Promise<string>>> = {
  async list({ store, values }) {
    const page = await store.runs.list(readFilter(values))
    if (values.json) return JSON.stringify(page, null, 2)
    if (page.runs.length === 0) return 'There are no such runs.'
    const rows = page.runs.map((run) => toRow(run, Date.now()))
    const more = page.next === undefined ? '' : `\n\nMore: --after ${page.next}`
    return toTable([['run', 'tool', 'principal', 'state', 'for', 'what'], ...rows]) + more
  },
  async show({ store, values, id }) {
    const shown = await showRun(store, id())
    if (values.json) return JSON.stringify(shown, null, 2)
    const { entries, waits = [], problem } = shown
    const head = [
      ['run', shown.id],
      ['tool', shown.version === undefined ? shown.tool : `${shown.tool} (version ${shown.version})`],
      ['principal', shown.principal ?? '(none)'],
      ['state', `${shown.state} since ${toTime(shown.changedAt)}`],
      ...waits.map(({ kind, key, to, since }) => [
        'waits for',
        `${kind} ${key}${describeTo(to)} since ${toTime(since)}`,
      ]),
      ...(problem === undefined ? [] : [['problem', problem]]),
      ['arguments', JSON.stringify(shown.arguments)],
    ]
    const rows = entries.map((entry, i) => {
      const [kind, key] = entry.type === 'halted' ? ['halted', ''] : [entry.kind, entry.key]
      const outcome = entry.type === 'halted' ? entry.reason : toOutcome(entry)
      return [String(i), toTime(entry.time), toDuration(entry.ms), kind, key, outcome]
    })
    const table = toTable([['entry', 'time', 'took', 'kind', 'key', 'outcome'], ...rows])
    return `${toTable(head)}\n\n${rows.length === 0 ? 'There are no entries yet.' : table}`
  },
  async cancel({ controls, id }) {
    await controls.cancel(id())
    return `Run ${id()} is being cancelled.`
  },
  async resume({ controls, id }) {
    await controls.resume(id())
    return `Run ${id()} is tried again by the next server that has its tool.`
  },
  async retry({ controls, values, id }) {
    const from = values.from === undefined ? undefined : readNumber(values.from, '--from')
    return `Run ${id()} is retried as ${await controls.retry(id(), from)}.`
  },
  async fork({ controls, values, id }) {
    if (values.from === undefined || values.answer === undefined) {
      throw new UsageError('runs fork takes --from <entry> and --answer <JSON>')
    }
    return `Run ${id()} goes on with this answer as ${await controls.fork(id(), readNumber(values.from, '--from'), readJson(values.answer, '--answer'))}.`
  },
  async forget({ controls, id }) {
    await controls.forget(id())
    return `Run ${id()} is deleted.`
  },
}

/** `sweatpants runs`: resolves to the exit code. */
export async function runs(args: readonly string[]): Promise<number> {
  const prepare = async (asked: StoreCommand<Values>): Promise<Asked> => {
    const { tools } = await loadOffer(findModules(asked.values.module ?? []))
    const controls = createRunControls({ store: asked.store, tools })
    return { ...asked, controls, id: () => asked.given('the id of a run; runs list shows them') }
  }
  return runOnStore('runs', COMMANDS, readArgs(args, OPTIONS), prepare, RunControlError)
}

/** A command that reads or changes a store. */
export interface StoreCommand<V> {
  store: Store
  values: V
  /** The argument after the command; throws a `UsageError` that says what it is when it is missing. */
  given(what: string): string
}

/** Runs the command that the first argument names, `list` without one, and prints what it returns. */
export async function runOnStore<V extends { store?: string | undefined }, A>(
  program: string,
  commands: Readonly<Record<string, (asked: A) => Promise<string>>>,
  { values, positionals }: { values: V; positionals: string[] },
  prepare: (command: StoreCommand<V>) => MaybePromise<A>,
  /** Which errors are mistakes of the user. */
  Mistake: new (...args: never[]) => Error,
  /** The commands that create a store. */
  creates: readonly string[] = [],
): Promise<number> {
  const [name = 'list', argument, unexpected] = positionals
  const command = commands[name]
  if (command === undefined) throw new UsageError(`${program} takes ${Object.keys(commands).join(', ')}, not "${name}"`)
  const extra = name === 'list' ? argument : unexpected
  if (extra !== undefined) throw new UsageError(`unexpected argument "${extra}"; --help lists the options`)
  const given = (what: string) => {
    if (argument === undefined) throw new UsageError(`${program} ${name} takes ${what}`)
    return argument
  }
  const open = creates.includes(name) ? openStore : openStoreOfServer
  await using store = await open(readStore(values.store))
  try {
    console.log(await command(await prepare({ store, values, given })))
    return 0
  } catch (error) {
    throw error instanceof Mistake && !(error instanceof UsageError) ? toUsageError(error) : error
  }
}

/** Returns the location of the store that a command about runs reads. */
export function readStore(flag: string | undefined): string {
  const location = flag ?? readVariable(process.env, 'STORE')
  if (location === undefined) throw new UsageError('expected the store of the runs: pass --store, or set STORE')
  return location
}

function readFilter(values: Values): RunFilter {
  const { tool, state, principal, search, after, limit } = values
  if (state !== undefined && !RUN_STATES.includes(state as RunState)) {
    throw new UsageError(`--state takes ${RUN_STATES.join(', ')}, not "${state}"`)
  }
  if (after !== undefined && readPlace(after) === undefined) {
    throw new UsageError(`--after takes what a list prints after "More: --after", not "${after}"`)
  }
  const olderThan = values['older-than']
  return {
    ...(tool !== undefined && { tool }),
    ...(state !== undefined && { state: state as RunState }),
    ...(principal !== undefined && { principal }),
    ...(search !== undefined && { search }),
    ...(after !== undefined && { after }),
    ...(limit !== undefined && { limit: readNumber(limit, '--limit', 1) }),
    ...(olderThan !== undefined && { olderThan: readSpan(olderThan, '--older-than') }),
  }
}

const UNITS: Readonly<Record<string, number>> = { s: 1_000, m: 60_000, h: 3_600_000, d: 86_400_000 }

/** Reads a length of time in milliseconds; `name` is for the error. */
export function readSpan(text: string, name: string): number {
  const [, count, unit] = /^(\d+)([smhd])$/.exec(text) ?? []
  if (unit === undefined) throw new UsageError(`${name} takes a time like 90s, 15m, 12h or 3d, not "${text}"`)
  return Number(count) * UNITS[unit]!
}

function readNumber(text: string, name: string, least = 0): number {
  if (/^\d{1,9}$/.test(text) && Number(text) >= least) return Number(text)
  throw new UsageError(`${name} takes a whole number from ${least}, not "${text}"`)
}

export function readJson(text: string, name: string): Json {
  try {
    return JSON.parse(text)
  } catch (cause) {
    throw new UsageError(`${name} takes JSON, not "${text}"`, { cause })
  }
}

function toRow({ id, tool, principal, state, changedAt, detail }: RunRow, now: number): string[] {
  const waits = detail?.waits?.map(({ kind, key, to }) => `${kind} ${key}${describeTo(to)}`) ?? []
  return [id, tool, principal ?? '', state, toDuration(now - changedAt), detail?.problem ?? waits.join(', ')]
}

const describeTo = (to: readonly string[] | undefined): string => (to === undefined ? '' : ` (of ${to.join(', ')})`)

/** Returns a time in its largest unit: `3 d`, `250 ms`. */
export function toDuration(ms: number): string {
  const [unit, size] = Object.entries(UNITS).findLast(([, size]) => ms >= size) ?? ['ms', 1]
  return `${Math.floor(Math.max(0, ms) / size)} ${unit}`
}
