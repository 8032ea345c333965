import { once } from 'node:events'
import { type IncomingMessage, request, type ServerResponse } from 'node:http'
import { connect } from 'node:net'
import { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { pipeline } from 'node:stream/promises'
import { afterEach, describe, expect, it } from 'vitest'
import { type Listening, listenHttp } from '../../http/listen.ts'
import { StoreError } from '../../tools/errors.ts'
import type { HttpExchange } from '../core/http-exchange.ts'
import type { HttpHandle } from './adapter.ts'
import { createNodeListener } from './node.ts'

const BODY_LIMIT = 1024 * 1024
const open: Listening[] = []
afterEach(async () => {
  await Promise.all(open.splice(0).map((listening) => listening.close()))
})

async function serve(handle: HttpHandle) {
  const errors: unknown[] = []
  const listener = createNodeListener(handle, { bodyLimit: BODY_LIMIT, onError: (error) => errors.push(error) })
  const closed = Promise.withResolvers<void>()
  const listening = await listenHttp(
    (req: IncomingMessage, res: ServerResponse) => {
      res.once('close', closed.resolve)
      listener(req, res)
    },
    { grace: 0 },
  )
  open.push(listening)
  return { url: listening.url, port: Number(new URL(listening.url).port), errors, closed: closed.promise }
}

const post = (url: string, headers: Record<string, string | number> = {}) =>
  request(url, { method: 'POST', headers, agent: false }).on('error', () => {})

async function answerOf(sent: ReturnType<typeof request>) {
  const [response] = (await once(sent, 'response')) as [IncomingMessage]
  return { response, status: response.statusCode, body: await text(response) }
}

describe('createNodeListener', () => {
  it('gives the exchange its method, url, headers by any case, and a body in several pieces', async () => {
    const { port } = await serve((exchange) => {
      const { method, url, body } = exchange
      exchange.reply(201, { 'x-answer': 'yes' }, JSON.stringify([method, url, exchange.header('x-some'), body]))
    })
    const socket = connect(port, '127.0.0.1')
    socket.write(
      'POST /a?b=1 HTTP/1.1\r\nhost: localhost\r\nX-SOME:  v  \r\nconnection: close\r\ncontent-length: 4\r\n\r\n',
    )
    const euro = Buffer.from('€')
    socket.write(Buffer.concat([Buffer.from('x'), euro.subarray(0, 1)]))
    await new Promise(setImmediate)
    socket.write(euro.subarray(1))
    const answer = await text(socket)
    expect(answer).toMatch(/^HTTP\/1.1 201 /)
    expect(answer).toContain('x-answer: yes\r\n')
    expect(answer).toContain('content-length: 28\r\n')
    expect(answer).toMatch(/\["POST","\/a\?b=1","v","x€"\]$/)
  })

  it('refuses a body by its declared length, before any of it has come', async () => {
    const { url } = await serve(() => expect.unreachable())
    const sent = post(url, { 'content-length': 100 * 1024 * 1024 })
    sent.flushHeaders()
    const { response, status, body } = await answerOf(sent)
    expect(status).toBe(413)
    expect(response.headers.connection).toBe('close')
    expect(JSON.parse(body)).toMatchObject({ jsonrpc: '2.0', id: null, error: { code: -32000 } })
    sent.destroy()
  })

  it('refuses 100 MB without a declared length as soon as the limit is passed, and takes no more of it', async () => {
    const { port } = await serve(() => expect.unreachable())
    const chunk = Buffer.from(`100000\r\n${'x'.repeat(BODY_LIMIT)}\r\n`)
    const before = process.memoryUsage().arrayBuffers
    let sent = 0
    let most = 0
    function* body() {
      yield 'POST / HTTP/1.1\r\nhost: localhost\r\ntransfer-encoding: chunked\r\n\r\n'
      for (; sent < 100; sent++) {
        most = Math.max(most, process.memoryUsage().arrayBuffers - before)
        yield chunk
      }
    }
    const socket = connect(port, '127.0.0.1')
    const answer = once(socket, 'data')
    // The server closes the connection in the middle of what the client writes.
    await expect(pipeline(Readable.from(body()), socket)).rejects.toThrow()
    const head = String(await answer)
    expect(head).toContain('HTTP/1.1 413 ')
    expect(head).toContain('connection: close')
    expect(sent).toBeLessThan(50)
    expect(most).toBeLessThan(16 * BODY_LIMIT)
  })

  it('lets a client that writes all of a body before it reads know that it was a little too large', async () => {
    const { port } = await serve(() => expect.unreachable())
    const socket = connect(port, '127.0.0.1').pause()
    const body = 'x'.repeat(BODY_LIMIT + 1)
    await new Promise((resolve) =>
      socket.write(`POST / HTTP/1.1\r\nhost: localhost\r\ncontent-length: ${body.length}\r\n\r\n${body}`, resolve),
    )
    expect(await text(socket)).toContain('HTTP/1.1 413 ')
  })

  it('answers 500 without details when the handler throws, and tells onError', async () => {
    const { url, errors } = await serve(() => {
      throw new Error('secret')
    })
    const { status, body } = await answerOf(post(url).end('{}'))
    expect(status).toBe(500)
    expect(JSON.parse(body)).toEqual({ jsonrpc: '2.0', id: null, error: { code: -32603, message: 'internal error' } })
    expect(errors).toEqual([new Error('secret')])
  })

  it('answers a request with its id when the handler throws', async () => {
    const { url } = await serve(() => {
      throw new StoreError('the store cannot be reached')
    })
    const { status, body } = await answerOf(post(url).end('{"jsonrpc":"2.0","id":7,"method":"ping"}'))
    const error = { code: -32603, message: 'the store cannot be reached' }
    expect([status, JSON.parse(body)]).toEqual([503, { jsonrpc: '2.0', id: 7, error }])
  })

  it('breaks a stream off when the handler throws in the middle of it', async () => {
    const { url, errors } = await serve(async (exchange) => {
      exchange.stream(200, {}).write('half')
      throw new Error('broken')
    })
    await expect(answerOf(post(url).end('{}'))).rejects.toThrow('aborted')
    expect(errors).toHaveLength(1)
  })

  /** Serves after middleware that reads the body and puts `parse` of it on the request. */
  async function serveAfter(parse: (body: string) => unknown) {
    const errors: unknown[] = []
    const bodies: string[] = []
    const listener = createNodeListener(
      (exchange) => {
        bodies.push(exchange.body)
        exchange.reply(200, {}, exchange.body)
      },
      { bodyLimit: 100, onError: (error) => errors.push(error) },
    )
    const listening = await listenHttp(async (req, res) => {
      Object.assign(req, { body: parse(await text(req)) })
      listener(req, res)
    })
    open.push(listening)
    return { url: listening.url, errors, bodies }
  }

  it.each<[string, (body: string) => unknown]>([
    ['a value', JSON.parse],
    ['a text', (body) => body],
    ['bytes', (body) => Buffer.from(body)],
  ])('accepts a body that middleware has read and kept as %s', async (_, parse) => {
    const { url } = await serveAfter(parse)
    expect(await answerOf(post(url).end('{"a":["é"]}'))).toMatchObject({ status: 200, body: '{"a":["é"]}' })
  })

  it('holds a body that middleware has parsed to the limit', async () => {
    const { url, bodies } = await serveAfter((body) => body.repeat(60))
    expect((await answerOf(post(url).end('{}'))).status).toBe(413)
    expect(bodies).toEqual([])
  })

  it('takes a parsed body that is nested too deep for one that is not JSON', async () => {
    const { url, bodies } = await serveAfter(() => JSON.parse('['.repeat(200_000) + ']'.repeat(200_000)))
    await answerOf(post(url).end('[]'))
    expect(bodies).toEqual([''])
  })

  it('says what to do when the body was read and is nowhere', async () => {
    const { url, errors } = await serveAfter(() => undefined)
    expect((await answerOf(post(url).end('{}'))).status).toBe(500)
    expect(String(errors[0])).toContain('put the parsed body there')
  })

  it('sends the head of a stream before anything is written to it', async () => {
    const go = Promise.withResolvers<void>()
    const { url } = await serve(async (exchange) => {
      const stream = exchange.stream(200, { 'content-type': 'text/event-stream' })
      await go.promise
      stream.write('a')
      stream.end()
    })
    const [response] = (await once(post(url).end('{}'), 'response')) as [IncomingMessage]
    expect(response.headers['content-type']).toBe('text/event-stream')
    go.resolve()
    expect(await text(response)).toBe('a')
  })

  it('sends the head of a stream together with what is written at once', async () => {
    const writes: string[][] = []
    const { url } = await serve((exchange) => {
      const { socket } = exchange.incoming!
      const { _write: write, _writev: writev } = socket
      Object.assign(socket, {
        _write: (chunk: unknown, ...rest: [never, never]) => {
          writes.push([String(chunk)])
          write.call(socket, chunk, ...rest)
        },
        _writev: (chunks: { chunk: unknown; encoding: BufferEncoding }[], done: never) => {
          writes.push(chunks.map(({ chunk }) => String(chunk)))
          writev!.call(socket, chunks, done)
        },
      })
      const stream = exchange.stream(200, {})
      stream.write('first')
      setImmediate(() => stream.end())
    })
    expect(await answerOf(post(url).end('{}'))).toMatchObject({ body: 'first' })
    expect(writes[0]?.join('')).toMatch(/^HTTP\/1\.1 200 OK.*first/s)
  })

  it('aborts the signal when the client leaves before the answer ends, and releases a writer that waits for it to read', async () => {
    const seen = Promise.withResolvers<HttpExchange>()
    const waited = Promise.withResolvers<void>()
    const { url } = await serve(async (exchange) => {
      const stream = exchange.stream(200, {})
      seen.resolve(exchange)
      while (!exchange.signal.aborted) {
        if (!stream.write('x'.repeat(100_000))) await stream.drained()
      }
      expect(stream.write('to nobody')).toBe(true)
      stream.end()
      waited.resolve()
    })
    const sent = post(url).end('{}')
    const { signal } = await seen.promise
    expect(signal.aborted).toBe(false)
    sent.destroy()
    await waited.promise
    expect(signal.aborted).toBe(true)
  })

  it('does not abort the signal when the client leaves after the answer has ended', async () => {
    const seen = Promise.withResolvers<HttpExchange>()
    const { url, closed } = await serve((exchange) => {
      expect(exchange.signal.aborted).toBe(false)
      const stream = exchange.stream(200, {})
      stream.write('x'.repeat(20_000_000))
      stream.end()
      seen.resolve(exchange)
    })
    const sent = post(url).end('{}')
    const { signal } = await seen.promise
    sent.destroy()
    await closed
    expect(signal.aborted).toBe(false)
  })

  it('knows that the client has left, also on the first use of the signal', async () => {
    const seen = Promise.withResolvers<HttpExchange>()
    const { url, closed } = await serve((exchange) => seen.resolve(exchange))
    const sent = post(url).end('{}')
    const exchange = await seen.promise
    sent.destroy()
    await closed
    expect(exchange.signal.aborted).toBe(true)
    exchange.reply(200, {}, 'to nobody')
  })
})
