import { afterEach, describe, expect, test, vi } from 'vitest'
import { createVirtualClock } from '../testing/clock.ts'
import { createLane, type Lane, laneOf, withLane } from './lane.ts'
import type { Model } from './model.ts'

const turn = () => new Promise<void>((resolve) => setImmediate(resolve))
const never = new AbortController().signal

/** Work that ends when it is told to, in the order in which it began. */
function createWork(lane: Lane) {
  const started: string[] = []
  const ends: (() => void)[] = []
  const start = (name: string, { caller = '', signal = never } = {}) =>
    lane.run({ caller, signal }, () => {
      started.push(name)
      return new Promise<string>((resolve) => ends.push(() => resolve(name)))
    })
  const endOne = async () => {
    ends.shift()!()
    await turn()
  }
  return { started, start, endOne }
}

describe('a lane', () => {
  test('lets so many in at once, and the next when one is done', async () => {
    const { started, start, endOne } = createWork(createLane({ concurrency: 2 }))
    const all = Promise.all(['one', 'two', 'three', 'four'].map((name) => start(name)))
    await turn()
    expect(started).toEqual(['one', 'two'])
    await endOne()
    expect(started).toEqual(['one', 'two', 'three'])
    for (let left = 3; left > 0; left--) await endOne()
    expect(await all).toEqual(['one', 'two', 'three', 'four'])
  })

  test('does not let one caller with a thousand calls starve another', async () => {
    const { started, start, endOne } = createWork(createLane({ concurrency: 1 }))
    for (let number = 1; number <= 1000; number++) start(`busy ${number}`, { caller: 'busy' })
    start('other', { caller: 'other' })
    await turn()
    await endOne()
    await endOne()
    expect(started).toEqual(['busy 1', 'busy 2', 'other'])
  })

  test('takes who is aborted out of the line at once, with the reason', async () => {
    const { started, start, endOne } = createWork(createLane({ concurrency: 1 }))
    const halt = new AbortController()
    start('first')
    const second = start('second', { signal: halt.signal })
    start('third')
    halt.abort(new Error('halted'))
    await expect(second).rejects.toThrow('halted')
    await endOne()
    expect(started).toEqual(['first', 'third'])
  })

  test('does no work for who is aborted between being let in and starting', async () => {
    const { started, start } = createWork(createLane({ concurrency: 1 }))
    const halt = new AbortController()
    const admitted = start('admitted', { signal: halt.signal })
    halt.abort(new Error('just now'))
    await expect(admitted).rejects.toThrow('just now')
    start('next')
    await turn()
    expect(started).toEqual(['next'])
  })

  test('does not let who is aborted already stand in the line', async () => {
    const { start } = createWork(createLane({ concurrency: 1 }))
    start('first')
    await expect(start('late', { signal: AbortSignal.abort(new Error('gone')) })).rejects.toThrow('gone')
  })

  test('gets its place back from work that fails, later or at once', async () => {
    const lane = createLane({ concurrency: 1 })
    await expect(lane.run({ signal: never }, () => Promise.reject(new Error('later')))).rejects.toThrow('later')
    const throwing = () => {
      throw new Error('at once')
    }
    await expect(lane.run({ signal: never }, throwing)).rejects.toThrow('at once')
    await expect(lane.run({ signal: never }, async () => 'fine')).resolves.toBe('fine')
  })

  test('leaves no listener on the signal of a call that is over', async () => {
    const { signal } = new AbortController()
    const added = vi.spyOn(signal, 'addEventListener')
    const removed = vi.spyOn(signal, 'removeEventListener')
    const { start, endOne } = createWork(createLane({ concurrency: 1 }))
    start('one', { signal })
    start('two', { signal })
    await turn()
    await endOne()
    await endOne()
    expect(added).toHaveBeenCalledTimes(2)
    expect(removed.mock.calls.map(([, listener]) => listener)).toEqual(added.mock.calls.map(([, listener]) => listener))
  })

  test('starts so many within any minute', async () => {
    const clock = createVirtualClock(0)
    const lane = createLane({ concurrency: 10, perMinute: 2 }, clock)
    const times: number[] = []
    const call = () => lane.run({ signal: never }, async () => void times.push(clock.now()))
    const first = call()
    await clock.advance(20_000)
    const rest = [call(), call(), call(), call()]
    await clock.advance(200_000)
    await Promise.all([first, ...rest])
    expect(times).toEqual([0, 20_000, 60_000, 80_000, 120_000])
  })

  test('has no alarm set when the last of the line has left it', async () => {
    const clock = createVirtualClock(0)
    const cancelled = vi.fn()
    const alarm = vi.spyOn(clock, 'alarm').mockReturnValue(cancelled)
    const lane = createLane({ concurrency: 10, perMinute: 1 }, clock)
    await lane.run({ signal: never }, async () => {})
    expect(alarm).not.toHaveBeenCalled()
    const halt = new AbortController()
    const waiting = lane.run({ signal: halt.signal }, async () => {})
    expect(alarm).toHaveBeenCalledOnce()
    halt.abort(new Error('halted'))
    await expect(waiting).rejects.toThrow('halted')
    expect(alarm).toHaveBeenCalledOnce()
    expect(cancelled).toHaveBeenCalled()
  })

  test.each([0, -1, 1.5, Number.NaN])('refuses a concurrency of %s', (concurrency) => {
    expect(() => createLane({ concurrency })).toThrow(/concurrency must be a whole number of at least 1/)
  })
})

test('a model with a lane is asked for its callers in turn', async () => {
  const asked: (string | undefined)[] = []
  const model: Model = {
    id: 'any/model',
    async answer(_, { caller }) {
      asked.push(caller)
      await turn()
      return { content: { type: 'text', text: 'Yes.' }, model: 'any/model' }
    },
  }
  const shared = withLane(model, createLane({ concurrency: 1 }))
  const ask = (caller: string) => shared.answer({ messages: [] }, { signal: never, caller })
  const replies = await Promise.all([ask('a'), ask('a'), ask('a'), ask('b')])
  expect(asked).toEqual(['a', 'a', 'b', 'a'])
  expect(replies[3]).toMatchObject({ model: 'any/model' })
  expect(shared.id).toBe('any/model')
})

describe('the lane of a provider', () => {
  afterEach(() => vi.unstubAllEnvs())

  test('is one for the whole process, wider for a service than for a machine', () => {
    vi.stubEnv('OLLAMA_CONCURRENCY', '')
    vi.stubEnv('OLLAMA_REQUESTS_PER_MINUTE', '')
    expect(laneOf('lane-test-shared')).toBe(laneOf('lane-test-shared'))
    expect(laneOf('lane-test-shared').limits).toEqual({ concurrency: 8 })
    expect(laneOf('ollama').limits).toEqual({ concurrency: 2 })
  })

  test('is as the environment says', () => {
    vi.stubEnv('LANE_TEST_NARROW_CONCURRENCY', '3')
    vi.stubEnv('LANE_TEST_NARROW_REQUESTS_PER_MINUTE', '50')
    expect(laneOf('lane-test.narrow').limits).toEqual({ concurrency: 3, perMinute: 50 })
    vi.stubEnv('LANE_TEST_EMPTY_CONCURRENCY', '')
    expect(laneOf('lane-test-empty').limits).toEqual({ concurrency: 8 })
  })

  test('says which variable is wrong', () => {
    vi.stubEnv('LANE_TEST_WRONG_CONCURRENCY', 'many')
    expect(() => laneOf('lane-test-wrong')).toThrow(
      'LANE_TEST_WRONG_CONCURRENCY must be a whole number of at least 1, not "many"',
    )
  })
})
