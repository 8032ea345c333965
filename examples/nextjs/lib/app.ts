import { createApp } from '@sweatpants/framework/app'
import { readKeys } from '@sweatpants/framework/mcp'
import { createSqliteStore } from '@sweatpants/framework/stores/sqlite'
import { COOKIE, readSession } from './session'
import { reserveTable } from './tool'

const file = process.env.STORE ?? 'restaurant.db'

// The store is opened with the first request, so `next build` can import this module.
export const app = createApp({
  name: 'restaurant',
  version: '1.0.0',
  store: () => createSqliteStore(file),
  tools: [reserveTable],
  keys: readKeys(),
  auth: ({ headers }) => readSession(new RegExp(`\\b${COOKIE}=([^;]+)`).exec(headers.get('cookie') ?? '')?.[1]),
  chat: true,
  // Below /api, where the route is.
  mcp: { path: '/api/mcp' },
})
