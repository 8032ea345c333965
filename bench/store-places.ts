import { mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Store } from '@sweatpants/framework/log'
import { createNatsStore } from '@sweatpants/framework/stores/nats'
import { createPostgresStore } from '@sweatpants/framework/stores/postgres'
import { createSqliteStore } from '@sweatpants/framework/stores/sqlite'
import pg from 'pg'
import { findNatsServerOrError, startNats } from '../test/nats.ts'
import { startReplicatedPostgres } from '../test/postgres-standbys.ts'

/** A store as two nodes see it. */
export interface StorePlace extends AsyncDisposable {
  near: Store
  far: Store
  /** Opens it once more, with nothing in memory. */
  again(): Promise<{ store: Store } & AsyncDisposable>
  /** Bytes that all its servers have written. */
  size(): Promise<number>
}

export interface OpenPlace {
  name: string
  open(): Promise<StorePlace>
}

/** Returns the stores that this machine can measure. Those of NATS are missing, with a word of it, where there is no server. */
export async function openPlaces(): Promise<OpenPlace[]> {
  const program = await findNatsServerOrError()
  if (program instanceof Error) console.error(program.message)
  const nats =
    program instanceof Error
      ? []
      : [
          { name: 'NATS 3', open: () => openNats(program, '2m') },
          { name: 'NATS 3, flush', open: () => openNats(program, 'always') },
        ]
  return [
    { name: 'SQLite', open: openSqlite },
    { name: 'Postgres 1', open: () => openPostgres(0) },
    { name: 'Postgres 3 sync', open: () => openPostgres(2) },
    ...nats,
  ]
}

async function openSqlite(): Promise<StorePlace> {
  const folder = mkdtempSync(join(tmpdir(), 'bench-sqlite-'))
  const path = join(folder, 'store.db')
  const store = createSqliteStore(path)
  const open = async () => createSqliteStore(path)
  return toPlace(
    [store, store],
    open,
    async () => sizeOf(folder),
    () => rmSync(folder, { recursive: true }),
  )
}

async function openPostgres(standbys: 0 | 2): Promise<StorePlace> {
  const database = await startReplicatedPostgres({ fsync: 'on', standbys })
  const open = () => createPostgresStore(database.url)
  const client = new pg.Client(database.url)
  await client.connect()
  // Files of the log are made in advance, so their size says nothing.
  const size = async () => {
    const { rows } = await client.query(`select pg_wal_lsn_diff(pg_current_wal_lsn(), '0/0') as written`)
    return Number(rows[0].written) * (1 + standbys)
  }
  return toPlace([await open(), await open()], open, size, async () => {
    await client.end()
    await database[Symbol.asyncDispose]()
  })
}

async function openNats(program: string, syncInterval: string): Promise<StorePlace> {
  const folder = mkdtempSync(join(tmpdir(), 'bench-nats-'))
  const nats = await startNats({ program, folder, syncInterval })
  const open = () => createNatsStore(nats.url, { sync: 'any' })
  return toPlace(
    [await open(), await open()],
    open,
    async () => sizeOf(folder),
    async () => {
      await nats.stop()
      rmSync(folder, { recursive: true })
    },
  )
}

const toPlace = (
  [near, far]: [Store, Store],
  open: () => Promise<Store>,
  size: () => Promise<number>,
  stop: () => unknown,
): StorePlace => ({
  near,
  far,
  async again() {
    const store = await open()
    return { store, [Symbol.asyncDispose]: async () => store.close() }
  },
  size,
  async [Symbol.asyncDispose]() {
    for (const store of new Set([near, far])) await store.close()
    await stop()
  },
})

const sizeOf = (folder: string): number =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .reduce(
      (sum, { parentPath, name }) => sum + (statSync(join(parentPath, name), { throwIfNoEntry: false })?.size ?? 0),
      0,
    )
