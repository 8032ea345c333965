import { showRun } from '../control/read-run.ts'
import { RunControlError } from '../control/run-control-error.ts'
import { createRunControls, type RunControls } from '../control/run-controls.ts'
import { RUN_STATES, type RunFilter, type RunRow, readPlace } from '../log/run-index.ts'
import { defined } from '../tools/defined.ts'
import { readArgs, readChoice, readWritten, UsageError } from './args.ts'
import { COMMANDS } from './commands.ts'
import { toOutcome } from './inspect.ts'
import { findModules, loadOffer } from './load-offer.ts'
import { runOnStore, type StoreActions, type StoreCommand } from './store-command.ts'
import { toList, toPlaceError, toTable } from './table.ts'
import { readSpan, toDuration, toTime } from './times.ts'

type Values = ReturnType<typeof readArgs<typeof COMMANDS.runs.options>>['values']

type Asked = StoreCommand<Values>

const idOf = ({ given }: Asked): string => given('the id of a run; runs list shows them')

/** With the tools of `--module`. */
async function controlsOf({ store, values }: Asked): Promise<RunControls> {
  const { tools } = await loadOffer(findModules(values.module ?? []))
  return createRunControls({ store, tools })
}

const ACTIONS: StoreActions<Values> = {
  async list({ store, values }) {
    const page = await store.runs.list(readFilter(values))
    const rows = page.runs.map((run) => toRow(run, Date.now()))
    const columns = ['run', 'tool', 'principal', 'state', 'for', 'what']
    return toList({ page, columns, rows, empty: 'There are no such runs.', next: page.next }, values.json)
  },
  async show(asked) {
    const { store, values } = asked
    const shown = await showRun(store, idOf(asked))
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
  async cancel(asked) {
    const id = idOf(asked)
    await (await controlsOf(asked)).cancel(id)
    return `Run ${id} is being cancelled.`
  },
  async resume(asked) {
    const id = idOf(asked)
    await (await controlsOf(asked)).resume(id)
    return `Run ${id} is tried again by the next server that has its tool.`
  },
  async retry(asked) {
    const id = idOf(asked)
    const { from } = asked.values
    const controls = await controlsOf(asked)
    return `Run ${id} is retried as ${await controls.retry(id, from === undefined ? undefined : readNumber(from, '--from'))}.`
  },
  async fork(asked) {
    const { from, answer } = asked.values
    if (from === undefined || answer === undefined) {
      throw new UsageError('runs fork takes --from <entry> and --answer <JSON>')
    }
    const id = idOf(asked)
    const controls = await controlsOf(asked)
    const forked = await controls.fork(id, readNumber(from, '--from'), readWritten(answer, '--answer is'))
    return `Run ${id} goes on with this answer as ${forked}.`
  },
  async forget(asked) {
    const id = idOf(asked)
    await (await controlsOf(asked)).forget(id)
    return `Run ${id} is deleted.`
  },
}

/** `sweatpants runs`: resolves to the exit code. */
export const runs = (args: readonly string[]): Promise<number> =>
  runOnStore('runs', ACTIONS, readArgs(args, COMMANDS.runs.options), {
    isMistake: (error) => error instanceof RunControlError,
  })

function readFilter(values: Values): RunFilter {
  const { tool, state, principal, search, after, limit } = values
  if (after !== undefined && readPlace(after) === undefined) throw toPlaceError(after)
  const olderThan = values['older-than']
  return {
    ...(tool !== undefined && { tool }),
    ...(state !== undefined && { state: readChoice(state, RUN_STATES, '--state') }),
    ...defined({ principal, search, after }),
    ...(limit !== undefined && { limit: readNumber(limit, '--limit', 1) }),
    ...(olderThan !== undefined && { olderThan: readSpan(olderThan, '--older-than') }),
  }
}

function readNumber(text: string, name: string, least = 0): number {
  if (/^\d{1,9}$/.test(text) && Number(text) >= least) return Number(text)
  throw new UsageError(`${name} takes a whole number from ${least}, not "${text}"`)
}

function toRow({ id, tool, principal, state, changedAt, detail }: RunRow, now: number): string[] {
  const waits = detail?.waits?.map(({ kind, key, to }) => `${kind} ${key}${describeTo(to)}`) ?? []
  return [id, tool, principal ?? '', state, toDuration(now - changedAt), detail?.problem ?? waits.join(', ')]
}

const describeTo = (to: readonly string[] | undefined): string => (to === undefined ? '' : ` (of ${to.join(', ')})`)
