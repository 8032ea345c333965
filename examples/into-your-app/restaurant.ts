import type { AppOptions } from '@sweatpants/framework/app'
import { readKeys } from '@sweatpants/framework/mcp'
import { createSqliteStore } from '@sweatpants/framework/stores/sqlite'
import { reserveTable } from './tool.ts'

/** The app, for any web framework. Nothing is opened before the first request. */
export const restaurant: AppOptions = {
  name: 'restaurant',
  version: '1.0.0',
  store: () => createSqliteStore(process.env.STORE ?? 'restaurant.db'),
  tools: [reserveTable],
  chat: true,
  keys: readKeys(process.env.STORE ?? 'restaurant.db'),
}
