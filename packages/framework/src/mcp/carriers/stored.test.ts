import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createSqliteStore } from '../../stores/sqlite.ts'
import { JournalConflictError } from '../../tools/errors.ts'
import { type Entry, emptyProgress, type Journal, type Recording } from '../../tools/journal.ts'
import { createMemoryRunStore, type RunStore } from '../../tools/run-store.ts'
import { digestBinding } from './binding.ts'
import type { Binding } from './carrier.ts'
import { createStoredCarrier, type StoredCarrier } from './stored.ts'

const binding: Binding = { tool: 'echo', arguments: {}, principal: undefined, audience: 'test' }

const recording: Recording = {
  revision: 4,
  header: {
    format: 1,
    tool: 'echo',
    runId: 'run-1',
    seed: 'seed',
    can: { elicitation: true, sampling: false, roots: false, tasks: false },
    params: '',
    startedAt: 0,
  },
  entries: [],
  progress: emptyProgress(),
}

const entry: Entry = { type: 'value', at: '0', kind: 'step', key: 's', digest: '', time: 0, value: 1 }

const used = 'this requestState has been used already; start the call again without it'

describe.each([
  ['memory', createMemoryRunStore],
  ['SQLite', () => createSqliteStore(':memory:').runs],
])('a state of a run stored in %s', (_, createStore) => {
  let store: RunStore
  let carrier: StoredCarrier
  let time: number
  beforeEach(() => {
    time = 0
    store = createStore()
    carrier = createStoredCarrier({ store, ttl: 1000, now: () => time })
  })
  afterEach(() => store.close())

  const append = async (journal: Journal, ...entries: Entry[]) =>
    journal.append((await journal.read())!.revision, { entries, progress: emptyProgress() })

  /** What the next round does. */
  const next = async (state: string, ...entries: Entry[]): Promise<string> => {
    const { journal, rounds } = await carrier.unpack(state, binding)
    if (entries.length > 0) await append(journal, ...entries)
    return carrier.pack((await journal.read())!, binding, rounds + 1)
  }

  it('is short, whatever the run holds', async () => {
    const large: Entry = { ...entry, value: 'x'.repeat(500_000) }
    expect((await carrier.pack({ ...recording, entries: [large] }, binding, 1)).length).toBeLessThan(100)
  })

  it('is used up as soon as the run has gone on', async () => {
    const state = await carrier.pack(recording, binding, 1)
    const { journal } = await carrier.unpack(state, binding)
    await append(journal, entry)
    await expect(carrier.unpack(state, binding)).rejects.toMatchObject({ code: -32602, message: used })
  })

  it('is used up by a round that wrote nothing', async () => {
    const first = await carrier.pack(recording, binding, 1)
    const second = await next(first)
    await expect(carrier.unpack(first, binding)).rejects.toThrow(used)
    const third = await next(second)
    await expect(carrier.unpack(second, binding)).rejects.toThrow(used)
    expect((await carrier.unpack(third, binding)).rounds).toBe(3)
  })

  it('of an earlier round is refused, and the newest one is not hurt by it', async () => {
    const states = [await carrier.pack(recording, binding, 1)]
    for (let i = 0; i < 4; i++) states.push(await next(states.at(-1)!, entry))
    for (const state of states.slice(0, -1)) await expect(carrier.unpack(state, binding)).rejects.toThrow(used)
    const { journal } = await carrier.unpack(states.at(-1)!, binding)
    expect((await journal.read())?.entries).toEqual([entry, entry, entry, entry])
  })

  it('is refused with any other revision, also one that the journal has meanwhile', async () => {
    const state = await carrier.pack(recording, binding, 1)
    const { journal } = await carrier.unpack(state, binding)
    await append(journal, entry)
    const forge = (revision: number | string) => state.replace(/\d+$/, String(revision))
    for (const revision of [2, 3, 1, 100]) {
      await expect(carrier.unpack(forge(revision), binding)).rejects.toThrow(used)
    }
    for (const revision of [0, -1, '02', '2e0', '1'.repeat(40)]) {
      await expect(carrier.unpack(forge(revision), binding)).rejects.toThrow('is not valid for this call')
    }
  })

  it('used twice at once lets one go on', async () => {
    const state = await carrier.pack(recording, binding, 1)
    const settled = await Promise.allSettled([next(state, entry), next(state, entry), next(state), next(state)])
    const won = settled.flatMap((result) => (result.status === 'fulfilled' ? [result.value] : []))
    const lost = settled.flatMap((result) => (result.status === 'rejected' ? [result.reason] : []))
    expect(won).toHaveLength(1)
    expect(lost).toHaveLength(3)
    for (const error of lost) expect(error instanceof JournalConflictError || error.message === used).toBe(true)
    expect((await carrier.unpack(won[0]!, binding)).rounds).toBe(2)
  })

  it('used by two who both have begun lets the first to write go on', async () => {
    const state = await carrier.pack(recording, binding, 1)
    const one = (await carrier.unpack(state, binding)).journal
    const other = (await carrier.unpack(state, binding)).journal
    const revisions = [(await one.read())!.revision, (await other.read())!.revision]
    await other.append(revisions[1]!, { entries: [entry], progress: emptyProgress() })
    const late = async () => one.append(revisions[0]!, { entries: [], progress: emptyProgress() })
    await expect(late()).rejects.toThrow(JournalConflictError)
  })

  it('does not copy the run again from round to round', async () => {
    const state = await next(await carrier.pack(recording, binding, 1), entry)
    await next(state, entry)
    expect(await store.collect(Number.MAX_SAFE_INTEGER)).toBe(1)
  })

  it('is of a run of its own when the same run is packed from elsewhere', async () => {
    const [one, other] = [await carrier.pack(recording, binding, 1), await carrier.pack(recording, binding, 1)]
    await next(one, entry)
    const { journal } = await carrier.unpack(other, binding)
    expect((await journal.read())?.entries).toEqual([])
  })

  it('is good for its time from the last round on', async () => {
    const first = await carrier.pack(recording, binding, 1)
    time = 900
    const second = await next(first, entry)
    time = 1800
    expect((await carrier.unpack(second, binding)).rounds).toBe(2)
  })

  it('is gone with its run when that is collected, also under a round that is being run', async () => {
    const state = await carrier.pack(recording, binding, 1)
    const { journal } = await carrier.unpack(state, binding)
    expect(await store.collect(1000)).toBe(1)
    await expect(carrier.unpack(state, binding)).rejects.toThrow('is not valid for this call')
    await expect(carrier.pack((await journal.read())!, binding, 2)).rejects.toThrow(JournalConflictError)
  })

  it('takes the place of those that have expired', async () => {
    await carrier.pack(recording, binding, 1)
    time = 1000
    await carrier.pack(recording, binding, 1)
    expect(await store.collect(Number.MAX_SAFE_INTEGER)).toBe(1)
  })

  it('names no run that somebody else keeps in the store', async () => {
    const id = 'a'.repeat(32)
    await store.put(id, { expiresAt: 1000, data: { binding: digestBinding(binding), rounds: 1, revision: 1 } })
    await store.journal(id).append(0, recording)
    await expect(carrier.unpack(`stored1.${id}.1`, binding)).rejects.toThrow('is not valid for this call')
  })

  it('gives a journal whose every reader sees the last write, and may change what it has read', async () => {
    const { journal } = await carrier.unpack(await carrier.pack(recording, binding, 1), binding)
    await journal.append(1, { entries: [entry], progress: emptyProgress() })
    const first = (await journal.read())!
    expect(first).toMatchObject({ revision: 2, entries: [entry] })
    first.progress.asked['7'] = { time: 7 }
    expect((await journal.read())?.progress).toEqual(emptyProgress())
  })

  it('gives a journal that is not changed by what is done to the first reading', async () => {
    const { journal } = await carrier.unpack(await carrier.pack(recording, binding, 1), binding)
    const first = (await journal.read())!
    first.progress.asked['7'] = { time: 7 }
    expect((await journal.read())?.progress).toEqual(emptyProgress())
  })

  it('says whether a recording is of a run that it stores', async () => {
    const { journal } = await carrier.unpack(await carrier.pack(recording, binding, 1), binding)
    expect(carrier.holds((await journal.read())!)).toBe(true)
    expect(carrier.holds(recording)).toBe(false)
  })
})

it('a state that was made up leaves nothing in the store', async () => {
  const opened: string[] = []
  const memory = createMemoryRunStore()
  const store: RunStore = {
    ...memory,
    journal(runId) {
      opened.push(runId)
      return memory.journal(runId)
    },
  }
  const carrier = createStoredCarrier({ store, ttl: 1000 })
  await expect(carrier.unpack(`stored1.${'a'.repeat(32)}.1`, binding)).rejects.toThrow('is not valid')
  expect(opened).toEqual([])
})
