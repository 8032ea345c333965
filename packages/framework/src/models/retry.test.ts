import { describe, expect, test, vi } from 'vitest'
import { createVirtualClock } from '../testing/clock.ts'
import { ModelError, type ModelErrorCode } from './errors.ts'
import type { Model, ModelCall, ReplyPart } from './model.ts'
import { withRetry } from './retry.ts'

const turn = () => new Promise<void>((resolve) => setImmediate(resolve))
const never = new AbortController().signal
const request = { messages: [] }
const reply = { content: { type: 'text' as const, text: 'Yes.' }, model: 'any/model' }

const failing = (code: ModelErrorCode, retryAfter?: number) =>
  new ModelError(code, `any/model is ${code}`, { retryAfter })

/** A model with one outcome after another, and the times of its calls. */
function createModel(clock: { now(): number }, ...outcomes: (Error | ((call: ModelCall) => void) | undefined)[]) {
  const times: number[] = []
  const model: Model = {
    id: 'any/model',
    async answer(_, call) {
      const outcome = outcomes[times.push(clock.now()) - 1]
      if (outcome instanceof Error) throw outcome
      outcome?.(call)
      return reply
    },
  }
  return { model, times }
}

/** Resolves with the error. */
const failureOf = (promise: Promise<unknown>): Promise<ModelError> =>
  promise.then(
    () => expect.fail('expected a rejection'),
    (error: ModelError) => error,
  )

