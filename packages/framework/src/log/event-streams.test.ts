import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { LimitError } from '../http/allowance.ts'
import { EventStreams, type EventStreamsOptions } from './event-streams.ts'
import { EventReader } from './fixtures/event-reader.ts'
import type { Log } from './log.ts'
import { createMemoryStore } from './memory.ts'

const PAGE = 250

let log: Log<string>
/** A read at a place begins with the record there. */
let reads: { after: number; count: number }[]
let onError: ReturnType<typeof vi.fn<(error: unknown) => void>>

beforeEach(async () => {
  const kept = createMemoryStore().log<string>('test')
  reads = []
  onError = vi.fn<(error: unknown) => void>()
  log = {
    ...kept,
    async read(sessionId, after, limit) {
      const page = await kept.read(sessionId, after, limit)
      reads.push({ after, count: page.length })
      return page
    },
  }
  await log.create('s', { about: {}, events: ['first'] })
})

afterEach(() => expect(onError).not.toHaveBeenCalled())

function openStreams(options: Partial<EventStreamsOptions<string>> = {}) {
  const streams = new EventStreams({ log, limit: 100, heartbeat: 60_000, onError, ...options })
  onTestFinished(() => streams.close())
  return {
    streams,
    read: (after: number, sessionId = 's') => new EventReader(streams.open(sessionId, after)),
  }
}

const append = (...events: string[]) => log.append('s', { events })

const numbered = (from: number, to: number) =>
  Array.from({ length: to - from + 1 }, (_, i) => ({ lsn: from + i, event: `event ${from + i}` }))

const appendNumbered = (from: number, to: number) => append(...numbered(from, to).map(({ event }) => event))

it('a stream has the events of the log, and then those that are appended', async () => {
  const reader = openStreams().read(0)
  await append('second')
  expect(await reader.take(2)).toEqual([
    { lsn: 1, event: 'first' },
    { lsn: 2, event: 'second' },
  ])
  const next = reader.take(1)
  await append('third')
  expect(await next).toEqual([{ lsn: 3, event: 'third' }])
})

it('a reader that does not read causes no reads of the log (F2)', async () => {
  const { streams } = openStreams()
  const stream = streams.open('s', 0)
  await appendNumbered(2, 10 * PAGE)
  expect(reads).toEqual([])
  const reader = new EventReader(stream)
  await reader.take(1)
  expect(reads).toEqual([{ after: 0, count: PAGE }])
  await appendNumbered(10 * PAGE + 1, 10 * PAGE + 5)
  expect(reads).toHaveLength(1)
  expect(await reader.take(10 * PAGE + 4)).toEqual(numbered(2, 10 * PAGE + 5))
})

it('new events are read once, and all readers at the end share the text (F3)', async () => {
  const { streams } = openStreams()
  const readers = Array.from({ length: 5 }, () => streams.open('s', 1).getReader())
  const waiting = readers.map((reader) => reader.read())
  await expect.poll(() => reads).toEqual([{ after: 0, count: 1 }])
  await append('second', 'third')
  const given = await Promise.all(waiting)
  expect(new Set(given.map(({ value }) => value)).size).toBe(1)
  const again = readers.map((reader) => reader.read())
  await append('fourth')
  await Promise.all(again)
  expect(reads).toEqual([
    { after: 0, count: 1 },
    { after: 0, count: 3 },
    { after: 2, count: 2 },
  ])
})

it('a reader that is behind catches up alone, and the others do not read again (F3)', async () => {
  await appendNumbered(2, 600)
  const { read } = openStreams()
  const [early, late] = [read(600), read(0)]
  const next = early.take(1)
  await expect.poll(() => reads).toEqual([{ after: 599, count: 1 }])
  await appendNumbered(601, 601)
  expect(await next).toEqual(numbered(601, 601))
  expect((await late.take(601)).map(({ lsn }) => lsn)).toEqual(numbered(1, 601).map(({ lsn }) => lsn))
  const both = Promise.all([early.take(1), late.take(1)])
  await appendNumbered(602, 602)
  expect(await both).toEqual([numbered(602, 602), numbered(602, 602)])
  expect(reads.filter(({ after }) => after >= 600)).toEqual([{ after: 600, count: 2 }])
})

