import { expect, test, vi } from 'vitest'
import { Allowance, LimitError } from './allowance.ts'
import { type EventStreamOptions, streamEvents, toEvent } from './event-stream.ts'

function createOptions(options: Partial<EventStreamOptions> = {}) {
  return {
    allowance: new Allowance({ name: 'streams', advice: 'close one', total: 1, perCaller: 1 }),
    caller: 'ada',
    begin: vi.fn<() => void>(),
    next: vi.fn(async (): Promise<Uint8Array | undefined> => toEvent('data: 1')),
    leave: vi.fn<() => void>(),
    onError: vi.fn<(error: unknown) => void>(),
    ...options,
  }
}

test('an event stream is counted from its first read until its reader leaves', async () => {
  const options = createOptions()
  const reader = streamEvents(options).getReader()
  streamEvents(options)
  expect(options.begin).not.toHaveBeenCalled()
  expect(new TextDecoder().decode((await reader.read()).value)).toBe('data: 1\n\n')
  expect(() => streamEvents(options)).toThrow(LimitError)
  await reader.cancel()
  expect(options.begin).toHaveBeenCalledTimes(1)
  expect(options.leave).toHaveBeenCalledTimes(1)
  streamEvents(options)
})

test('an event stream above the limit ends with its first read, and is not left', async () => {
  const options = createOptions()
  const [first, second] = [streamEvents(options).getReader(), streamEvents(options).getReader()]
  await first.read()
  expect(await second.read()).toEqual({ done: true, value: undefined })
  expect(options.begin).toHaveBeenCalledTimes(1)
  expect(options.leave).not.toHaveBeenCalled()
  expect(options.onError).not.toHaveBeenCalled()
})

test.each<[string, () => Promise<undefined>, number]>([
  ['when there is nothing more', async () => undefined, 0],
  ['after an error, which is reported', () => Promise.reject(new Error('no store')), 1],
])('an event stream ends %s', async (_, next, errors) => {
  const options = createOptions({ next })
  expect((await streamEvents(options).getReader().read()).done).toBe(true)
  expect(options.leave).toHaveBeenCalledTimes(1)
  expect(options.onError).toHaveBeenCalledTimes(errors)
})

test('an event that comes after the reader has left is dropped', async () => {
  const { promise, resolve } = Promise.withResolvers<Uint8Array>()
  const options = createOptions({ next: () => promise })
  const reader = streamEvents(options).getReader()
  const read = reader.read()
  await vi.waitFor(() => expect(options.begin).toHaveBeenCalled())
  await reader.cancel()
  resolve(toEvent('data: late'))
  expect((await read).done).toBe(true)
  expect(options.leave).toHaveBeenCalledTimes(1)
  expect(options.onError).not.toHaveBeenCalled()
})
