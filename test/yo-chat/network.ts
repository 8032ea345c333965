import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { onTestFinished } from 'vitest'

/** The way from a page to its server, which can be cut. A browser that is told to be offline keeps the connections that it has. */
export interface Network {
  url: string
  cut(): void
  mend(): void
}

export async function createNetwork(server: string): Promise<Network> {
  const { hostname, port } = new URL(server)
  const sockets = new Set<Socket>()
  let isCut = false
  const track = (socket: Socket) => {
    sockets.add(socket)
    socket.on('error', () => socket.destroy()).on('close', () => sockets.delete(socket))
  }
  const proxy = createServer((near) => {
    track(near)
    if (isCut) return near.destroy()
    const far = connect(Number(port), hostname)
    track(far)
    near.pipe(far).pipe(near)
    near.on('close', () => far.destroy())
    far.on('close', () => near.destroy())
  }).listen(0, '127.0.0.1')
  await once(proxy, 'listening')
  const cut = () => {
    isCut = true
    for (const socket of sockets) socket.destroy()
  }
  onTestFinished(async () => {
    cut()
    await once(proxy.close(), 'close')
  })
  return {
    url: `http://127.0.0.1:${(proxy.address() as AddressInfo).port}/`,
    cut,
    mend() {
      isCut = false
    },
  }
}
