import { createApp } from '@sweatpants/framework/app'
import { readKeys } from '@sweatpants/framework/mcp'
import { createSqliteStore } from '@sweatpants/framework/stores/sqlite'
import { orderCoffee } from './tool.ts'

/** The chat too, for runtimes with files and a process that stays. */
export default createApp({
  name: 'coffee',
  version: '1.0.0',
  store: () => createSqliteStore(process.env.STORE ?? 'coffee.db'),
  tools: [orderCoffee],
  keys: readKeys(),
  chat: true,
})
