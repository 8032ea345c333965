import { describe, expect, it } from 'vitest'
import type { HttpHandle } from '../http/adapter.ts'
import { createFetchHandler } from '../http/fetch.ts'
import { EventStream } from './event-stream.ts'

function open(handle: HttpHandle): Promise<Response> {
  const onError = (error: unknown) => expect.unreachable(String(error))
  return createFetchHandler(handle, { bodyLimit: 0, onError })(new Request('http://localhost/'))
}

const LOSABLE = { mayBeLost: true }

const datas = (text: string) => [...text.matchAll(/^event: message\ndata: (.*)\n$/gm)].map((match) => match[1]!)

describe('EventStream', () => {
  it('frames every event, and ends after the last', async () => {
    const response = await open((exchange) => {
      const events = new EventStream(exchange)
      events.send('1', LOSABLE)
      events.send('2')
      events.end('3')
    })
    expect(response.headers.get('content-type')).toBe('text/event-stream')
    expect(response.headers.get('cache-control')).toBe('no-store, no-transform')
    expect(await response.text()).toBe(
      'event: message\ndata: 1\n\nevent: message\ndata: 2\n\nevent: message\ndata: 3\n\n',
    )
  })

  it('is never silent for long', async () => {
    const began = Promise.withResolvers<EventStream>()
    const response = await open((exchange) => began.resolve(new EventStream(exchange, { keepAlive: 1 })))
    const reader = response.body!.getReader()
    expect(new TextDecoder().decode((await reader.read()).value)).toBe(': keepalive\n\n')
    ;(await began.promise).end('')
  })

  it('drops superseded and losable events for a slow reader, and keeps the rest, the order and the end', async () => {
    const response = await open((exchange) => {
      const events = new EventStream(exchange, { unread: 4_000 })
      events.send('x'.repeat(100_000))
      for (let i = 0; i < 8_000; i++) events.send(`progress ${i}`, { key: 'progress', mayBeLost: true })
      for (let i = 0; i < 8_000; i++) events.send(`log ${i}`, LOSABLE)
      events.send('changed', { key: 'changed' })
      events.send('changed', { key: 'changed' })
      events.end('result')
    })
    const [, ...rest] = datas(await response.text())
    expect(rest.slice(-3)).toEqual(['log 7999', 'changed', 'result'])
    expect(rest.length).toBeLessThan(150)
  })

  it('cuts a reader off that leaves too much unread', async () => {
    const left = Promise.withResolvers<void>()
    const response = await open((exchange) => {
      exchange.signal.addEventListener('abort', () => left.resolve())
      const events = new EventStream(exchange, { unread: 4_000 })
      for (let i = 0; i < 100; i++) events.send('x'.repeat(1_000))
    })
    await left.promise
    await expect(response.text()).rejects.toThrow()
  })

  it('goes on when the slow reader has caught up', async () => {
    const began = Promise.withResolvers<EventStream>()
    const response = await open((exchange) => began.resolve(new EventStream(exchange)))
    const events = await began.promise
    events.send('x'.repeat(100_000), LOSABLE)
    events.send('waits', LOSABLE)
    const reader = response.body!.getReader()
    await reader.read()
    expect(datas(new TextDecoder().decode((await reader.read()).value))).toEqual(['waits'])
    events.send('at once', LOSABLE)
    expect(datas(new TextDecoder().decode((await reader.read()).value))).toEqual(['at once'])
    events.end('')
  })
})
