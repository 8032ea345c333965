import { parentPort, workerData } from 'node:worker_threads'
import { createChat, createMemoryStore, type Store } from '@sweatpants/framework/chat'
import { fromLanguageModel } from '@sweatpants/framework/models'
import { createPostgresStore } from '@sweatpants/framework/stores/postgres'
import { createSqliteStore } from '@sweatpants/framework/stores/sqlite'
import { DELIVERIES } from './deliveries.ts'
import type { ServerSettings } from './server-thread.ts'
import { createTokenModel } from './token-model.ts'

const { path, postgres } = workerData as ServerSettings
const chat = await createChat({
  store: await openStore(),
  // A benchmark never deletes its sessions.
  limits: { sessions: 100_000 },
  models: DELIVERIES.map((delivery) => fromLanguageModel(createTokenModel(delivery), { id: delivery.name })),
})
const { url } = await chat.listen()
parentPort!.postMessage(url)

async function openStore(): Promise<Store> {
  if (postgres !== undefined) return createPostgresStore(postgres)
  return path === undefined ? createMemoryStore() : createSqliteStore(path)
}
