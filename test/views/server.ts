import { readFileSync } from 'node:fs'
import { serveMcp } from '@sweatpants/framework/mcp'
import { createSqliteStore } from '@sweatpants/framework/stores/sqlite'
import { createTools, createViews } from './booking.ts'
import { serveToPages } from './serve-to-pages.ts'

const { JOURNAL, STORE, PORT = '0', VIEWS, TASK, HTML = 'view.html', WAIT } = process.env
const html = readFileSync(new URL(HTML, import.meta.url), 'utf8')
const tools = createTools(JOURNAL!).map((tool) => (TASK === undefined ? tool : { ...tool, task: 'required' as const }))

const server = serveMcp({
  name: 'views',
  version: '1.0.0',
  tools,
  leaseTtl: 1_000,
  keys: ['a key that outlives the process of this server'],
  store: createSqliteStore(STORE!),
  ...(VIEWS !== 'none' && { views: { from: createViews(html), hosts: VIEWS === undefined ? [] : [VIEWS] } }),
  ...(WAIT !== undefined && { limits: { callWait: Number(WAIT) } }),
})
console.log((await serveToPages(server, Number(PORT))).url)
