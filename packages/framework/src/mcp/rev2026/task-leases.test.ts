import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { emptyProgress } from '../../tools/journal.ts'
import { createMemoryRunStore, type RunStore } from '../../tools/run-store.ts'
import { TaskLeases, type TaskLeasesOptions, TaskTakenError } from './task-leases.ts'

const can = { elicitation: false, sampling: false, roots: false, tasks: false }
const header = { format: 1, tool: 't', runId: 'a', seed: '', can, params: '', startedAt: 0 } as const
const write = { header, entries: [], progress: emptyProgress() }

describe('the leases of a node', () => {
  let store: RunStore
  let opened: TaskLeases[]
  beforeEach(() => {
    vi.useFakeTimers()
    store = createMemoryRunStore()
    opened = []
    store.put('a', { expiresAt: Number.MAX_SAFE_INTEGER, data: null })
  })
  afterEach(() => {
    for (const leases of opened) leases.close()
    vi.useRealTimers()
  })

  const open = (options: Partial<TaskLeasesOptions> = {}): TaskLeases => {
    const leases: TaskLeases = new TaskLeases({
      store,
      tend: (taskId) => leases.renew(taskId),
      async retry() {},
      onError: expect.unreachable,
      ...options,
    })
    opened.push(leases)
    return leases
  }

  /** A store whose claims take a while. */
  const delayClaims = (): RunStore => ({
    ...store,
    async claim(runId, claim) {
      await new Promise((resolve) => setTimeout(resolve, 100))
      return store.claim!(runId, claim)
    },
  })

  test('last as long as they are tended', async () => {
    const [one, two] = [open(), open()]
    expect(await one.take('a')).toBe(true)
    await vi.advanceTimersByTimeAsync(60_000)
    expect(await two.take('a')).toBe(false)
    one.close()
    await vi.advanceTimersByTimeAsync(5_000)
    expect(one.holds('a')).toBe(false)
    expect(await two.take('a')).toBe(true)
  })

  test('are tried again when another node would have had to say so again', async () => {
    const retried: string[] = []
    const [one, two] = [open(), open({ retry: async (taskId) => void retried.push(taskId) })]
    await one.take('a')
    expect(await two.take('a')).toBe(false)
    expect(await two.take('a')).toBe(false)
    await vi.advanceTimersByTimeAsync(4_900)
    expect(retried).toEqual([])
    await vi.advanceTimersByTimeAsync(200)
    expect(retried).toEqual(['a'])
  })

  test('are lost when the clock is set back, and had again', async () => {
    const leases = open()
    await leases.take('a')
    vi.setSystemTime(Date.now() - 60_000)
    expect(leases.holds('a')).toBe(false)
    await vi.advanceTimersByTimeAsync(1_000)
    expect(leases.holds('a')).toBe(true)
  })

  test('do not run out because another takes long to be tended', async () => {
    store.put('slow', { expiresAt: Number.MAX_SAFE_INTEGER, data: null })
    const tend = (taskId: string) => (taskId === 'slow' ? new Promise<void>(() => {}) : leases.renew(taskId))
    const leases: TaskLeases = open({ tend })
    await Promise.all([leases.take('slow'), leases.take('a')])
    await vi.advanceTimersByTimeAsync(60_000)
    expect(leases.holds('a')).toBe(true)
  })

  test('tell once what fails for all of them', async () => {
    store.put('b', { expiresAt: Number.MAX_SAFE_INTEGER, data: null })
    const away = new Error('write ECONNRESET')
    const problems: unknown[] = []
    const leases = open({ tend: () => Promise.reject(away), onError: (error) => problems.push(error) })
    await Promise.all([leases.take('a'), leases.take('b')])
    await vi.advanceTimersByTimeAsync(1_000)
    expect(problems).toEqual([away])
    await vi.advanceTimersByTimeAsync(1_000)
    expect(problems).toEqual([away, away])
  })

  test('start no timers once they are closed, whatever was on its way', async () => {
    store.put('b', { expiresAt: Number.MAX_SAFE_INTEGER, data: null })
    await open().take('b')
    const leases = open({ store: delayClaims() })
    opened.shift()!.close()
    const taking = Promise.all([leases.take('a'), leases.take('b')])
    leases.close()
    await vi.advanceTimersByTimeAsync(100)
    expect(await taking).toEqual([true, false])
    expect(vi.getTimerCount()).toBe(0)
  })

  test('stop a run at its next write, which is kept, once another has it', async () => {
    const [one, two] = [open(), open()]
    await one.take('a')
    const journal = one.over('a', store.journal('a'))
    await journal.append(0, write)
    one.close()
    await vi.advanceTimersByTimeAsync(5_000)
    await two.take('a')
    await expect(journal.append(1, { entries: [], progress: emptyProgress() })).rejects.toThrow(TaskTakenError)
    expect((await store.journal('a').read())?.revision).toBe(2)
  })

  test('are had again by a write, when they were given back', async () => {
    const [one, two] = [open(), open()]
    await one.take('a')
    await one.release('a')
    await one.over('a', store.journal('a')).append(0, write)
    expect(one.holds('a')).toBe(true)
    expect(await two.take('a')).toBe(false)
  })

  test('are given back and taken in the order in which that was said', async () => {
    const said: string[] = []
    const slow: RunStore = {
      ...store,
      async claim(runId, claim) {
        said.push('claim')
        return store.claim!(runId, claim)
      },
      async release(runId, owner) {
        await new Promise((resolve) => setTimeout(resolve, 100))
        said.push('release')
        return store.release!(runId, owner)
      },
    }
    const leases = open({ store: slow })
    await leases.take('a')
    const releasing = leases.release('a')
    expect(leases.holds('a')).toBe(false)
    const taking = leases.take('a')
    await vi.advanceTimersByTimeAsync(100)
    await releasing
    expect(await taking).toBe(true)
    expect(said).toEqual(['claim', 'release', 'claim'])
    expect(await open().take('a')).toBe(false)
  })

  test('are not kept by a claim that was on its way when they were given back', async () => {
    const leases = open({ store: delayClaims() })
    leases.keep('a', Date.now() - 4_000)
    const renewing = leases.renew('a')
    const releasing = leases.release('a')
    await vi.advanceTimersByTimeAsync(100)
    await Promise.all([renewing, releasing])
    expect(leases.holds('a')).toBe(false)
    expect(await open().take('a')).toBe(true)
  })

  test('are not asked for where the store has none', async () => {
    const { claim: _claim, release: _release, ...simple } = store
    const [one, two] = [open({ store: simple }), open({ store: simple })]
    expect(await Promise.all([one.take('a'), two.take('a')])).toEqual([true, true])
    await one.over('a', simple.journal('a')).append(0, write)
    expect(one.allows('a') && !one.holds('a')).toBe(true)
    await one.release('a')
  })
})
