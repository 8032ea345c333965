import type { Log, Store } from '../log/log.ts'
import { SweatpantsError } from '../tools/errors.ts'
import { createDatabase, type Database, loadDriver } from './postgres-database.ts'
import { createLeases } from './postgres-leases.ts'
import { Listener } from './postgres-listener.ts'
import { prepareLogs } from './postgres-log.ts'
import { migrate } from './postgres-migrations.ts'
import { createQuestions } from './postgres-questions.ts'
import { fromText, toPart, toText } from './postgres-text.ts'
import { createTextIndex } from './postgres-texts.ts'
import type { Sql } from './sql.ts'
import { createRunIndex, type RunConditions } from './sql-runs.ts'

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
  const sql = toSql(database)
  const logOf = prepareLogs(database, sql, listener)
  return {
    isDurable: true,
    // The caller that names a kind knows the type of its events.
    log: <E>(kind: string) => logOf(kind) as Log<E>,
    leases: createLeases(database, listener),
    questions: createQuestions(database, sql, listener),
    runs: createRunIndex(sql, searchRuns(database)),
    texts: createTextIndex(database, sql),
    close,
  }
}

const toSql = ({ name, prepare }: Database): Sql => ({
  schema: name,
  headers: `${name}.headers`,
  questions: `${name}.questions`,
  prepare(text) {
    let values = 0
    return prepare(text.replaceAll('?', () => `$${++values}`))
  },
  toText,
  fromText,
  // Postgres has arrays.
  toNames: (value) => (value as string[]).map(fromText),
})

/** In lower case by the database on both sides: which letters have one depends on its locale. */
const searchRuns = ({ name }: Database): RunConditions => ({
  search: 'exists (select from unnest(array[id, tool, principal]) as name where strpos(lower(name), lower(?)) > 0)',
  toSearched: toPart,
  olderThan: `changed_at <= ${name}.now() - ?`,
  toTime: (ms) => ms,
})

function toOpenError(url: string, error: unknown): SweatpantsError {
  // Without the user and the password.
  const { host, pathname } = URL.canParse(url) ? new URL(url) : { host: '', pathname: '' }
  const { message, code } = error as NodeJS.ErrnoException
  return new SweatpantsError(`cannot open a store on Postgres at ${host}${pathname}: ${message || code}`, {
    cause: error,
  })
}
