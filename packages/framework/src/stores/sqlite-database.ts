import { mkdirSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { SweatpantsError } from '../tools/errors.ts'

/** Milliseconds that one process waits for another's transaction. */
const BUSY_TIMEOUT = 10_000

/** Each brings a file from the version that is its index to the next. Append only: files of every version exist. */
const MIGRATIONS = [
  `
  create table journals (
    run_id text primary key,
    revision integer not null,
    header text not null,
    progress text not null,
    length integer not null
  ) strict;
  create table entries (
    run_id text not null references journals (run_id) on delete cascade,
    position integer not null,
    entry text not null,
    primary key (run_id, position)
  ) strict;
  create table records (
    run_id text primary key,
    expires_at real not null,
    data text not null
  ) strict;
  create index records_by_expiry on records (expires_at);
  `,
  `
  create table sessions (
    id integer primary key,
    kind text not null,
    session_id text not null,
    principal text,
    created_at real not null,
    updated_at real not null,
    head integer not null,
    about text not null,
    due_at real,
    node text,
    fence integer,
    unique (kind, session_id)
  ) strict;
  create index sessions_by_principal on sessions (kind, principal, updated_at);
  create index sessions_by_due on sessions (kind, due_at) where due_at is not null;
  create table events (
    session integer not null references sessions (id) on delete cascade,
    lsn integer not null,
    event text not null,
    primary key (session, lsn)
  ) strict, without rowid;
  create table commands (
    session integer not null references sessions (id) on delete cascade,
    command_id text not null,
    lsn integer not null,
    primary key (session, command_id)
  ) strict, without rowid;
  create table snapshots (
    session integer primary key references sessions (id) on delete cascade,
    lsn integer not null,
    state text not null
  ) strict;
  create table nodes (
    kind text not null,
    node text not null,
    alive_until real not null,
    primary key (kind, node)
  ) strict, without rowid;
  -- For all sessions together: the fence of a deleted one is not taken for that of its successor.
  create table fences (last integer not null) strict;
  insert into fences values (0);
  `,
  `
  alter table records add column owner text;
  alter table records add column owned_until real;
  `,
]

/** Opens the file, makes it and its directory where missing, and brings it to the present version. */
export function openDatabase(path: string): DatabaseSync {
  if (path !== ':memory:') mkdirSync(dirname(resolve(path)), { recursive: true })
  const database = new DatabaseSync(path, { timeout: BUSY_TIMEOUT, enableForeignKeyConstraints: true })
  try {
    whenFree(() => database.exec('pragma journal_mode = wal'))
    // FULL: a commit is on disk before it is acknowledged, which WAL alone does not promise.
    database.exec('pragma synchronous = full')
    migrate(database, path)
  } catch (error) {
    database.close()
    throw error
  }
  return database
}

/** The busy timeout does not hold for a change of the journal mode: two processes that make the file at once both try. */
function whenFree(act: () => void): void {
  const until = Date.now() + BUSY_TIMEOUT
  for (;;) {
    try {
      return act()
    } catch (error) {
      if (!String(error).includes('locked') || Date.now() >= until) throw error
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 10)
    }
  }
}

function migrate(database: DatabaseSync, path: string): void {
  if (versionOf(database) === MIGRATIONS.length) return
  transact(database, () => {
    // Read again: another process may have migrated while this one waited.
    const version = versionOf(database)
    if (version > MIGRATIONS.length) {
      throw new SweatpantsError(
        `${path} has version ${version}, and this release knows versions up to ${MIGRATIONS.length}; use a newer release`,
      )
    }
    for (const migration of MIGRATIONS.slice(version)) database.exec(migration)
    database.exec(`pragma user_version = ${MIGRATIONS.length}`)
  })
}

const versionOf = (database: DatabaseSync): number =>
  database.prepare('pragma user_version').get()?.user_version as number

/** Runs `body` as the only writer, in one transaction that an error undoes. */
export const transact = <T>(database: DatabaseSync, body: () => T): T => within(database, 'begin immediate', body)

/** Runs `body`, which only reads, on one state of the file, whoever writes meanwhile. */
export const snapshot = <T>(database: DatabaseSync, body: () => T): T => within(database, 'begin', body)

function within<T>(database: DatabaseSync, begin: string, body: () => T): T {
  database.exec(begin)
  try {
    const result = body()
    database.exec('commit')
    return result
  } catch (error) {
    if (database.isTransaction) database.exec('rollback')
    throw error
  }
}
