import type { Duplex } from 'node:stream'
import type * as Driver from 'pg'
import type { Client, ClientConfig, CustomTypesConfig, Pool, PoolClient, QueryConfig } from 'pg'
import { SweatpantsError } from '../tools/errors.ts'
import { toStoreError } from './postgres-errors.ts'

/** Milliseconds after which the server cancels a statement. A connection may take as long. */
export const STATEMENT_TIMEOUT = 8_000

/** The part of its timeout that a statement may wait for a lock. */
export const LOCK_SHARE = 0.75

/** Milliseconds for the error of a cancelled statement to arrive. A connection without an answer by then is half-open. */
export const GRACE = 1_000

/** Milliseconds after which the server ends a transaction whose node has stopped, and for which a migration may run. */
export const MIGRATION_TIMEOUT = 60_000

/** Milliseconds of silence after which the system checks whether the other side is there. */
const KEEP_ALIVE = 5_000

/** Milliseconds that a store which closes waits for statements and connections. */
export const CLOSE_TIMEOUT = 2_000

export interface DatabaseOptions {
  url: string
  schema: string
  poolSize: number
  /** Milliseconds after which the server cancels a statement. */
  timeout?: number
}

export type Statement<Row> = (...values: readonly unknown[]) => Promise<Row[]>

/** With members of the driver that its types leave out. */
export type OpenClient = Client & { processID: number; ref(): void; unref(): void; connection: { stream: Duplex } }

/** Connections to one schema of a Postgres database. None of them keeps the process alive. */
export interface Database {
  readonly pool: Pool
  /** The name of the schema, and the same quoted for a statement. */
  readonly schema: string
  readonly name: string
  /** Returns a connection outside of the pool, not yet open. */
  createClient(): OpenClient
  /** Returns a statement that the server parses once for each connection. It fails when there is no result in time. */
  prepare<Row>(text: string, toTimeout?: (...values: readonly unknown[]) => number): Statement<Row>
  /** Refuses statements from now on; resolves when those that run are done, or fails them when that takes too long. */
  settle(): Promise<void>
  /** Closes the pool. Does not wait for connections that are half-open. */
  end(): Promise<void>
}

export function createDatabase(driver: typeof Driver, options: DatabaseOptions): Database {
  const { url, schema, poolSize, timeout = STATEMENT_TIMEOUT } = options
  if (!/^[a-z_][a-z0-9_-]{0,62}$/i.test(schema)) {
    throw new SweatpantsError(
      `${JSON.stringify(schema)} is no name of a schema; use 1 to 63 characters of a-z, A-Z, 0-9, _ and -`,
    )
  }
  const config: ClientConfig = {
    connectionString: url,
    connectionTimeoutMillis: timeout,
    application_name: 'sweatpants',
    keepAlive: true,
    keepAliveInitialDelayMillis: KEEP_ALIVE,
    types: numbersIn(driver),
  }
  const pool = new driver.Pool({ ...config, query_timeout: MIGRATION_TIMEOUT, max: poolSize, allowExitOnIdle: true })
  const connections = new Connections(pool, timeout)
  let prepared = 0
  const running = new Set<PromiseWithResolvers<{ rows: unknown[] }>>()
  let isOpen = true
  const run = async (query: QueryConfig, patience: number) => {
    if (!isOpen) throw new SweatpantsError('the store is closed')
    // One promise for each statement: what races with a promise that stays is kept as long as that.
    const result = Promise.withResolvers<{ rows: unknown[] }>()
    running.add(result)
    connections.query(query, patience).then(result.resolve, result.reject)
    try {
      return await result.promise
    } catch (error) {
      throw error instanceof SweatpantsError ? error : toStoreError(error)
    } finally {
      running.delete(result)
    }
  }
  return {
    pool,
    schema,
    name: driver.escapeIdentifier(schema),
    // Its type leaves out members that it has.
    createClient: () => new driver.Client({ ...config, query_timeout: timeout + GRACE }) as OpenClient,
    prepare<Row>(text: string, toTimeout = (..._: readonly unknown[]) => timeout + GRACE): Statement<Row> {
      const name = `statement_${++prepared}`
      return async (...values) => {
        const patience = Math.min(timeout + GRACE, toTimeout(...values))
        const { rows } = await run({ name, text, values: [...values] }, patience)
        // The caller knows the rows of its statement.
        return rows as Row[]
      }
    },
    async settle() {
      isOpen = false
      const giveUp = setTimeout(() => {
        for (const { reject } of running) reject(new SweatpantsError('the store is closed'))
      }, CLOSE_TIMEOUT)
      // A pool that ends drops the statements that wait for a connection.
      await Promise.allSettled([...running].map(({ promise }) => promise))
      clearTimeout(giveUp)
    },
    async end() {
      const { promise, resolve } = Promise.withResolvers<void>()
      const giveUp = setTimeout(resolve, CLOSE_TIMEOUT)
      connections.destroyUsed()
      await Promise.race([pool.end(), promise])
      clearTimeout(giveUp)
    },
  }
}