describe('broadcasts (F5)', () => {
  const broadcast = (after: number, event: string) => log.broadcast('s', { after, event })
  const data = (event: string) => `data: ${JSON.stringify(event)}`

  it('readers that wait receive a broadcast at once, without an id and without a read of the log', async () => {
    const { read } = openStreams()
    const readers = [read(1), read(1)]
    const next = Promise.all(readers.map((reader) => reader.blocks(2)))
    await expect.poll(() => reads).toEqual([{ after: 0, count: 1 }])
    broadcast(1, 'a')
    broadcast(1, 'b')
    expect(await next).toEqual([
      [data('a'), data('b')],
      [data('a'), data('b')],
    ])
    expect(reads).toHaveLength(1)
  })

  it('a broadcast waits for the record that it follows, also if it arrives first', async () => {
    const reader = openStreams().read(1)
    const next = reader.blocks(3)
    await expect.poll(() => reads).toEqual([{ after: 0, count: 1 }])
    broadcast(1, 'after first')
    broadcast(2, 'after second')
    await new Promise(setImmediate)
    await append('second')
    expect(await next).toEqual([data('after first'), 'id: 2\ndata: "second"', data('after second')])
  })

  it('a reader that comes later receives what was broadcast since the last record, and nothing older', async () => {
    const { read } = openStreams()
    const first = read(1)
    const begun = first.blocks(2)
    await expect.poll(() => reads).toEqual([{ after: 0, count: 1 }])
    broadcast(1, 'old')
    await new Promise(setImmediate)
    await append('second')
    await begun
    const next = first.blocks(1)
    broadcast(2, 'new')
    await next
    const late = read(0)
    expect(await late.blocks(3)).toEqual(['id: 1\ndata: "first"', 'id: 2\ndata: "second"', data('new')])
  })

  it('broadcasts that no reader reads take no more room than a page', async () => {
    const { read } = openStreams()
    const reader = read(1)
    const begun = reader.blocks(1)
    await expect.poll(() => reads).toEqual([{ after: 0, count: 1 }])
    broadcast(1, 'begun')
    await begun
    for (let i = 0; i < 100; i++) broadcast(1, `${i}${'x'.repeat(10_000)}`)
    await new Promise(setImmediate)
    await append('second')
    const blocks: string[] = []
    while (!blocks.at(-1)?.startsWith('id: 2')) blocks.push(...(await reader.blocks(1)))
    expect(blocks.join('').length).toBeLessThan(300_000)
  })
})

it('every reader receives each event once and in order, at any start and speed (F1)', async () => {
  const events = 3 * PAGE
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.record({ begins: fc.nat(events), after: fc.nat(events), pace: fc.integer({ min: 1, max: 400 }) }), {
        minLength: 1,
        maxLength: 8,
      }),
      fc.array(fc.integer({ min: 1, max: 300 }), { minLength: 1, maxLength: 20 }),
      async (plans, steps) => {
        const sessionId = crypto.randomUUID()
        await log.create(sessionId, { about: {}, events: [] })
        const { streams, read } = openStreams()
        const reading: Promise<number[]>[] = []
        const begun = new Set<object>()
        for (let head = 0, i = 0; head < events || begun.size < plans.length; i++) {
          for (const plan of plans.filter((plan) => plan.begins <= head && !begun.has(plan))) {
            begun.add(plan)
            const from = Math.min(plan.after, head)
            reading.push(readAll(read(from, sessionId), from, plan.pace))
          }
          const count = Math.min(steps[i % steps.length]!, events - head)
          await log.append(sessionId, { events: numbered(head + 1, head + count).map(({ event }) => event) })
          head += count
          if (i % 3 === 0) await new Promise(setImmediate)
        }
        for (const lsns of await Promise.all(reading)) {
          expect(lsns).toEqual(Array.from({ length: lsns.length }, (_, i) => events - lsns.length + i + 1))
        }
        streams.close()
      },
    ),
    { numRuns: 60 },
  )

  async function readAll(reader: EventReader, from: number, pace: number): Promise<number[]> {
    const lsns: number[] = []
    while (from + lsns.length < events) {
      const taken = await reader.take<string>(Math.min(pace, events - from - lsns.length))
      for (const { lsn, event } of taken) {
        expect(event).toBe(`event ${lsn}`)
        lsns.push(lsn)
      }
    }
    return lsns
  }
})

it('only the streams of a deleted session end', async () => {
  await log.create('other', { about: {}, events: [] })
  const { read } = openStreams()
  const [waiting, behind, other] = [read(1), read(0), read(0, 'other')]
  const ended = waiting.rest()
  const next = other.take(1)
  await expect.poll(() => reads.length).toBe(2)
  await log.delete('s')
  expect(await ended).toBe('')
  expect(await behind.rest()).toBe('')
  await log.append('other', { events: ['still here'] })
  expect(await next).toEqual([{ lsn: 1, event: 'still here' }])
})

it('the streams of a session that was deleted and created again end, and new ones have the new session', async () => {
  await append('second', 'third')
  const { read } = openStreams()
  const [alone, beside] = [read(3), read(3)]
  const ended = [alone.rest(), beside.rest()]
  await expect.poll(() => reads.length).toBeGreaterThan(0)
  await Promise.all([log.delete('s'), log.create('s', { about: {}, events: ['new'] })])
  const reader = read(0)
  expect(await reader.take(1)).toEqual([{ lsn: 1, event: 'new' }])
  const next = reader.take(1)
  await append('more')
  expect(await next).toEqual([{ lsn: 2, event: 'more' }])
  expect(await Promise.all(ended)).toEqual(['', ''])
})

