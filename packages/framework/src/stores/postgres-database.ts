import type * as Driver from 'pg'
import type { Client, ClientConfig, CustomTypesConfig, Pool, QueryConfig } from 'pg'
import { SweatpantsError } from '../tools/errors.ts'

/** Milliseconds to wait for a connection, to the server or from the pool. */
const CONNECTION_TIMEOUT = 15_000

/** Milliseconds to wait for the result of a statement. On a half-open connection none ever comes. */
const QUERY_TIMEOUT = 10_000

export interface DatabaseOptions {
  url: string
  schema: string
  poolSize: number
  queryTimeout?: number
}

export type Statement<Row> = (...values: readonly unknown[]) => Promise<Row[]>

/** Connections to one schema of a Postgres database. None of them keeps the process alive. */
export interface Database {
  readonly pool: Pool
  /** The name of the schema, and the same quoted for a statement. */
  readonly schema: string
  readonly name: string
  /** Returns a connection outside of the pool, not yet open. */
  createClient(): Client
  /** Returns a statement that the server parses once for each connection. */
  prepare<Row>(text: string): Statement<Row>
  /** Refuses statements from now on; resolves when those that run are done. */
  settle(): Promise<void>
}

export function createDatabase(driver: typeof Driver, options: DatabaseOptions): Database {
  const { url, schema, poolSize, queryTimeout = QUERY_TIMEOUT } = options
  if (!/^[a-z_][a-z0-9_-]{0,62}$/i.test(schema)) {
    throw new SweatpantsError(
      `${JSON.stringify(schema)} is no name of a schema; use 1 to 63 characters of a-z, A-Z, 0-9, _ and -`,
    )
  }
  const config: ClientConfig = {
    connectionString: url,
    connectionTimeoutMillis: CONNECTION_TIMEOUT,
    application_name: 'sweatpants',
    keepAlive: true,
    types: numbersIn(driver),
  }
  const pool = new driver.Pool({ ...config, max: poolSize, allowExitOnIdle: true })
  // An idle connection broke: the pool has removed it, and opens another when it needs one.
  pool.on('error', () => {})
  let prepared = 0
  let isOpen = true
  const running = new Set<Promise<unknown>>()
  const run = async (query: QueryConfig & { query_timeout: number }) => {
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
      // The caller knows the rows of its statement.
      return async (...values) =>
        (await run({ name, text, values: [...values], query_timeout: queryTimeout })).rows as Row[]
    },
    async settle() {
      isOpen = false
      // A pool that ends drops the statements that wait for a connection.
      await Promise.allSettled(running)
    },
  }
}

/** Parses `bigint` as a number: all of them stay far below 2^53. */
function numbersIn({ types }: typeof Driver): CustomTypesConfig {
  const getTypeParser = (oid: number, format?: 'text') =>
    oid === types.builtins.INT8 ? Number : types.getTypeParser(oid, format)
  // Declared once for each format; no column is requested in binary.
  return { getTypeParser: getTypeParser as CustomTypesConfig['getTypeParser'] }
}

/** Loads the optional peer `pg`. */
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
