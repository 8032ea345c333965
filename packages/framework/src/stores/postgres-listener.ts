import { setTimeout as delay } from 'node:timers/promises'
import type { Client } from 'pg'
import { Broadcasts } from '../log/broadcasts.ts'
import type { Broadcast } from '../log/log.ts'
import { fromKey, toKey, Watchers } from '../log/watchers.ts'
import { CLOSE_TIMEOUT, type Database, type OpenClient } from './postgres-database.ts'

/** Milliseconds between checks of the connection, and of appends without a notification. */
const CHECK_INTERVAL = 5_000

/** Milliseconds before the first attempt to reconnect, and the most before a later one. */
const BACKOFF = { first: 50, most: 3_000 }

/** The listeners of questions are kept under this kind, by audience name. */
const AUDIENCE = 'audience'

/** Names the streams that a statement deleted. */
export interface Deleted {
  kinds: string[] | null
  ids: string[] | null
}

interface Connection {
  /** Resolves when the connection has ended for any reason. */
  lost: Promise<void>
}

/**
 * Notifies all nodes when a stream has grown or was deleted, and receives their notifications, on one connection of its own.
 *
 * It notifies after the commit: transactions that notify take a lock until they are on disk, so that no two of them share
 * a sync. If a node dies between commit and notification, the checks of the others find the append. After a lost
 * connection all listeners are called once, because a notification may have been missed.
 */
export class Listener {
  readonly #database: Database
  readonly #checkInterval: number
  readonly #watchers = new Watchers()
  readonly #broadcasts = new Broadcasts()
  /** Where the watched streams ended at the last check. */
  #heads = new Map<string, number>()
  readonly #untold = new Set<string>()
  /** Broadcasts that other nodes have not been sent, as payloads. */
  #unsent: string[] = []
  readonly #closing = new AbortController()
  #client: OpenClient | undefined
  /** The client that is being connected. */
  #next: OpenClient | undefined
  #telling: Promise<void> | undefined
  #staying: Promise<void> | undefined

  constructor(database: Database, { checkInterval = CHECK_INTERVAL } = {}) {
    this.#database = database
    this.#checkInterval = checkInterval
  }

  /** Resolves once it listens. */
  async start(): Promise<void> {
    const connection = await this.#connect()
    this.#staying = this.#stay(connection)
  }

  watch(kind: string, id: string, listener: (head?: number) => void): () => void {
    return this.#watchers.add(toKey(kind, id), listener)
  }

  /** Wakes the listeners of this node. */
  wake(kind: string, id: string, head?: number): void {
    this.#watchers.wake(toKey(kind, id), head)
  }

  /** Wakes the listeners of this node, and notifies the other nodes. */
  tell(kind: string, id: string, head?: number): void {
    this.wake(kind, id, head)
    this.#untold.add(toKey(kind, id))
    this.#startTelling()
  }

  /** Calls the listeners of this node, and those of the other nodes while there is a connection. */
  broadcast(kind: string, id: string, text: string): void {
    const key = toKey(kind, id)
    this.#broadcasts.send(key, text)
    if (this.#client === undefined) return
    this.#unsent.push(`[${JSON.stringify(key)},${JSON.stringify(text)}]`)
    this.#startTelling()
  }

  listen<E>(kind: string, id: string, listener: (broadcast: Broadcast<E>) => void): () => void {
    return this.#broadcasts.listen(toKey(kind, id), listener)
  }

  watchAudience(name: string, listener: () => void): () => void {
    return this.watch(AUDIENCE, name, () => listener())
  }

  /** Calls the listeners of these audience names on all nodes. */
  tellAudience(names: readonly string[]): void {
    for (const name of new Set(names)) this.tell(AUDIENCE, name)
  }

  tellDeleted({ kinds, ids }: Deleted): void {
    kinds?.forEach((kind, i) => this.tell(kind, ids![i]!))
  }

  async close(): Promise<void> {
    this.#closing.abort()
    this.#next?.connection.stream.destroy()
    // A half-open connection neither answers nor ends.
    const giveUp = setTimeout(() => this.#client?.connection.stream.destroy(), CLOSE_TIMEOUT)
    await this.#telling
    this.#client?.ref()
    await this.#client?.end()
    await this.#staying
    clearTimeout(giveUp)
  }

  async #stay(first: Connection): Promise<void> {
    await first.lost
    for (let next = await this.#reconnect(); next !== undefined; next = await this.#reconnect()) {
      this.#watchers.wakeAll()
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
        // The server is still away, or the store closes, which ends the loop.
      }
    }
    return undefined
  }

