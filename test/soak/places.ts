import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { setTimeout as wait } from 'node:timers/promises'
import type { Store } from '@sweatpants/framework/log'
import { createNatsStore } from '@sweatpants/framework/stores/nats'
import { createPostgresStore } from '@sweatpants/framework/stores/postgres'
import { createSqliteStore } from '@sweatpants/framework/stores/sqlite'
import type { Grounds } from '../faults/kinds.ts'
import { startNats } from '../nats.ts'
import { createTemporarySchema } from '../postgres.ts'
import { startReplicatedPostgres } from '../postgres-standbys.ts'
import type { StoreOptions } from '../store-options.ts'
import { openDatabase } from './database.ts'
import type { Disk } from './disk.ts'

/** A store that nodes share, and how it can be disturbed. */
export interface Place {
  nodes: number
  options: StoreOptions
  /** Read directly: no fault is between. */
  store: Store
  grounds: Grounds
}

type Open = (resources: AsyncDisposableStack, disk: Disk) => Promise<Place>

const onPostgres = async (resources: AsyncDisposableStack, url: string, grounds: Grounds): Promise<Place> => {
  const { schema } = createTemporarySchema(url)
  const store = resources.adopt(await createPostgresStore({ url, schema }), (store) => store.close())
  return { nodes: 3, options: { type: 'postgres', url, schema }, store, grounds }
}

const openPostgres: Open = async (resources) => {
  const database = resources.use(await openDatabase())
  return onPostgres(resources, database.url, database.restart ? { restartDatabase: () => database.restart!() } : {})
}

const openFailover: Open = async (resources) => {
  const database = resources.use(await startReplicatedPostgres())
  return onPostgres(resources, database.url, { failOver: () => database.failOver() })
}

const openSqlite: Open = async (resources, disk) => {
  const path = join(disk.folder, 'node.db')
  const store = resources.adopt(createSqliteStore(path), (store) => store.close())
  const lock = resources.use(new DatabaseSync(path, { timeout: 5_000 }))
  const grounds = {
    lockFile: () => lock.exec('begin immediate'),
    unlockFile: () => lock.exec('commit'),
    ...(disk.fill && { fillDisk: disk.fill, freeDisk: disk.free }),
  }
  return { nodes: 2, options: { type: 'sqlite', path }, store, grounds }
}

const openNats: Open = async (resources) => {
  // A killed server loses nothing without a flush; only a crash of the machine would matter.
  const nats = resources.adopt(await startNats({ syncInterval: '2m' }), (nats) => nats.stop())
  const store = resources.adopt(await createNatsStore(nats.url, { sync: 'any' }), (store) => store.close())
  const grounds: Grounds = {
    async killLeader(pause) {
      const leader = await nats.leaderOf('sweatpants_log')
      await nats.kill(leader)
      await wait(pause)
      nats.restart(leader)
    },
    restartServers: () => nats.restartAll(),
  }
  return { nodes: 3, options: { type: 'nats', url: `nats://${nats.servers[0]}` }, store, grounds }
}

/** What a soak may run on, by the name that `--store` takes. */
export const PLACES = {
  both: [openPostgres, openSqlite],
  nats: [openNats],
  'postgres-failover': [openFailover],
} satisfies Record<string, Open[]>
