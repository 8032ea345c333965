export {}










































import { createApp } from '@sweatpants/framework/app'
import { createSqliteStore } from '@sweatpants/framework/stores/sqlite'
import { reserveSeat } from './seat.ts'

const app = createApp({
  name: 'theatre',
  version: '1.0.0',
  store: () => createSqliteStore('chat.db'),
  tools: [reserveSeat],
  chat: true,
})
const { url } = await app.listen({ port: 3000 })
console.log(`${url}/api/chat`)

process.once('SIGTERM', () => app.close())
