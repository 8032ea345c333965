import { describe, expect, it } from 'vitest'
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
    signal: gone.signal,
    reply: () => {},
    stream: () => ({
      write(text) {
        written.push(...(/data: (.+)/.exec(text)?.slice(1) ?? []))
        return !reader.slow
      },
      drained: () => drained.promise,
      end() {
        reader.ended = true
      },
    }),
  }
  return { reader, exchange }
}

describe('a resumable stream', () => {
  it('keeps for a slow reader what it cannot take yet, and ends when all of it was read', async () => {
    const stream = new ResumableStream(1, new EventLog(), true)
    const { reader, exchange } = createReader()
    stream.attach(exchange, 0)
    reader.slow = true
    stream.send('a', 'message')
    stream.send('b', 'notification')
    stream.send('c', 'message')
    stream.finish()
    expect(reader.written).toEqual(['a'])
    expect(reader.ended).toBe(false)
    await reader.catchUp()
    expect(reader.written).toEqual(['a', 'b', 'c'])
    expect(reader.ended).toBe(true)
  })

  it('drops what a reader can do without when it is too slow, and never its result', async () => {
    const stream = new ResumableStream(1, new EventLog(20), true)
    const { reader, exchange } = createReader()
    stream.attach(exchange, 0)
    reader.slow = true
    for (let count = 0; count < 100; count++) stream.send(`n${count}`, 'notification')
    stream.send('result', 'message')
    await reader.catchUp()
    expect(reader.written.at(-1)).toBe('result')
    expect(reader.written.length).toBeLessThan(10)
  })

  it('goes on over another connection, and tells when a client has gone', () => {
    const stream = new ResumableStream(1, new EventLog(), true)
    let lost = 0
    stream.onLost = () => lost++
    const first = createReader()
    stream.attach(first.exchange, 0)
    stream.send('a', 'message')
    first.reader.gone.abort()
    expect([lost, stream.connected]).toEqual([1, false])
    stream.send('b', 'message')
    const second = createReader()
    stream.attach(second.exchange, 1)
    expect(second.reader.written).toEqual(['b'])
    const third = createReader()
    stream.attach(third.exchange, 2)
    expect([second.reader.ended, third.reader.ended, lost]).toEqual([true, false, 1])
  })
})
