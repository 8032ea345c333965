import { mkdirSync } from 'node:fs'
import { createApp } from '@sweatpants/framework/app'
import { readKeys } from '@sweatpants/framework/mcp'
import { createSqliteStore } from '@sweatpants/framework/stores/sqlite'
import manifest from '../package.json' with { type: 'json' }
import { tools } from '../src/tools/index.ts'

/** The store is opened with the first request, so `next build` can import this module. */
function openStore() {
  mkdirSync('.sweatpants', { recursive: true })
  return createSqliteStore(process.env.STORE ?? '.sweatpants/chat.db')
}

const { name, version } = manifest

// Callers are not authenticated: `auth` does that. Until then it accepts requests to the loopback only.
export const app = createApp({
  name,
  version,
  store: openStore,
  tools,
  keys: readKeys(),
  chat: true,
  // Below /api, where the route is.
  mcp: { path: '/api/mcp' },
})