  async #connect(): Promise<Connection> {
    const client = this.#database.createClient()
    this.#next = client
    client.on('notification', ({ processId, payload = '' }) => {
      if (processId !== client.processID) this.#hear(payload)
    })
    // An error is followed by 'end'.
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
    } finally {
      this.#next = undefined
    }
    this.#client = client
    const checking = this.#keepChecking(client)
    const lost = ended.then(() => {
      this.#client = undefined
      clearInterval(checking)
    })
    return { lost }
  }

  /** A key begins with a digit, a broadcast with a bracket. Any role of the database can send something else, which is ignored. */
  #hear(payload: string): void {
    if (!payload.startsWith('[')) return this.#watchers.wake(payload)
    let broadcast: [key: string, text: string]
    try {
      broadcast = JSON.parse(payload)
    } catch {
      return
    }
    this.#broadcasts.send(...broadcast)
  }

  #startTelling(): void {
    if (this.#telling !== undefined || this.#client === undefined) return
    if (this.#untold.size === 0 && this.#unsent.length === 0) return
    this.#telling = this.#tellOthers()
  }

  async #tellOthers(): Promise<void> {
    // Postgres refuses notifications of 8,000 bytes; a stream with such an id is left to the checks, and such a broadcast is lost.
    const text = 'select pg_notify($1, payload) from unnest($2::text[]) as payload where octet_length(payload) < 8000'
    while (this.#client !== undefined && (this.#untold.size > 0 || this.#unsent.length > 0)) {
      const client = this.#client
      const keys = [...this.#untold]
      const payloads = [...keys, ...this.#unsent]
      this.#untold.clear()
      this.#unsent = []
      client.ref()
      try {
        await client.query({ name: 'tell', text, values: [this.#database.schema, payloads] })
        client.unref()
      } catch {
        // Mostly a lost connection: keys are sent again on the next one, or after the next check.
        for (const key of keys) this.#untold.add(key)
        break
      }
    }
    this.#telling = undefined
  }

  /** A half-open connection looks like an idle one, so it is destroyed unless it answers a check before the next one. */
  #keepChecking(client: OpenClient): NodeJS.Timeout {
    let isAnswered = true
    const check = async () => {
      isAnswered = false
      try {
        await this.#check(client)
        isAnswered = true
        this.#startTelling()
      } catch {
        // No answer: the next check destroys the connection, if it has not ended by then.
      }
    }
    const next = () => {
      if (isAnswered) void check()
      else client.connection.stream.destroy()
    }
    return setInterval(next, this.#checkInterval).unref()
  }

  /** Wakes the listeners of streams that end elsewhere than at the last check; a deleted stream ends at 0. */
  async #check(client: Client): Promise<void> {
    const keys = this.#watchers.keys()
    const refs = keys.map(fromKey)
    const { rows } = await client.query<{ kind: string; id: string; head: number }>({
      name: 'check',
      text: `select kind, id, head from ${this.#database.name}.streams
             join unnest($1::text[], $2::text[]) as watched (kind, id) using (kind, id)`,
      values: [refs.map(({ kind }) => kind), refs.map(({ id }) => id)],
    })
    const found = new Map(rows.map(({ kind, id, head }) => [toKey(kind, id), head]))
    const before = this.#heads
    this.#heads = new Map(keys.map((key) => [key, found.get(key) ?? 0]))
    for (const [key, head] of this.#heads) if (head !== (before.get(key) ?? 0)) this.#watchers.wake(key)
  }
}
