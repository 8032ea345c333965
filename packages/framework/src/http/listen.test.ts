import { once } from 'node:events'
import { Agent, type IncomingMessage, request } from 'node:http'
import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { expect, it } from 'vitest'
import { listenHttp } from './listen.ts'

it('a server listens on a free port of the loopback until it is closed', async () => {
  const listening = await listenHttp((_, res) => res.end('here'))
  expect(listening.url).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/)
  expect(await (await fetch(listening.url)).text()).toBe('here')
  await listening.close()
  await expect(fetch(listening.url)).rejects.toThrow()
})

it('a server is closed at the end of its scope', async () => {
  let url: string
  {
    await using listening = await listenHttp((_, res) => res.end('here'))
    url = listening.url
    expect((await fetch(url)).status).toBe(200)
  }
  await expect(fetch(url)).rejects.toThrow()
})

it('a port that is in use is an error', async () => {
  const listening = await listenHttp(() => {})
  await expect(listenHttp(() => {}, { port: Number(new URL(listening.url).port) })).rejects.toThrow('EADDRINUSE')
  await listening.close()
})

it('an open response ends before the server closes, and its connection is not reused', async () => {
  const began = Promise.withResolvers<() => void>()
  const listening = await listenHttp((_, res) => {
    res.write('one ')
    began.resolve(() => res.end('two'))
  })
  const agent = new Agent({ keepAlive: true })
  const [response] = (await once(request(listening.url, { agent }).end(), 'response')) as [IncomingMessage]
  const finish = await began.promise
  const closing = listening.close()
  expect(listening.close()).toBe(closing)
  finish()
  expect(await text(response)).toBe('one two')
  await closing
  agent.destroy()
})

it('a response that outlasts the grace period is cut off', async () => {
  const listening = await listenHttp((_, res) => void res.write('for ever'), { grace: 10 })
  const socket = connect(Number(new URL(listening.url).port), '127.0.0.1')
  socket.write('GET / HTTP/1.1\r\nhost: localhost\r\n\r\n')
  await once(socket, 'data')
  await listening.close()
  socket.resume()
  await once(socket, 'close')
})

it('a connection without a request does not delay the close', async () => {
  const listening = await listenHttp((_, res) => res.end(), { grace: 60_000 })
  const socket = connect(Number(new URL(listening.url).port), '127.0.0.1')
  await once(socket, 'connect')
  // Answered after it: by then the server knows of the connection.
  await (await fetch(listening.url)).text()
  await listening.close()
  socket.resume()
  await once(socket, 'close')
})

const IMPATIENT = {
  headersTimeout: 20,
  requestTimeout: 20,
  keepAliveTimeout: 60_000,
  connectionsCheckingInterval: 10,
}

async function connectTo({ url }: { url: string }) {
  const socket = connect(Number(new URL(url).port), '127.0.0.1')
  await once(socket, 'connect')
  return socket
}

it('the first request on an old connection is answered by a server that was busy when it came', async () => {
  const listening = await listenHttp((_, res) => res.end('here'), {}, IMPATIENT)
  const sockets = await Promise.all(Array.from({ length: 5 }, () => connectTo(listening)))
  for (const socket of sockets) socket.write('GET / HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n\r\n')
  // The requests are in the buffers of the sockets when the server looks for slow connections.
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 100)
  for (const socket of sockets) expect(await text(socket)).toMatch(/^HTTP\/1.1 200/)
  await listening.close()
})

it.each([
  ['no request at all', '', ''],
  ['half of the headers', 'GET / HTTP/1.1\r\nhost: local', 'HTTP/1.1 408 Request Timeout'],
  [
    'half of the body',
    'POST / HTTP/1.1\r\nhost: localhost\r\ncontent-length: 9\r\n\r\nhalf',
    'HTTP/1.1 408 Request Timeout',
  ],
  ['what is not HTTP', 'hello\r\n\r\n', 'HTTP/1.1 400 Bad Request'],
  [
    'too many headers',
    `GET / HTTP/1.1\r\nx: ${'x'.repeat(20_000)}\r\n\r\n`,
    'HTTP/1.1 431 Request Header Fields Too Large',
  ],
])('a connection with %s is closed, and says why', async (_, sent, status) => {
  const listening = await listenHttp(() => {}, {}, IMPATIENT)
  const socket = await connectTo(listening)
  socket.write(sent)
  expect((await text(socket)).split('\r\n')[0]).toBe(status)
  await listening.close()
})

it('what is not HTTP ends a response that has begun, and adds nothing to it', async () => {
  const listening = await listenHttp((_, res) => void res.writeHead(200).write('one'), {}, IMPATIENT)
  const socket = await connectTo(listening)
  socket.write('POST / HTTP/1.1\r\nhost: localhost\r\ntransfer-encoding: chunked\r\n\r\n')
  const [begun] = await once(socket, 'data')
  socket.write('not a chunk\r\n')
  const rest = await text(socket)
  expect(`${begun}${rest}`).toMatch(/^HTTP\/1.1 200 OK/)
  expect(`${begun}${rest}`).not.toContain('400')
  await listening.close()
})
