import fc from 'fast-check'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { Backlog } from './backlog.ts'
import { PacedWriter } from './paced-writer.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

/** A sink whose reader takes what is written only when `read` is called. */
function createSink() {
  const written: string[] = []
  let drained = Promise.withResolvers<void>()
  const sink = {
    written,
    isCut: false,
    write(text: string) {
      written.push(text)
      return false
    },
    drained: () => drained.promise,
    cut() {
      sink.isCut = true
    },
    async read() {
      drained.resolve()
      drained = Promise.withResolvers()
      await vi.advanceTimersByTimeAsync(0)
    },
  }
  return sink
}

it('a reader that is behind gets the rest in order when it has caught up (P1)', async () => {
  const sink = createSink()
  const writer = new PacedWriter(sink)
  for (const text of ['a', 'b', 'c']) writer.send(text)
  expect(sink.written).toEqual(['a'])
  await sink.read()
  expect(sink.written).toEqual(['a', 'bc'])
})

it('a message replaces the waiting one with the same key (P2)', async () => {
  const sink = createSink()
  const writer = new PacedWriter(sink)
  writer.send('first')
  for (let i = 0; i < 100; i++) writer.send(`p${i}`, { key: 'p' })
  writer.send('.')
  await sink.read()
  expect(sink.written).toEqual(['first', 'p99.'])
})

it('messages that may be lost are dropped before the reader is cut off (P3)', () => {
  const sink = createSink()
  const writer = new PacedWriter(sink, { unread: 10 })
  writer.send('first')
  for (let i = 0; i < 100; i++) writer.send('noise', { mayBeLost: true })
  writer.send('question')
  expect(sink.isCut).toBe(false)
  writer.send('another')
  expect(sink.isCut).toBe(true)
  writer.finish('end')
  expect(sink.written).toEqual(['first'])
})

it('a reader that does not catch up in time is cut off, and one that does is not (P4)', async () => {
  const sink = createSink()
  const writer = new PacedWriter(sink, { patience: 1_000 })
  writer.send('a')
  await vi.advanceTimersByTimeAsync(900)
  await sink.read()
  await vi.advanceTimersByTimeAsync(900)
  expect(sink.isCut).toBe(false)
  writer.finish('the end')
  await vi.advanceTimersByTimeAsync(1_000)
  expect(sink.isCut).toBe(true)
})

it('a backlog holds what a plain list with the same rules holds', () => {
  const message = fc.record({
    size: fc.integer({ min: 1, max: 60 }),
    key: fc.option(fc.constantFrom('a', 'b', 'c'), { nil: undefined }),
    mayBeLost: fc.boolean(),
  })
  fc.assert(
    fc.property(fc.array(message, { maxLength: 300 }), (messages) => {
      const limit = 100
      const backlog = new Backlog<number>(limit)
      let model: { id: number; size: number; key: string | undefined; mayBeLost: boolean }[] = []
      const bytes = () => model.reduce((sum, { size }) => sum + size, 0)
      messages.forEach(({ size, key, mayBeLost }, id) => {
        model = [...model.filter((one) => key === undefined || one.key !== key), { id, size, key, mayBeLost }]
        while (bytes() > limit && model.some((one) => one.mayBeLost)) {
          const oldest = model.find((one) => one.mayBeLost)
          model = model.filter((one) => one !== oldest)
        }
        const fits = backlog.add(id, size, { mayBeLost, ...(key !== undefined && { key }) })
        expect(fits).toBe(bytes() <= limit)
        if (!fits) {
          while (bytes() > limit && model.length > 1) model = model.slice(1)
          backlog.shrink()
        }
        expect(backlog.read()).toEqual(model.map((one) => one.id))
      })
    }),
  )
})

it('adding to a full backlog takes the same time however many messages wait', () => {
  vi.useRealTimers()
  const time = (count: number) => {
    const backlog = new Backlog<number>(count)
    const start = performance.now()
    for (let i = 0; i < 20 * count; i++) backlog.add(i, 1, { mayBeLost: true })
    return (performance.now() - start) / count
  }
  // The machine may do something else meanwhile; the shortest of ten shows the work alone.
  const shortest = (count: number) => Math.min(...Array.from({ length: 10 }, () => time(count)))
  expect(shortest(50_000)).toBeLessThan(20 * shortest(1_000))
})
