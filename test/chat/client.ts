import type { Command, LogEntry, Patch } from '@sweatpants/framework/chat'
import { readEvents } from '../read-events.ts'
import type { Running, Servers } from './servers.ts'

/** A client that retries every request without a reply at the next server. */
export class Client {
  readonly #servers: Servers

  constructor(servers: Servers) {
    this.#servers = servers
  }

  async createSession(): Promise<string> {
    const { sessionId } = await this.#post<{ sessionId: string }>('', {})
    return sessionId
  }

  /** Resolves to the place of the command in the log. */
  async command(sessionId: string, command: Command): Promise<number> {
    const { lsn } = await this.#post<{ lsn: number }>(`/${sessionId}/commands`, command)
    return lsn
  }

  async get<T>(path: string): Promise<T> {
    return this.#insist(async (url) => readJson<T>(await fetch(url + path), 200))
  }

  /** Yields the events of the log, over as many connections as it takes. */
  async *follow(sessionId: string, signal: AbortSignal): AsyncGenerator<LogEntry<Patch>, void, void> {
    let lsn = 0
    while (!signal.aborted) {
      const running = await this.#servers.running
      try {
        const headers = { 'last-event-id': `${lsn}` }
        const { body } = await fetch(`${toSessions(running)}/${sessionId}/events`, { headers, signal })
        for await (const events of readEvents(body!)) {
          for (const { lsn: place, data } of events) {
            lsn = place
            yield { lsn, event: JSON.parse(data) }
          }
        }
      } catch (error) {
        if (signal.aborted) return
        if (!isDisconnected(error)) throw error
      }
      await running.gone
    }
  }

  #post<T>(path: string, body: unknown): Promise<T> {
    const headers = { 'content-type': 'application/json' }
    const init = { method: 'POST', headers, body: JSON.stringify(body) }
    const expected = path === '' ? 201 : 202
    return this.#insist(async (url) => readJson<T>(await fetch(url + path, init), expected))
  }

  async #insist<T>(ask: (url: string) => Promise<T>): Promise<T> {
    for (;;) {
      const running = await this.#servers.running
      try {
        return await ask(toSessions(running))
      } catch (error) {
        if (!isDisconnected(error)) throw error
        await running.gone
      }
    }
  }
}

const toSessions = ({ url }: Running): string => `${url}/api/chat/sessions`

/** The error of `fetch` if a connection failed or broke. */
const isDisconnected = (error: unknown): boolean => error instanceof TypeError

async function readJson<T>(response: Response, expected: number): Promise<T> {
  const text = await response.text()
  if (response.status !== expected) throw new Error(`expected ${expected}, got ${response.status}: ${text}`)
  return JSON.parse(text)
}
