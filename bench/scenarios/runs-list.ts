import type { RunFilter, RunState, Store } from '@sweatpants/framework/log'
import { atMost, toCell } from '../report.ts'
import type { Scenario } from '../scenario.ts'
import { timeInEachStore } from './each-store.ts'

const RUNS = 100_000

/** Milliseconds. */
const LIMIT = 50

const STATES: readonly RunState[] = ['running', 'waiting', 'waiting', 'failed', 'completed', 'completed']

const PAGES: Readonly<Record<string, RunFilter>> = {
  'the first page': {},
  'what waits': { state: 'waiting' },
  'what one principal waits for, of one tool': { state: 'waiting', tool: 'tool-3', principal: 'user-7' },
  'a search for one run': { search: 'run-77777' },
}

export const runsList: Scenario = {
  name: 'runs',
  about: `Milliseconds to list 50 of ${RUNS.toLocaleString('en')} runs, and to count them by state.`,

  async measure({ quick, rounds }) {
    const runs = quick ? 2_000 : RUNS
    const all = runs.toLocaleString('en')
    const lists = Object.entries(PAGES).map(([what, filter]) => [what, (store: Store) => store.runs.list(filter)])
    const acts = { ...Object.fromEntries(lists), 'counts by state': (store: Store) => store.runs.count() }
    const timed = await timeInEachStore((store) => fill(store, runs), acts, rounds)
    return {
      tables: [
        {
          title: `Milliseconds with ${all} runs`,
          head: ['store', 'list', 'ms'],
          rows: timed.map(({ store, what, spread }) => [store, what, toCell(spread)]),
        },
      ],
      targets: timed
        .filter(({ what }) => what === 'the first page')
        .map(({ store, spread }) => atMost(`first page of ${all} runs in ${store}`, spread.median, LIMIT, ' ms')),
    }
  },
}

async function fill(store: Store, count: number): Promise<void> {
  const log = store.log('task')
  for (let first = 0; first < count; first += 1_000) {
    const numbers = Array.from({ length: Math.min(1_000, count - first) }, (_, i) => first + i)
    await Promise.all(
      numbers.map((n) => {
        const run = { tool: `tool-${n % 20}`, principal: `user-${n % 500}`, startedAt: n, state: STATES[n % 6]! }
        return log.create(`run-${n}`, { about: null, events: [], run })
      }),
    )
  }
}
