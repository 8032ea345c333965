import { getEventListeners } from 'node:events'
import { expect, onTestFinished, test, vi } from 'vitest'
import { Changes } from './changes.ts'

test('a change before the wait is remembered once', async () => {
  const changes = new Changes()
  changes.tell()
  changes.tell()
  expect(await changes.next()).toBe(true)
  expect(await changes.next(undefined, 1)).toBe(false)
})

test('a change ends the wait, and leaves neither a listener nor a timer', async () => {
  vi.useFakeTimers()
  onTestFinished(() => void vi.useRealTimers())
  const changes = new Changes()
  const { signal } = new AbortController()
  const next = changes.next(signal, 60_000)
  expect([vi.getTimerCount(), getEventListeners(signal, 'abort').length]).toEqual([1, 1])
  changes.tell()
  expect(await next).toBe(true)
  expect([vi.getTimerCount(), getEventListeners(signal, 'abort').length]).toEqual([0, 0])
})

test('an abort ends the wait without a change, and a wait without a limit has no timer', async () => {
  vi.useFakeTimers()
  onTestFinished(() => void vi.useRealTimers())
  const leaving = new AbortController()
  const next = new Changes().next(leaving.signal)
  expect(vi.getTimerCount()).toBe(0)
  leaving.abort()
  expect(await next).toBe(false)
  expect(await new Changes().next(leaving.signal)).toBe(false)
})
