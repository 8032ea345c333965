import { describe, expect, it } from 'vitest'
import type { HttpExchange, HttpStream } from '../core/http-exchange.ts'
import type { HttpHandle } from './adapter.ts'
import { createFetchHandler } from './fetch.ts'

function serve(handle: HttpHandle) {
  const errors: unknown[] = []
  const fetch = createFetchHandler(handle, { bodyLimit: 1024, onError: (error) => errors.push(error) })
  const send = (init: RequestInit & { duplex?: 'half' } = {}) =>
    fetch(new Request('http://localhost:80/a?b=1', { method: 'POST', body: '{}', ...init }))
  return { send, errors }
}

describe('createFetchHandler', () => {
  it('gives the exchange its method, url, headers, body, and the host of its address', async () => {
    const { send } = serve((exchange) => {
      const { method, url, body } = exchange
      const headers = [exchange.header('x-some'), exchange.header('host'), exchange.header('origin') ?? null]
      exchange.reply(201, { 'x-answer': 'yes' }, JSON.stringify([method, url, body, ...headers]))
    })
    const response = await send({ body: 'x€', headers: { 'X-Some': 'v' } })
    expect(response.status).toBe(201)
    expect(response.headers.get('x-answer')).toBe('yes')
    expect(await response.json()).toEqual(['POST', '/a?b=1', 'x€', 'v', 'localhost', null])
  })

  it('refuses a body by its declared length', async () => {
    const { send } = serve(() => expect.unreachable())
    const response = await send({ headers: { 'content-length': '100000000' } })
    expect(response.status).toBe(413)
    expect(await response.json()).toMatchObject({ jsonrpc: '2.0', id: null, error: { code: -32000 } })
  })

  it('reads no more of a body than its limit', async () => {
    const { send } = serve(() => expect.unreachable())
    let pulled = 0
    const cancelled = Promise.withResolvers<void>()
    const body = new ReadableStream({
      pull: (controller) => {
        pulled++
        controller.enqueue(new Uint8Array(512))
      },
      cancel: () => cancelled.resolve(),
    })
    expect((await send({ body, duplex: 'half' })).status).toBe(413)
    await cancelled.promise
    expect(pulled).toBeLessThan(10)
  })

  it('answers 500 without details when the handler throws, and tells onError', async () => {
    const { send, errors } = serve(() => {
      throw new Error('secret')
    })
    const response = await send()
    expect(response.status).toBe(500)
    expect(await response.json()).toEqual({
      jsonrpc: '2.0',
      id: null,
      error: { code: -32603, message: 'internal error' },
    })
    expect(errors).toEqual([new Error('secret')])
  })

  it('answers 500 when the body cannot be read, and tells onError', async () => {
    const { send, errors } = serve(() => expect.unreachable())
    const body = new ReadableStream({ pull: () => Promise.reject(new Error('lost')) })
    expect((await send({ body, duplex: 'half' })).status).toBe(500)
    expect(errors).toEqual([new Error('lost')])
  })

  it('breaks a stream off when the handler throws in the middle of it', async () => {
    const { send, errors } = serve(async (exchange) => {
      exchange.stream(200, {}).write('half')
      throw new Error('broken')
    })
    await expect((await send()).text()).rejects.toThrow('broken off')
    expect(errors).toHaveLength(1)
  })

  it('makes the writer wait for a slow reader', async () => {
    const began = Promise.withResolvers<HttpStream>()
    const { send } = serve((exchange) => began.resolve(exchange.stream(200, {})))
    const response = await send()
    const stream = await began.promise
    expect(stream.write('x'.repeat(10_000))).toBe(true)
    expect(stream.write('y'.repeat(10_000))).toBe(false)
    const drained = stream.drained()
    const reader = response.body!.getReader()
    await reader.read()
    await drained
    expect(stream.write('z')).toBe(true)
    stream.end()
    const rest: string[] = []
    for (let part = await reader.read(); !part.done; part = await reader.read())
      rest.push(new TextDecoder().decode(part.value))
    expect(rest.join('')).toBe(`${'y'.repeat(10_000)}z`)
  })

  it('aborts the signal when the body of the response is cancelled before its end', async () => {
    const seen = Promise.withResolvers<HttpExchange>()
    const { send } = serve(async (exchange) => {
      const stream = exchange.stream(200, {})
      while (stream.write('x'.repeat(10_000)));
      seen.resolve(exchange)
      await stream.drained()
      expect(stream.write('to nobody')).toBe(true)
      stream.end()
    })
    const response = await send()
    const { signal } = await seen.promise
    expect(signal.aborted).toBe(false)
    await response.body!.cancel()
    expect(signal.aborted).toBe(true)
  })

  it('does not abort the signal when the response is cancelled after its end', async () => {
    const seen = Promise.withResolvers<HttpExchange>()
    const { send } = serve((exchange) => {
      const stream = exchange.stream(200, {})
      stream.write('x'.repeat(100_000))
      stream.end()
      seen.resolve(exchange)
    })
    await (await send()).body!.cancel()
    expect((await seen.promise).signal.aborted).toBe(false)
  })

  it('aborts the signal when the request is aborted, and drops the reply', async () => {
    const abort = new AbortController()
    const seen = Promise.withResolvers<HttpExchange>()
    const { send } = serve((exchange) => seen.resolve(exchange))
    const response = send({ signal: abort.signal })
    const exchange = await seen.promise
    abort.abort()
    expect(exchange.signal.aborted).toBe(true)
    expect((await response).status).toBe(499)
    exchange.reply(200, {}, 'to nobody')
    expect(exchange.stream(200, {}).write('to nobody'.repeat(10_000))).toBe(true)
  })
})
