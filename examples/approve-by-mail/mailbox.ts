import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { SMTPServer } from 'smtp-server'

export interface Mailbox extends AsyncDisposable {
  port: number
  /** Resolves to the next message. */
  next(): Promise<string>
}

/** A real SMTP server on this machine that keeps what it receives. It stands for the manager's mailbox. */
export async function openMailbox(): Promise<Mailbox> {
  const received: string[] = []
  let arrived = Promise.withResolvers<void>()
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    async onData(stream, _session, done) {
      received.push(await text(stream))
      arrived.resolve()
      arrived = Promise.withResolvers()
      done()
    },
  })
  server.listen(0, '127.0.0.1')
  await once(server.server, 'listening')
  return {
    port: (server.server.address() as AddressInfo).port,
    async next() {
      while (received.length === 0) await arrived.promise
      return received.shift()!
    },
    [Symbol.asyncDispose]: () => new Promise((resolve) => server.close(() => resolve())),
  }
}
