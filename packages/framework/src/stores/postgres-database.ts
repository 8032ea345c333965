import type * as Driver from 'pg'
import type { Client, ClientConfig, CustomTypesConfig, Pool, QueryConfig } from 'pg'
import { SweatpantsError } from '../tools/errors.ts'

/** Milliseconds to wait for a connection, to the server or out of the pool. */
const CONNECTION_TIMEOUT = 15_000

export interface DatabaseOptions {
  url: string
  schema: string
  poolSize: number
}

export type Statement<Row> = (...values: readonly unknown[]) => Promise<Row[]>

/** Connections to one schema of a Postgres database. None of them keeps the process alive. */
export interface Database {
  readonly pool: Pool
  /** The name of the schema, and the same quoted, for use in a statement. */
  readonly schema: string
  readonly name: string
  /** A connection of its own, not yet open. */
  createClient(): Client
  /** Parsed by the server once for each connection. */
  prepare<Row>(text: string): Statement<Row>
  /** Resolves when every statement that was asked for is done; none is taken from now on. */
  settle(): Promise<void>
}

export function createDatabase(driver: typeof Driver, { url, schema, poolSize }: DatabaseOptions): Database {
  if (!/^[a-z_][a-z0-9_-]{0,62}$/i.test(schema)) {
    throw new SweatpantsError(`${JSON.stringify(schema)} is no schema; 1 to 63 of a-z, A-Z, 0-9, _ and - make its name`)
  }
  const config: ClientConfig = {
    connectionString: url,
    connectionTimeoutMillis: CONNECTION_TIMEOUT,
    application_name: 'sweatpants',
    keepAlive: true,
    types: numbersIn(driver),
  }
  const pool = new driver.Pool({ ...config, max: poolSize, allowExitOnIdle: true })
  // Of a connection that was idle when it broke: the pool has dropped it, and opens another when one is needed.
  pool.on('error', () => {})
  let prepared = 0
  let isOpen = true
  const running = new Set<Promise<unknown>>()
  const run = async (query: QueryConfig) => {
    if (!isOpen) throw new SweatpantsError('the store is closed')
    const result = pool.query(query)
    running.add(result)
    try {
      return await result
    } finally {
      running.delete(result)
    }
  }
  return {
    pool,
    schema,
    name: driver.escapeIdentifier(schema),
    createClient: () => new driver.Client(config),
    prepare<Row>(text: string): Statement<Row> {
      const name = `statement_${++prepared}`
      // The rows are what the statement says they are.
      return async (...values) => (await run({ name, text, values: [...values] })).rows as Row[]
    },
    async settle() {
      isOpen = false
      // A pool that ends forgets those who still wait for a connection.
      await Promise.allSettled(running)
    },
  }
}

/** What counts here stays far below 2^53, so a `bigint` is a number. */
function numbersIn({ types }: typeof Driver): CustomTypesConfig {
  const getTypeParser = (oid: number, format?: 'text') =>
    oid === types.builtins.INT8 ? Number : types.getTypeParser(oid, format)
  // Declared for each format apart; nothing here is asked for in binary.
  return { getTypeParser: getTypeParser as CustomTypesConfig['getTypeParser'] }
}

/** An optional peer: whoever uses no Postgres need not have it. */
export async function loadDriver(load: () => Promise<typeof Driver> = () => import('pg')): Promise<typeof Driver> {
  try {
    return await load()
  } catch (error) {
    if ((error as { code?: unknown }).code !== 'ERR_MODULE_NOT_FOUND') throw error
    throw new SweatpantsError('a store on Postgres needs the package pg, which is missing; npm install pg', {
      cause: error,
    })
  }
}
