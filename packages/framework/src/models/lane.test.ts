import { afterEach, describe, expect, test, vi } from 'vitest'
import { createVirtualClock } from '../testing/clock.ts'
import { createLane, FairQueue, type Lane, laneOf, withLane } from './lane.ts'
import type { Model } from './model.ts'

const turn = () => new Promise<void>((resolve) => setImmediate(resolve))
const never = new AbortController().signal

/** Work that ends on `endOne`, in the order in which it began. */
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
  test('runs as many calls at once as its concurrency, and the next when one ends', async () => {
    const { started, start, endOne } = createWork(createLane({ concurrency: 2 }))
    const all = Promise.all(['one', 'two', 'three', 'four'].map((name) => start(name)))
    await turn()
    expect(started).toEqual(['one', 'two'])
    await endOne()
    expect(started).toEqual(['one', 'two', 'three'])
    for (let left = 3; left > 0; left--) await endOne()
    expect(await all).toEqual(['one', 'two', 'three', 'four'])
  })

  test('serves a second caller while the first has a thousand calls in the queue', async () => {
    const { started, start, endOne } = createWork(createLane({ concurrency: 1 }))
    for (let number = 1; number <= 1000; number++) start(`busy ${number}`, { caller: 'busy' })
    start('other', { caller: 'other' })
    await turn()
    await endOne()
    await endOne()
    expect(started).toEqual(['busy 1', 'busy 2', 'other'])
  })

  test('rejects an aborted call that waits in the queue, with the reason of the signal', async () => {
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

  test('does no work for a call that is aborted after it was admitted and before it starts', async () => {
    const { started, start } = createWork(createLane({ concurrency: 1 }))
    const halt = new AbortController()
    const admitted = start('admitted', { signal: halt.signal })
    halt.abort(new Error('just now'))
    await expect(admitted).rejects.toThrow('just now')
    start('next')
    await turn()
    expect(started).toEqual(['next'])
  })

  test('rejects a call whose signal was aborted before', async () => {
    const { start } = createWork(createLane({ concurrency: 1 }))
    start('first')
    await expect(start('late', { signal: AbortSignal.abort(new Error('gone')) })).rejects.toThrow('gone')
  })

  test('frees the place of work that rejects or throws', async () => {
    const lane = createLane({ concurrency: 1 })
    await expect(lane.run({ signal: never }, () => Promise.reject(new Error('later')))).rejects.toThrow('later')
    const throwing = () => {
      throw new Error('at once')
    }
    await expect(lane.run({ signal: never }, throwing)).rejects.toThrow('at once')
    await expect(lane.run({ signal: never }, async () => 'fine')).resolves.toBe('fine')
  })

  test('leaves no listener on the signal of a call that has ended', async () => {
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

  test('starts at most perMinute calls within any minute', async () => {
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

  test('cancels its alarm when the queue is empty', async () => {
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

test('a model with a lane is called for its callers in turn', async () => {
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

  test('is shared by the whole process, and is narrower for a local server', () => {
    vi.stubEnv('OLLAMA_CONCURRENCY', '')
    vi.stubEnv('OLLAMA_REQUESTS_PER_MINUTE', '')
    expect(laneOf('lane-test-shared')).toBe(laneOf('lane-test-shared'))
    expect(laneOf('lane-test-shared').limits).toEqual({ concurrency: 8 })
    expect(laneOf('ollama').limits).toEqual({ concurrency: 2 })
  })

  test('takes its limits from the environment', () => {
    vi.stubEnv('LANE_TEST_NARROW_CONCURRENCY', '3')
    vi.stubEnv('LANE_TEST_NARROW_REQUESTS_PER_MINUTE', '50')
    expect(laneOf('lane-test.narrow').limits).toEqual({ concurrency: 3, perMinute: 50 })
    vi.stubEnv('LANE_TEST_EMPTY_CONCURRENCY', '')
    expect(laneOf('lane-test-empty').limits).toEqual({ concurrency: 8 })
  })

  test('throws an error that names the invalid variable', () => {
    vi.stubEnv('LANE_TEST_WRONG_CONCURRENCY', 'many')
    expect(() => laneOf('lane-test-wrong')).toThrow(
      'LANE_TEST_WRONG_CONCURRENCY must be a whole number of at least 1, not "many"',
    )
  })
})

function drain(queue: FairQueue<string>): string[] {
  const order: string[] = []
  for (let item = queue.shift(); item !== undefined; item = queue.shift()) order.push(item)
  return order
}

test('a fair queue serves callers in turn, and the items of each caller in their order', () => {
  const queue = new FairQueue<string>()
  for (const item of ['a1', 'a2', 'a3', 'b1', 'c1', 'c2']) queue.push(item[0]!, item)
  expect(drain(queue)).toEqual(['a1', 'b1', 'c1', 'a2', 'c2', 'a3'])
  expect(queue.isEmpty).toBe(true)
})

test('a fair queue serves a new caller after one more item of a caller with a thousand items', () => {
  const queue = new FairQueue<string>()
  for (let number = 1; number <= 1000; number++) queue.push('busy', `busy ${number}`)
  queue.shift()
  queue.push('late', 'late 1')
  expect([queue.shift(), queue.shift(), queue.shift()]).toEqual(['busy 2', 'late 1', 'busy 3'])
})

test('a fair queue serves the others before a caller that was just served', () => {
  const queue = new FairQueue<string>()
  queue.push('a', 'a1')
  queue.push('b', 'b1')
  queue.shift()
  queue.push('a', 'a2')
  expect(drain(queue)).toEqual(['b1', 'a2'])
})

test('a fair queue does not serve deleted items, and is empty without items', () => {
  const queue = new FairQueue<string>()
  for (const item of ['a1', 'a2', 'b1']) queue.push(item[0]!, item)
  queue.delete('a', 'a1')
  queue.delete('b', 'b1')
  queue.delete('unknown', 'x')
  expect(drain(queue)).toEqual(['a2'])
  queue.push('a', 'a3')
  queue.delete('a', 'a3')
  expect([queue.isEmpty, queue.shift()]).toEqual([true, undefined])
})