it.each(['at the end', 'behind'])(
  'a slow reader %s of a session that was deleted and created again ends, however long the new session is (F6)',
  async (place) => {
    await appendNumbered(2, 400)
    const { read } = openStreams()
    const [slow, current] = [read(0), read(400)]
    await slow.take(place === 'behind' ? PAGE : 400)
    const ended = current.rest()
    await expect.poll(() => reads.length).toBeGreaterThan(1)
    await log.delete('s')
    await log.create('s', { about: {}, events: Array.from({ length: 600 }, (_, i) => `other ${i + 1}`) })
    expect([await slow.rest(), await ended]).toEqual(['', ''])
    expect(await read(599).take(1)).toEqual([{ lsn: 600, event: 'other 600' }])
  },
)

it('all streams end on close, read or not, and no more open', async () => {
  const { streams, read } = openStreams()
  const [waiting, unread] = [read(1), read(0)]
  const ended = waiting.rest()
  streams.close()
  expect([await ended, await unread.rest()]).toEqual(['', ''])
  expect(() => streams.open('s', 0)).toThrow('shutting down')
})

it('all streams end when the signal aborts, and none opens if it has aborted before', async () => {
  const closing = new AbortController()
  const ended = openStreams({ signal: closing.signal }).read(1).rest()
  closing.abort()
  expect(await ended).toBe('')
  expect(() => openStreams({ signal: closing.signal }).read(0)).toThrow('shutting down')
})

it('a reader of a session that was created again ends also if others read the new session', async () => {
  await append('second', 'third')
  await log.delete('s')
  await log.create('s', { about: {}, events: ['first'] })
  const { read } = openStreams()
  const current = read(1)
  const next = current.take(1)
  await expect.poll(() => reads).toHaveLength(1)
  expect(await read(3).rest()).toBe('')
  await append('next')
  expect(await next).toEqual([{ lsn: 2, event: 'next' }])
})

it('a stream above the limit is refused until another closes', async () => {
  const { streams, read } = openStreams({ limit: 2 })
  const [first, second, late] = [read(0), read(0), streams.open('s', 0)]
  await Promise.all([first.take(1), second.take(1)])
  expect(() => streams.open('s', 0)).toThrow(new LimitError({ name: 'streams', max: 2, per: 'server' }, 'close one'))
  expect(await new EventReader(late).rest()).toBe('')
  await first.cancel()
  expect(await read(0).take(1)).toEqual([{ lsn: 1, event: 'first' }])
})

it('a stream that is never read does not count', async () => {
  const { streams, read } = openStreams({ limit: 1 })
  streams.open('s', 0)
  expect(await read(0).take(1)).toHaveLength(1)
})

it('a session is no longer watched when its last reader has left', async () => {
  const stop = vi.fn<() => void>()
  const watch = vi.fn<(sessionId: string) => () => void>(() => stop)
  const { read } = openStreams({ log: { ...log, watch } })
  const [first, second] = [read(0), read(0)]
  await Promise.all([first.take(1), second.take(1)])
  expect(watch).toHaveBeenCalledTimes(1)
  await first.cancel()
  expect(stop).not.toHaveBeenCalled()
  await second.cancel()
  expect(stop).toHaveBeenCalledTimes(1)
})

it('every silent stream receives heartbeats, from one timer that ends with the last stream', async () => {
  vi.useFakeTimers()
  onTestFinished(() => void vi.useRealTimers())
  const { read } = openStreams({ heartbeat: 15_000 })
  const readers = [read(1), read(1), read(0)]
  expect(await readers[2]!.take(1)).toHaveLength(1)
  const beats = Promise.all(readers.map((reader) => reader.blocks(2)))
  expect(vi.getTimerCount()).toBe(1)
  await vi.advanceTimersByTimeAsync(30_000)
  expect(await beats).toEqual([
    [': ', ': '],
    [': ', ': '],
    [': ', ': '],
  ])
  await Promise.all(readers.map((reader) => reader.cancel()))
  expect(vi.getTimerCount()).toBe(0)
})

it('streams whose log cannot be read end, and the reason is reported once', async () => {
  const broken = new Error('the disk is gone')
  const { read } = openStreams({ log: { ...log, read: () => Promise.reject(broken) } })
  expect(await Promise.all([read(0).rest(), read(1).rest()])).toEqual(['', ''])
  expect(onError.mock.calls).toEqual([[broken]])
  onError.mockClear()
})

it('a large page of events makes the next page smaller (F4)', async () => {
  await append(...Array.from({ length: 600 }, () => 'x'.repeat(20_000)))
  const reader = openStreams().read(0)
  expect(await reader.take(601)).toHaveLength(601)
  const [first, ...rest] = reads.map(({ count }) => count)
  expect(first).toBe(PAGE)
  expect(Math.max(...rest)).toBeLessThanOrEqual(26)
})
