import { describe, expect, it } from 'vitest'
import type { HttpHandle } from '../http/adapter.ts'
import { createFetchHandler } from '../http/fetch.ts'
import { EventStream } from './event-stream.ts'

function open(handle: HttpHandle): Promise<Response> {
  const onError = (error: unknown) => expect.unreachable(String(error))
  return createFetchHandler(handle, { bodyLimit: 0, onError })(new Request('http://localhost/'))
}

const datas = (text: string) => [...text.matchAll(/^event: message\ndata: (.*)\n$/gm)].map((match) => match[1]!)

describe('EventStream', () => {
  it('frames every event, and ends after the last', async () => {
    const response = await open((exchange) => {
      const events = new EventStream(exchange)
      events.send('1', true)
      events.send('2', false)
      events.end('3')
    })
    expect(response.headers.get('content-type')).toBe('text/event-stream')
    expect(response.headers.get('cache-control')).toBe('no-cache, no-transform')
    expect(await response.text()).toBe(
      'event: message\ndata: 1\n\nevent: message\ndata: 2\n\nevent: message\ndata: 3\n\n',
    )
  })

  it('is never silent for long', async () => {
    const began = Promise.withResolvers<EventStream>()
    const response = await open((exchange) => began.resolve(new EventStream(exchange, 1)))
    const reader = response.body!.getReader()
    expect(new TextDecoder().decode((await reader.read()).value)).toBe(': keepalive\n\n')
    ;(await began.promise).end('')
  })

  it('loses what may be lost for a slow reader, and keeps the rest, the order and the end', async () => {
    const response = await open((exchange) => {
      const events = new EventStream(exchange)
      events.send('x'.repeat(100_000), true)
      for (let i = 0; i < 1_000; i++) events.send(`progress ${i}`, true)
      events.send('changed', false)
      events.send('changed', false)
      events.end('result')
    })
    const [, ...rest] = datas(await response.text())
    expect(rest.slice(-2)).toEqual(['changed', 'result'])
    expect(rest.slice(0, -2)).toEqual(Array.from({ length: 256 }, (_, i) => `progress ${i}`))
  })

  it('goes on when the slow reader has caught up', async () => {
    const began = Promise.withResolvers<EventStream>()
    const response = await open((exchange) => began.resolve(new EventStream(exchange)))
    const events = await began.promise
    events.send('x'.repeat(100_000), true)
    events.send('waits', true)
    const reader = response.body!.getReader()
    await reader.read()
    expect(datas(new TextDecoder().decode((await reader.read()).value))).toEqual(['waits'])
    events.send('at once', true)
    expect(datas(new TextDecoder().decode((await reader.read()).value))).toEqual(['at once'])
    events.end('')
  })
})
