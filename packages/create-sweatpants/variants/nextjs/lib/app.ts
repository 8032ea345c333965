import { createApp } from '@sweatpants/framework/app'
import { readKeys } from '@sweatpants/framework/mcp'
import { createSqliteStore } from '@sweatpants/framework/stores/sqlite'
import manifest from '../package.json' with { type: 'json' }
import { tools } from '../src/tools/index.ts'

const { name, version } = manifest

// The store is opened with the first request, so `next build` can import this module.
// Callers are not authenticated: `auth` does that. Until then it accepts requests to the loopback only.
export const app = createApp({
  name,
  version,
  store: () => createSqliteStore(process.env.STORE ?? '.sweatpants/chat.db'),
  tools,
  keys: readKeys(),
  chat: true,
  // Below /api, where the route is.
  mcp: { path: '/api/mcp' },
})
