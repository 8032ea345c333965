import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { json } from 'node:stream/consumers'

export interface Mail {
  to: string
  text: string
}

export interface Transfer {
  amount: number
  /** Where the bank reports that the money has arrived. */
  url: string
}

/** What is outside of the application: mailboxes, and a bank. Both remember what was done under which key. */
export interface World extends AsyncDisposable {
  url: string
  mails: Mail[]
  transfers: Transfer[]
  /** How often the bank was asked to transfer. */
  attempts: number
  /** Forgets everything; the bank is closed again at the first attempt. */
  restart(): void
}

/** Opens a world whose bank is closed at the first attempt. */
export async function openWorld(): Promise<World> {
  const world = { mails: [] as Mail[], transfers: [] as Transfer[], attempts: 0 }
  const done = new Set<string>()
  const server = createServer(async (request, response) => {
    const body = await json(request)
    const isTransfer = request.url === '/transfers'
    if (isTransfer) world.attempts++
    if (isTransfer && world.attempts === 1) return response.writeHead(503).end()
    const key = `${request.url} ${request.headers['idempotency-key']}`
    if (!done.has(key)) {
      done.add(key)
      if (isTransfer) world.transfers.push(body as Transfer)
      else world.mails.push(body as Mail)
    }
    response.end()
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  return Object.assign(world, {
    restart() {
      Object.assign(world, { mails: [], transfers: [], attempts: 0 })
    },
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      await once(server.close(), 'close')
    },
  })
}
