import type { Store } from '../log/log.ts'
import { SweatpantsError } from '../tools/errors.ts'
import { createDatabase, loadDriver } from './postgres-database.ts'
import { createLeases } from './postgres-leases.ts'
import { Listener } from './postgres-listener.ts'
import { prepareLogs } from './postgres-log.ts'
import { migrate } from './postgres-migrations.ts'
import { createQuestions } from './postgres-questions.ts'
import { createRunIndex } from './postgres-runs.ts'
import { createTextIndex } from './postgres-texts.ts'

export interface PostgresStoreOptions {
  /** `postgres://user:password@host:port/database` */
  url: string
  /** The schema of its tables, created where missing. */
  schema?: string
  /** The most connections, not counting the one that listens. */
  poolSize?: number
  /** Milliseconds after which a statement fails, and after three quarters of which one that waits for a lock does. Default 8 seconds. */
  timeout?: number
}

/** Keeps streams in a Postgres database, which several nodes may use at once. What it acknowledged is on disk. */
export async function createPostgresStore(options: string | PostgresStoreOptions): Promise<Store> {
  const {
    url,
    schema = 'sweatpants',
    poolSize = 10,
    ...rest
  } = typeof options === 'string' ? { url: options } : options
  const database = createDatabase(await loadDriver(), { url, schema, poolSize, ...rest })
  const listener = new Listener(database)
  const end = async () => {
    await database.settle()
    await listener.close()
    await database.end()
  }
  let ending: Promise<void> | undefined
  const close = () => {
    ending ??= end()
    return ending
  }
  try {
    await migrate(database.pool, schema)
    await listener.start()
  } catch (error) {
    await close()
    throw error instanceof SweatpantsError ? error : toOpenError(url, error)
  }
  return {
    isDurable: true,
    log: prepareLogs(database, listener),
    leases: createLeases(database, listener),
    questions: createQuestions(database, listener),
    runs: createRunIndex(database),
    texts: createTextIndex(database),
    close,
  }
}

function toOpenError(url: string, error: unknown): SweatpantsError {
  // Without the user and the password.
  const { host, pathname } = URL.canParse(url) ? new URL(url) : { host: '', pathname: '' }
  const { message, code } = error as NodeJS.ErrnoException
  return new SweatpantsError(`cannot open a store on Postgres at ${host}${pathname}: ${message || code}`, {
    cause: error,
  })
}
