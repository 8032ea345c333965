import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { TcpProxy } from './proxy.ts'

/** Answers each line with the line, and remembers what it received. */
let received = ''
let proxy: TcpProxy
let resources: AsyncDisposableStack
beforeEach(async () => {
  received = ''
  resources = new AsyncDisposableStack()
  const sockets = new Set<Socket>()
  const server = createServer((socket) => {
    sockets.add(socket)
    socket
      .on('error', () => {})
      .on('data', (chunk) => {
        received += chunk
        socket.write(chunk)
      })
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  resources.defer(() => {
    for (const socket of sockets) socket.destroy()
    server.close()
  })
  proxy = resources.use(await TcpProxy.open({ port: (server.address() as AddressInfo).port }))
})
afterEach(() => resources.disposeAsync())

async function open(): Promise<{ socket: Socket; heard: () => string }> {
  const socket = connect(proxy.port, '127.0.0.1').on('error', () => {})
  resources.defer(() => void socket.destroy())
  let text = ''
  socket.on('data', (chunk) => {
    text += chunk
  })
  socket.write('a')
  await expect.poll(() => text).toBe('a')
  return { socket, heard: () => text }
}

test('a frozen proxy forwards nothing, ends no connection, and forwards everything once it is thawed', async () => {
  const { socket, heard } = await open()
  proxy.freeze()
  socket.write('b')
  const other = await open()
  await pause(50)
  expect({ received, heard: heard(), isOpen: socket.readyState }).toEqual({
    received: 'aa',
    heard: 'a',
    isOpen: 'open',
  })
  proxy.thaw()
  await expect.poll(heard).toBe('ab')
  expect(other.heard()).toBe('a')
})

test('what a client sent before it left a frozen connection is delivered late', async () => {
  const { socket } = await open()
  proxy.freeze()
  socket.write('late')
  await pause(20)
  socket.destroy()
  await pause(50)
  expect(received).toBe('a')
  proxy.thaw()
  await expect.poll(() => received).toBe('alate')
})

test('a proxy that also freezes new connections accepts them and stays silent', async () => {
  proxy.freeze({ andNew: true })
  const opening = open()
  await pause(50)
  expect(received).toBe('')
  proxy.thaw()
  expect((await opening).heard()).toBe('a')
})

test('a muted proxy delivers requests and drops their replies', async () => {
  const { socket, heard } = await open()
  proxy.mute()
  socket.write('b')
  await expect.poll(() => received).toBe('ab')
  await pause(20)
  expect(heard()).toBe('a')
  expect((await open()).heard()).toBe('a')
})

test('a proxy that cuts resets every connection', async () => {
  const { socket } = await open()
  const closed = expect(once(socket, 'close')).rejects.toThrow('ECONNRESET')
  proxy.cut()
  await closed
})
