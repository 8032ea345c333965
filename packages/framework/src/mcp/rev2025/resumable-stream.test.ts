import { describe, expect, it, vi } from 'vitest'
import type { HttpExchange } from '../core/http-exchange.ts'
import { EventLog } from './event-log.ts'
import { ResumableStream } from './resumable-stream.ts'

/** A reader that takes one write, and the next when it says so. */
function createReader() {
  const written: string[] = []
  const gone = new AbortController()
  let drained = Promise.withResolvers<void>()
  const reader = {
    written,
    ended: false,
    isCut: false,
    slow: false,
    gone,
    async catchUp() {
      reader.slow = false
      drained.resolve()
      drained = Promise.withResolvers()
      await Promise.resolve()
    },
  }
  const exchange: HttpExchange = {
    method: 'GET',
    url: '/mcp',
    header: () => undefined,
    body: '',
    request: new Request('http://localhost/mcp'),
    signal: gone.signal,
    reply: () => {},
    stream: () => ({
      write(text) {
        written.push(...[...text.matchAll(/data: (.+)/g)].map(([, data]) => data!))
        return !reader.slow
      },
      drained: () => drained.promise,
      end() {
        reader.ended = true
      },
      cut() {
        reader.isCut = true
        gone.abort()
      },
    }),
  }
  return { reader, exchange }
}

describe('a resumable stream', () => {
  it('keeps for a slow reader what it cannot take yet, and ends after all of it', async () => {
    const stream = new ResumableStream(1, new EventLog(), { primed: true })
    const { reader, exchange } = createReader()
    stream.attach(exchange, 0)
    reader.slow = true
    stream.send('a')
    stream.send('b', { mayBeLost: true })
    stream.send('c')
    expect(reader.written).toEqual(['a'])
    await reader.catchUp()
    expect(reader.written).toEqual(['a', 'b', 'c'])
    reader.slow = true
    stream.send('d')
    stream.send('e')
    stream.drop()
    expect(reader.written).toEqual(['a', 'b', 'c', 'd', 'e'])
    expect(reader.ended).toBe(true)
  })

  it('drops what a reader can do without when it is too slow, and never its result', async () => {
    const stream = new ResumableStream(1, new EventLog(20), { primed: true, unread: 400 })
    const { reader, exchange } = createReader()
    stream.attach(exchange, 0)
    reader.slow = true
    for (let count = 0; count < 100; count++) stream.send(`n${count}`, { mayBeLost: true })
    stream.send('result')
    await reader.catchUp()
    expect(reader.written.at(-1)).toBe('result')
    expect(reader.written.length).toBeLessThan(20)
  })

  it('cuts a slow reader off when too much waits, and gives the rest to its next connection', () => {
    const stream = new ResumableStream(1, new EventLog(), { primed: true, unread: 400 })
    const { reader, exchange } = createReader()
    stream.attach(exchange, 0)
    reader.slow = true
    for (let count = 0; count < 20; count++) stream.send(`question ${count}`)
    expect([reader.isCut, stream.connected]).toEqual([true, false])
    const next = createReader()
    stream.attach(next.exchange, 1)
    expect(next.reader.written).toHaveLength(19)
  })

  it('goes on over another connection, and tells when a client has gone', () => {
    const stream = new ResumableStream(1, new EventLog(), { primed: true })
    let lost = 0
    stream.onLost = () => lost++
    const first = createReader()
    stream.attach(first.exchange, 0)
    stream.send('a')
    first.reader.gone.abort()
    expect([lost, stream.connected]).toEqual([1, false])
    stream.send('b')
    const second = createReader()
    stream.attach(second.exchange, 1)
    expect(second.reader.written).toEqual(['b'])
    const third = createReader()
    stream.attach(third.exchange, 2)
    expect([second.reader.ended, third.reader.ended, lost]).toEqual([true, false, 1])
  })

  it('writes each event to the newest of its connections, and ends the oldest before there are too many', () => {
    const stream = new ResumableStream(0, new EventLog(), { primed: true, connections: 2 })
    const [first, second, third] = [createReader(), createReader(), createReader()]
    stream.attach(first.exchange, 0)
    stream.attach(second.exchange, 0)
    stream.send('a')
    second.reader.gone.abort()
    expect(stream.connected).toBe(true)
    stream.send('b')
    stream.attach(third.exchange, 1)
    expect([first.reader.written, second.reader.written, third.reader.written]).toEqual([['b'], ['a'], ['b']])
    expect([first.reader.ended, third.reader.ended]).toEqual([false, false])
    stream.attach(createReader().exchange, 2)
    expect([first.reader.ended, third.reader.ended]).toEqual([true, false])
  })

  it('V2 gives a client that resumes only what is stored, and the rest as soon as it is', async () => {
    const stream = new ResumableStream(1, new EventLog(), { primed: true })
    let isOver = false
    stream.onOver = () => {
      isOver = true
    }
    const stored = Promise.withResolvers<boolean>()
    stream.send('question', {}, { store: () => stored.promise })
    stream.send('progress', { mayBeLost: true })
    stream.finish()
    const { reader, exchange } = createReader()
    stream.attach(exchange, 0)
    expect([reader.written, isOver]).toEqual([[], false])
    stored.resolve(true)
    await vi.waitUntil(() => isOver)
    expect([reader.written, reader.ended]).toEqual([['question', 'progress'], true])
  })

  it('V2 gives a client that resumes no event that could not be stored, and none after it', async () => {
    const stream = new ResumableStream(1, new EventLog(), { primed: true })
    const first = createReader()
    stream.attach(first.exchange, 0)
    stream.send('question', {}, { store: () => Promise.reject(new Error('down')) })
    stream.send('progress', { mayBeLost: true })
    await vi.waitUntil(() => first.reader.ended)
    const { reader, exchange } = createReader()
    stream.attach(exchange, 0)
    expect(reader.written).toEqual([])
  })
})
