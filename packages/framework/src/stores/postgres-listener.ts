import type { Duplex } from 'node:stream'
import { setTimeout as delay } from 'node:timers/promises'
import type { Client } from 'pg'
import type { Database } from './postgres-database.ts'
import { toKey, WatchedSessions } from './postgres-watched.ts'

/** Milliseconds between checks of the connection, and of what nobody told. */
const CHECK_INTERVAL = 5_000

/** Milliseconds before the first attempt to connect again, and at most before a later one. */
const BACKOFF = { first: 50, most: 3_000 }

/** The driver has these, its types do not. */
type OpenClient = Client & { processID: number; ref(): void; unref(): void; connection: { stream: Duplex } }

interface Connection {
  /** Resolves when it has ended, however it did. */
  lost: Promise<void>
}

/**
 * Tells every node when a log has grown or gone, and hears of it, on one connection of its own.
 *
 * It tells after the commit, not within it: a transaction that notifies locks out all others that do until it is on disk,
 * so that no two are written together. What a node that died in between left untold is found by the checks. After the
 * connection was lost everybody is woken once, because something may have been missed.
 */
export class Listener {
  readonly #database: Database
  readonly #checkInterval: number
  readonly #watched = new WatchedSessions()
  readonly #untold = new Set<string>()
  readonly #closing = new AbortController()
  #client: OpenClient | undefined
  #telling: Promise<void> | undefined
  #staying: Promise<void> | undefined

  constructor(database: Database, { checkInterval = CHECK_INTERVAL } = {}) {
    this.#database = database
    this.#checkInterval = checkInterval
  }

  /** Comes back when nothing that is told from now on can be missed. */
  async start(): Promise<void> {
    const connection = await this.#connect()
    this.#staying = this.#stay(connection)
  }

  watch(kind: string, sessionId: string, listener: () => void): () => void {
    return this.#watched.add(kind, sessionId, listener)
  }

  /** Wakes this node at once, and the others soon. */
  tell(kind: string, sessionId: string): void {
    const key = toKey(kind, sessionId)
    this.#watched.wake(key)
    this.#untold.add(key)
    this.#startTelling()
  }

  async close(): Promise<void> {
    this.#closing.abort()
    await this.#telling
    this.#client?.ref()
    await this.#client?.end()
    await this.#staying
  }

  async #stay(first: Connection): Promise<void> {
    await first.lost
    for (let next = await this.#reconnect(); next !== undefined; next = await this.#reconnect()) {
      this.#watched.wakeAll()
      this.#startTelling()
      await next.lost
    }
  }

  async #reconnect(): Promise<Connection | undefined> {
    const { signal } = this.#closing
    for (let wait = BACKOFF.first; !signal.aborted; wait = Math.min(wait * 2, BACKOFF.most)) {
      try {
        await delay(wait, undefined, { signal, ref: false })
        return await this.#connect()
      } catch {
        // Not there yet, or closing: the loop knows which.
      }
    }
    return undefined
  }

  async #connect(): Promise<Connection> {
    const client = this.#database.createClient() as OpenClient
    client.on('notification', ({ processId, payload = '' }) => {
      if (processId !== client.processID) this.#watched.wake(payload)
    })
    // An error is followed by the end, which is what counts.
    client.on('error', () => {})
    const ended = new Promise<void>((resolve) => client.once('end', () => resolve()))
    try {
      await client.connect()
      await client.query(`listen ${this.#database.name}`)
      this.#closing.signal.throwIfAborted()
      client.unref()
    } catch (error) {
      client.connection.stream.destroy()
      throw error
    }
    this.#client = client
    const checking = this.#keepChecking(client)
    const lost = ended.then(() => {
      this.#client = undefined
      clearInterval(checking)
    })
    return { lost }
  }

  #startTelling(): void {
    if (this.#telling !== undefined || this.#client === undefined || this.#untold.size === 0) return
    this.#telling = this.#tellOthers()
  }

  async #tellOthers(): Promise<void> {
    // Postgres takes no notification above 8,000 bytes; a session with such a name is left to the checks.
    const text = 'select pg_notify($1, key) from unnest($2::text[]) as key where octet_length(key) < 8000'
    while (this.#client !== undefined && this.#untold.size > 0) {
      const client = this.#client
      const keys = [...this.#untold]
      this.#untold.clear()
      client.ref()
      try {
        await client.query({ name: 'tell', text, values: [this.#database.schema, keys] })
        client.unref()
      } catch {
        // Mostly because the connection was lost: told again on the next one, or after the next check.
        for (const key of keys) this.#untold.add(key)
        break
      }
    }
    this.#telling = undefined
  }

  /** A connection that was cut without a word looks like one on which nothing happens: it has to answer before the next check. */
  #keepChecking(client: OpenClient): NodeJS.Timeout {
    let isAnswered = true
    const check = async () => {
      isAnswered = false
      try {
        await this.#check(client)
        isAnswered = true
        this.#startTelling()
      } catch {
        // No answer: the next check gives the connection up, if it has not ended by then.
      }
    }
    const next = () => {
      if (isAnswered) void check()
      else client.connection.stream.destroy()
    }
    return setInterval(next, this.#checkInterval).unref()
  }

  async #check(client: Client): Promise<void> {
    const keys = this.#watched.keys()
    const { rows } = await client.query({
      name: 'check',
      text: `select kind, session_id, head from ${this.#database.name}.sessions
             join unnest($1::text[], $2::text[]) as watched (kind, session_id) using (kind, session_id)`,
      values: [keys.map(({ kind }) => kind), keys.map(({ session_id }) => session_id)],
    })
    this.#watched.compare(keys, rows)
  }
}