describe('a model with retries', () => {
  test.each<ModelErrorCode>(['limited', 'unavailable', 'malformed', 'interrupted'])(
    'retries after a %s error',
    async (code) => {
      const clock = createVirtualClock(0)
      const { model, times } = createModel(clock, failing(code))
      const answer = withRetry(model, { clock, random: () => 1 }).answer(request, { signal: never })
      await clock.advance(1000)
      expect(await answer).toBe(reply)
      expect(times).toEqual([0, 1000])
    },
  )

  test('tells its caller before each wait why and how long it waits', async () => {
    const clock = createVirtualClock(0)
    const { model } = createModel(clock, failing('limited', 6_000), failing('unavailable'))
    const onRetry = vi.fn()
    const answer = withRetry(model, { clock, random: () => 1 }).answer(request, { signal: never, onRetry })
    await turn()
    expect(onRetry.mock.calls).toEqual([[{ code: 'limited', delay: 6_000, attempt: 1 }]])
    await clock.advance(6_000)
    await clock.advance(2_000)
    expect(await answer).toBe(reply)
    expect(onRetry.mock.calls.slice(1)).toEqual([[{ code: 'unavailable', delay: 2_000, attempt: 2 }]])
  })

  test.each<ModelErrorCode>(['configuration', 'invalid', 'unsupported'])(
    'does not retry after a %s error',
    async (code) => {
      const clock = createVirtualClock(0)
      const error = failing(code)
      const { model, times } = createModel(clock, error)
      expect(await failureOf(withRetry(model, { clock }).answer(request, { signal: never }))).toBe(error)
      expect(times).toEqual([0])
    },
  )

  test('does not retry after an error that is not a ModelError', async () => {
    const clock = createVirtualClock(0)
    const error = new TypeError('a bug')
    const { model, times } = createModel(clock, error)
    expect(await failureOf(withRetry(model, { clock }).answer(request, { signal: never }))).toBe(error)
    expect(times).toEqual([0])
  })

  test('doubles the wait up to maxDelay, with jitter over half of it', async () => {
    const clock = createVirtualClock(0)
    const failures = Array.from({ length: 5 }, () => failing('unavailable'))
    const chances = [0, 0.5, 1, 1, 1]
    const { model, times } = createModel(clock, ...failures)
    const options = { attempts: 6, firstDelay: 1000, maxDelay: 5000, clock, random: () => chances.shift()! }
    const answer = withRetry(model, options).answer(request, { signal: never })
    await clock.advance(60_000)
    expect(await answer).toBe(reply)
    expect(times.map((time, index) => time - (times[index - 1] ?? 0))).toEqual([0, 500, 1500, 4000, 5000, 5000])
  })

  test('rejects after three attempts with an error that says so', async () => {
    const clock = createVirtualClock(0)
    const last = failing('unavailable')
    const { model, times } = createModel(clock, failing('limited'), failing('malformed'), last)
    const failure = failureOf(withRetry(model, { clock }).answer(request, { signal: never }))
    await clock.advance(60_000)
    expect(await failure).toMatchObject({
      code: 'unavailable',
      message: 'any/model is unavailable (3 attempts were made)',
      cause: last,
    })
    expect(times).toHaveLength(3)
  })

  test('waits as long as the provider asks, whether shorter or longer than its own delay', async () => {
    const clock = createVirtualClock(0)
    const { model, times } = createModel(clock, failing('limited', 30_000), failing('unavailable', 0))
    const answer = withRetry(model, { clock }).answer(request, { signal: never })
    await clock.advance(29_999)
    expect(times).toEqual([0])
    await clock.advance(1)
    expect(await answer).toBe(reply)
    expect(times).toEqual([0, 30_000, 30_000])
  })

  test('rejects immediately if the provider asks for a wait beyond maxDelay, and says when to try again', async () => {
    const clock = createVirtualClock(Date.UTC(2026, 0, 1))
    const { model, times } = createModel(clock, failing('limited', 3_600_000))
    const failure = await failureOf(withRetry(model, { clock }).answer(request, { signal: never }))
    expect(failure).toMatchObject({ code: 'limited', retryAfter: 3_600_000 })
    expect(failure.message).toContain('any/model is limited')
    expect(failure.message).toContain('3600 seconds')
    expect(failure.message).toContain('try again at 2026-01-01T01:00:00.000Z')
    expect(times).toHaveLength(1)
  })

  test('rejects with the error of the provider if it asks for a wait beyond every date', async () => {
    const clock = createVirtualClock(Date.UTC(2026, 0, 1))
    const { model } = createModel(clock, failing('limited', 1e18))
    const failure = await failureOf(withRetry(model, { clock }).answer(request, { signal: never }))
    expect(failure).toMatchObject({ code: 'limited', retryAfter: 1e18 })
    expect(failure.message).toContain('any/model is limited')
  })

  test('does not retry once a part has been streamed', async () => {
    const clock = createVirtualClock(0)
    const error = failing('interrupted')
    const { model, times } = createModel(clock, ({ onPart }) => {
      onPart?.({ type: 'text', text: 'Once' })
      throw error
    })
    const heard: ReplyPart[] = []
    const call = { signal: never, onPart: (part: ReplyPart) => heard.push(part) }
    expect(await failureOf(withRetry(model, { clock }).answer(request, call))).toBe(error)
    expect(heard).toEqual([{ type: 'text', text: 'Once' }])
    expect(times).toHaveLength(1)
  })

  test('retries if no part has been streamed yet, and streams each part once', async () => {
    const clock = createVirtualClock(0)
    const { model, times } = createModel(clock, failing('unavailable'), ({ onPart }) =>
      onPart?.({ type: 'text', text: 'Yes.' }),
    )
    const heard: ReplyPart[] = []
    const call = { signal: never, onPart: (part: ReplyPart) => heard.push(part) }
    const answer = withRetry(model, { clock }).answer(request, call)
    await clock.advance(1000)
    expect(await answer).toBe(reply)
    expect(heard).toEqual([{ type: 'text', text: 'Yes.' }])
    expect(times).toHaveLength(2)
  })

  test('stops waiting on abort, and cancels its alarm', async () => {
    const clock = createVirtualClock(0)
    const cancelled = vi.fn()
    const { alarm } = clock
    vi.spyOn(clock, 'alarm').mockImplementation((at, ring, idle) => {
      const cancel = alarm(at, ring, idle)
      return () => {
        cancelled()
        cancel()
      }
    })
    const { model, times } = createModel(clock, failing('unavailable'))
    const halt = new AbortController()
    const failure = failureOf(withRetry(model, { clock }).answer(request, { signal: halt.signal }))
    await turn()
    const reason = new Error('halted')
    halt.abort(reason)
    expect(await failure).toBe(reason)
    expect(cancelled).toHaveBeenCalledOnce()
    await clock.advance(60_000)
    expect(times).toHaveLength(1)
  })

  test('leaves no listener on the signal after a wait', async () => {
    const clock = createVirtualClock(0)
    const { signal } = new AbortController()
    const added = vi.spyOn(signal, 'addEventListener')
    const removed = vi.spyOn(signal, 'removeEventListener')
    const { model } = createModel(clock, failing('unavailable'))
    const answer = withRetry(model, { clock }).answer(request, { signal })
    await clock.advance(1000)
    await answer
    expect(added).toHaveBeenCalledOnce()
    expect(removed.mock.calls[0]?.[1]).toBe(added.mock.calls[0]?.[1])
  })

  test('rejects with the reason of the abort if the abort made the call fail', async () => {
    const clock = createVirtualClock(0)
    const halt = new AbortController()
    const reason = new Error('halted')
    const { model, times } = createModel(clock, () => {
      halt.abort(reason)
      throw failing('invalid')
    })
    expect(await failureOf(withRetry(model, { clock }).answer(request, { signal: halt.signal }))).toBe(reason)
    expect(times).toHaveLength(1)
  })
})
