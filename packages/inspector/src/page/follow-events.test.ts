import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { followEvents } from './follow-events.ts'

/** As browsers have it: a stream that the server refused is closed, and stays closed. */
class FakeEventSource extends EventTarget {
  static readonly CLOSED = 2
  readyState = 0
  become(readyState: number, type: 'open' | 'error'): void {
    this.readyState = readyState
    this.dispatchEvent(new Event(type))
  }
  close(): void {
    this.readyState = FakeEventSource.CLOSED
  }
}

beforeEach(() => {
  vi.useFakeTimers()
  vi.stubGlobal('EventSource', FakeEventSource)
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

function follow() {
  const sources: FakeEventSource[] = []
  const away: boolean[] = []
  const stop = followEvents(
    async () => {
      const source = new FakeEventSource()
      sources.push(source)
      return source as unknown as EventSource
    },
    (isAway) => away.push(isAway),
  )
  return { sources, away, stop }
}

test('a stream that the server refused is opened again', async () => {
  const { sources, away, stop } = follow()
  await vi.advanceTimersByTimeAsync(0)
  sources[0]!.become(FakeEventSource.CLOSED, 'error')
  await vi.advanceTimersByTimeAsync(1_000)
  expect(sources).toHaveLength(2)
  sources[1]!.become(1, 'open')
  expect(away).toEqual([true, false])
  stop()
  expect(sources[1]!.readyState).toBe(FakeEventSource.CLOSED)
})

test('a stream that broke off is left to the browser, which connects again', async () => {
  const { sources, away, stop } = follow()
  await vi.advanceTimersByTimeAsync(0)
  sources[0]!.become(0, 'error')
  await vi.advanceTimersByTimeAsync(5_000)
  expect([sources.length, away]).toEqual([1, [true]])
  stop()
})

test('nothing is opened after the end', async () => {
  const { sources, stop } = follow()
  stop()
  await vi.advanceTimersByTimeAsync(5_000)
  expect(sources.map(({ readyState }) => readyState)).toEqual([FakeEventSource.CLOSED])
})
