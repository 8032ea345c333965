import { parentPort, workerData } from 'node:worker_threads'
import { createChat, createMemoryStore } from '@sweatpants/framework/chat'
import { fromLanguageModel } from '@sweatpants/framework/models'
import { createSqliteStore } from '@sweatpants/framework/stores/sqlite'
import { DELIVERIES } from './deliveries.ts'
import type { ServerSettings } from './server-thread.ts'
import { createTokenModel } from './token-model.ts'

const { path } = workerData as ServerSettings
const chat = await createChat({
  store: path === undefined ? createMemoryStore() : createSqliteStore(path),
  models: DELIVERIES.map((delivery) => fromLanguageModel(createTokenModel(delivery), { id: delivery.name })),
})
const { url } = await chat.listen()
parentPort!.postMessage(url)
