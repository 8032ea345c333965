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
