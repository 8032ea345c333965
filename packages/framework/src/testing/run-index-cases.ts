import assert from 'node:assert/strict'
import { FenceError } from '../log/log.ts'
import type { RunFilter, RunIndex, RunMark } from '../log/run-index.ts'
import { type ContractLog, LONG, type LogCheck, numbered, refTo, refused, take } from './log-case.ts'

const mark = (changed: Partial<RunMark> = {}): RunMark => ({ tool: 'book', state: 'running', startedAt: 1, ...changed })

const start = async (log: ContractLog, id: string, changed: Partial<RunMark> = {}): Promise<void> => {
  await log.create(id, { about: null, events: [], run: mark(changed) })
}

const idsOf = async (runs: RunIndex, filter?: RunFilter): Promise<string[]> =>
  (await runs.list(filter)).runs.map(({ id }) => id)

/** The index of runs: what is listed, in which order, and when it changes. */
export const runIndexCases: Record<string, LogCheck> = {
  async 'a stream that was created as a run is listed with all that its mark says'({ log, runs }) {
    const waits = [{ kind: 'elicit', key: 'sure \0 "?"', since: 5 }]
    const full = mark({ version: '2', principal: 'ada', state: 'waiting', startedAt: 1.5, detail: { waits } })
    await log.create('a', { about: null, events: [], run: full })
    await log.create('b', { about: null, events: [] })
    const { runs: listed, next } = await runs.list()
    assert.deepEqual(
      listed.map(({ changedAt: _, ...run }) => run),
      [{ ...refTo('a'), ...full }],
    )
    assert.equal(next, undefined)
    assert.deepEqual(await runs.find('a'), listed[0])
    assert.equal(await runs.find('b'), undefined)
  },

  async 'of runs with one id the latest changed is found'({ store, log, runs, advance }) {
    await start(log, 'a')
    await advance(20)
    await store.log('another').create('a', { about: null, events: [], run: mark({ tool: 'pay' }) })
    assert.equal((await runs.find('a'))?.kind, 'another')
    await advance(20)
    await log.append('a', { events: [], run: { state: 'completed' } })
    assert.equal((await runs.find('a'))?.kind, refTo('a').kind)
  },

  async 'the state of a run changes with an append, also with a quiet one'({ log, runs }) {
    await start(log, 'a')
    const problem = { state: 'failed', detail: { problem: 'no flights' } } as const
    await log.append('a', { events: numbered(1), isQuiet: true, run: problem })
    const { changedAt: _, ...failed } = (await runs.find('a'))!
    assert.deepEqual(failed, { ...refTo('a'), ...mark(problem) })
    await log.append('a', { events: [], run: { state: 'running' } })
    assert.equal((await runs.find('a'))?.detail, undefined)
    await log.append('a', { events: numbered(2) })
    assert.equal((await runs.find('a'))?.state, 'running')
  },

  async 'a run tells since when it is in its state'({ log, runs, advance }) {
    const waits = (key: string) => ({ waits: [{ kind: 'elicit', key, since: 1 }] })
    await start(log, 'a')
    const { changedAt } = (await runs.find('a'))!
    await advance(20)
    await log.append('a', { events: [], run: { state: 'running', detail: waits('one') } })
    assert.equal((await runs.find('a'))?.changedAt, changedAt)
    await log.append('a', { events: [], run: { state: 'waiting', detail: waits('two') } })
    const changed = (await runs.find('a'))!
    assert.ok(changed.changedAt > changedAt, `expected a time after ${changedAt}`)
    assert.deepEqual(changed.detail, waits('two'))
  },

  async 'an append that is refused or repeated changes no run'({ log, leases, runs }) {
    await leases.beat('one', LONG)
    await start(log, 'a')
    const fence = await take(leases, 'a', 'one')
    await refused(() => log.append('a', { events: [], fence: fence - 1, run: { state: 'failed' } }), FenceError)
    await log.append('a', { events: [], fence, write: 1, run: { state: 'waiting' } })
    await log.append('a', { events: [], fence, write: 1, run: { state: 'failed' } })
    assert.equal((await runs.find('a'))?.state, 'waiting')
  },

  async 'runs are listed the latest changed first'({ log, runs, advance }) {
    for (const id of ['a', 'b', 'c']) {
      await start(log, id)
      await advance(20)
    }
    await log.append('a', { events: [], run: { state: 'completed' } })
    assert.deepEqual(await idsOf(runs), ['a', 'c', 'b'])
  },

  async 'runs are listed by tool, state, principal and age'({ log, runs, advance }) {
    await start(log, 'a', { principal: 'ada' })
    await start(log, 'b', { principal: 'bob', state: 'waiting' })
    await advance(250)
    await start(log, 'c', { principal: 'ada', tool: 'pay' })
    // First, and with time to spare: a list on a slow store takes some of it.
    assert.deepEqual((await idsOf(runs, { olderThan: 200 })).toSorted(), ['a', 'b'])
    assert.deepEqual(await idsOf(runs, { tool: 'pay' }), ['c'])
    assert.deepEqual(await idsOf(runs, { state: 'waiting' }), ['b'])
    assert.deepEqual(await idsOf(runs, { principal: 'ada' }), ['c', 'a'])
    assert.deepEqual(await idsOf(runs, { principal: 'ada', tool: 'book', state: 'running' }), ['a'])
    assert.deepEqual(await idsOf(runs, { principal: 'ada', state: 'waiting' }), [])
    assert.deepEqual(await idsOf(runs, { olderThan: LONG }), [])
  },

  async 'a search finds text in the id, the tool and the principal of a run'({ log, runs, advance }) {
    await start(log, 'Trip-1', { principal: 'ada' })
    await advance(20)
    await start(log, '100%', { tool: 'pay_TRIP' })
    await advance(20)
    await start(log, 'c', { principal: 'Bob' })
    assert.deepEqual(await idsOf(runs, { search: 'trip' }), ['100%', 'Trip-1'])
    assert.deepEqual(await idsOf(runs, { search: 'bOB' }), ['c'])
    assert.deepEqual(await idsOf(runs, { search: '%' }), ['100%'])
    assert.deepEqual(await idsOf(runs, { search: 'nothing' }), [])
    assert.deepEqual(await idsOf(runs, { search: 'c book' }), [])
    await start(log, 'd', { principal: 'Élise' })
    for (const search of ['Élise', 'lise']) assert.deepEqual(await idsOf(runs, { search }), ['d'])
    await start(log, 'say "e"')
    for (const search of ['"', '"e']) assert.deepEqual(await idsOf(runs, { search }), ['say "e"'])
    // What a store may put between the three.
    assert.deepEqual(await idsOf(runs, { search: '\n' }), [])
  },

  async 'the pages of a list have every run once, also those that changed at the same time'({ log, runs, advance }) {
    const ids = Array.from({ length: 7 }, (_, i) => `run-${i}`)
    for (const id of ids.slice(0, 5)) await start(log, id)
    await advance(20)
    for (const id of ids.slice(5)) await start(log, id)
    for (const id of ['run-3', 'run-1']) await log.append(id, { events: [], run: { state: 'waiting' } })
    const found: string[] = []
    for (let after: string | undefined, pages = 0; pages === 0 || after !== undefined; pages++) {
      const page = await runs.list({ limit: 3, ...(after !== undefined && { after }) })
      assert.ok(page.runs.length <= 3 && pages < 4, 'expected three pages of at most three runs')
      found.push(...page.runs.map(({ id }) => id))
      after = page.next
    }
    assert.deepEqual(found.toSorted(), ids)
  },

  async 'a run under another stream names it, and is not listed after both were deleted'({ log, leases, runs }) {
    await log.create('owner', { about: null, events: [] })
    await leases.beat('one', LONG)
    const under = { ...refTo('owner'), fence: await take(leases, 'owner', 'one') }
    await log.create('a', { about: null, events: [], under, run: mark() })
    await start(log, 'b')
    assert.deepEqual((await runs.find('a'))?.owner, refTo('owner'))
    await log.delete('owner', { withRuns: true })
    assert.deepEqual(await idsOf(runs), ['b'])
    await log.delete('b')
    assert.deepEqual(await idsOf(runs), [])
  },

  async 'a run that has expired is not listed after it was collected'({ log, leases, runs, advance }) {
    await log.create('a', { about: null, events: [], run: mark(), expiresAt: 1 })
    await advance(1)
    await leases.collect(10)
    assert.deepEqual(await idsOf(runs), [])
  },

  async 'runs are counted by state'({ log, runs }) {
    await start(log, 'a')
    await start(log, 'b', { state: 'waiting' })
    await start(log, 'c', { state: 'waiting' })
    await log.append('c', { events: [], run: { state: 'blocked' } })
    const none = { failed: 0, completed: 0, cancelled: 0 }
    assert.deepEqual(await runs.count(), { running: 1, waiting: 1, blocked: 1, ...none })
  },

  async 'the open runs of a principal are counted up to a limit'({ log, runs }) {
    const { kind } = refTo('any')
    for (const principal of ['ada', undefined]) {
      const of = { ...(principal !== undefined && { principal }) }
      for (const state of ['running', 'waiting', 'blocked', 'completed', 'failed', 'cancelled'] as const) {
        await log.create(`${principal} ${state}`, { about: null, events: [], run: mark({ ...of, state }), ...of })
      }
      await log.append(`${principal} running`, { events: [], run: { state: 'completed' } })
    }
    const count = (principal: string | undefined, limit: number) => runs.countOpen(kind, principal, limit)
    assert.deepEqual([await count('ada', 9), await count('ada', 1), await count(undefined, 9)], [2, 1, 2])
    assert.deepEqual([await count('bob', 9), await runs.countOpen('other', 'ada', 9)], [0, 0])
  },
}