/**
 * The connections of a pool. A half-open one looks like an idle one until a statement gets no answer. Then those that were
 * open at that time are suspected: they are closed before their next use, and once a newer connection answers, those on which
 * older statements wait are closed too.
 */
class Connections {
  readonly #pool: Pool
  /** Milliseconds after which the server cancels a statement. */
  readonly #timeout: number
  /** Milliseconds for which a statement on it may wait for a lock. */
  readonly #lockTimeouts = new WeakMap<PoolClient, number>()
  /** When each was opened, counted in statements without an answer. */
  readonly #opened = new WeakMap<PoolClient, number>()
  /** When the statement that runs on it was sent. */
  readonly #used = new Map<PoolClient, number>()
  #unanswered = 0
  /** When the last statement without an answer was sent, until a newer connection answers. */
  #unansweredAt: number | undefined

  constructor(pool: Pool, timeout: number) {
    this.#pool = pool
    this.#timeout = timeout
    // An idle connection broke: the pool has removed it, and opens another when it needs one.
    pool.on('error', () => {})
    pool.on('connect', (client) => {
      this.#opened.set(client, this.#unanswered)
      // Its statement fails, which is enough.
      client.on('error', () => {})
    })
  }

  async query(query: QueryConfig, timeout: number): Promise<{ rows: unknown[] }> {
    const client = await this.#connect()
    const sentAt = performance.now()
    this.#used.set(client, sentAt)
    let isAnswered = false
    let isLate = false
    const giveUp = () => {
      if (isAnswered) return
      isLate = true
      this.#unanswered++
      this.#unansweredAt = sentAt
      destroy(client)
    }
    // A process that was suspended reads first what has arrived.
    const timer = setTimeout(() => setImmediate(giveUp), timeout)
    try {
      await this.#prepare(client, Math.floor(Math.min(this.#timeout, timeout) * LOCK_SHARE))
      const result = await client.query(query)
      isAnswered = true
      client.release()
      if (!this.#isSuspected(client)) this.#destroyUnanswered()
      return result
    } catch (error) {
      isAnswered = true
      client.release(true)
      throw isLate ? new Error(`Postgres did not answer within ${timeout} ms`, { cause: error }) : error
    } finally {
      clearTimeout(timer)
      this.#used.delete(client)
    }
  }

  /** Closes the connections of statements that still run. */
  destroyUsed(): void {
    for (const client of this.#used.keys()) destroy(client)
  }

  async #connect(): Promise<PoolClient> {
    for (;;) {
      const client = await this.#pool.connect()
      if (!this.#isSuspected(client)) return client
      destroy(client)
      client.release(true)
    }
  }

  /** A statement that waits for a lock fails before it counts as one without an answer. */
  async #prepare(client: PoolClient, lockTimeout: number): Promise<void> {
    const before = this.#lockTimeouts.get(client)
    if (before === lockTimeout) return
    const setLockTimeout = `set lock_timeout = ${lockTimeout}`
    await client.query(before === undefined ? `${toSettings(this.#timeout)}; ${setLockTimeout}` : setLockTimeout)
    this.#lockTimeouts.set(client, lockTimeout)
  }

  #isSuspected(client: PoolClient): boolean {
    return this.#opened.get(client) !== this.#unanswered
  }

  #destroyUnanswered(): void {
    const until = this.#unansweredAt
    if (until === undefined) return
    this.#unansweredAt = undefined
    for (const [client, sentAt] of this.#used) if (sentAt <= until && this.#isSuspected(client)) destroy(client)
  }
}

/**
 * Lets the server give up what its client has given up, so that no lock stays behind. A statement, because poolers between
 * here and the server refuse such settings at the start of a connection.
 */
const toSettings = (timeout: number): string =>
  `set statement_timeout = ${timeout}; set idle_in_transaction_session_timeout = ${MIGRATION_TIMEOUT};
   set tcp_keepalives_idle = 10; set tcp_keepalives_interval = 5; set tcp_keepalives_count = 3`

/** Closes a connection at once. Ending it would wait for the server. */
function destroy(client: PoolClient): void {
  const { connection } = client as unknown as OpenClient
  connection.stream.destroy()
}

/** Parses `bigint` as a number: all of them stay far below 2^53. */
function numbersIn({ types }: typeof Driver): CustomTypesConfig {
  const getTypeParser = (oid: number, format?: 'text') =>
    oid === types.builtins.INT8 ? Number : types.getTypeParser(oid, format)
  // Declared once for each format; no column is requested in binary.
  return { getTypeParser: getTypeParser as CustomTypesConfig['getTypeParser'] }
}

/** Loads the optional peer `pg`. Before 8.16 it has a default export only; some bundlers turn a missing one into an empty module. */
export async function loadDriver(): Promise<typeof Driver> {
  try {
    const module = await import('pg')
    const driver = (module.default ?? module) as typeof Driver
    if (typeof driver.Pool !== 'function') throw new TypeError('pg exports no Pool')
    return driver
  } catch (cause) {
    const message = 'a store on Postgres needs the package pg, which could not be loaded; npm install pg'
    throw new SweatpantsError(message, { cause })
  }
}
