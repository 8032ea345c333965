import { flushCompileCache } from 'node:module'
import { createChat } from '@sweatpants/framework/chat'
import { serveMcp } from '@sweatpants/framework/mcp'
import { resolveModel } from '@sweatpants/framework/models'
import { createPostgresStore } from '@sweatpants/framework/stores/postgres'
import { createSqliteStore } from '@sweatpants/framework/stores/sqlite'
import { createRoundtable, createRoundtableTools } from '@sweatpants/roundtable'
import { note, order, pay, storedOrder, survey } from './tools.ts'

/** What a node is told on its command line, as JSON. */
export type NodeOptions = { type: 'sqlite'; path: string } | { type: 'postgres'; url: string; schema: string }

/** What a node says to whoever started it. */
export type NodeMessage =
  | { type: 'ready'; port: number }
  | { type: 'complaint'; text: string }
  | { type: 'memory'; rss: number; heap: number }

/** Milliseconds, short enough for nodes that live for a few seconds; what is over is not kept for long. */
const LEASE_TTL = 1_500
const KEPT = 60_000

const options: NodeOptions = JSON.parse(process.argv[2]!)
const say = (message: NodeMessage) => void process.send?.(message)
let isStopping = false
const complainOf = (part: string) => (error: unknown) => {
  // What is cut off when it has to stop is nobody's fault.
  if (!isStopping) say({ type: 'complaint', text: `${part}: ${error instanceof Error ? describe(error) : error}` })
}
const describe = ({ name, message, cause }: Error): string =>
  `${name}: ${message}${cause instanceof Error ? ` (${cause.message})` : ''}`

const store =
  options.type === 'sqlite' ? createSqliteStore(options.path) : await createPostgresStore({ ...options, poolSize: 6 })
const roundtable = createRoundtable({
  store,
  settings: { leaseTtl: LEASE_TTL },
  onError: complainOf('roundtable'),
})
const chat = await createChat({
  store,
  tools: [order, pay, note],
  models: [await resolveModel('lm-studio/clerk')],
  limits: { sessions: 1_000_000 },
  leaseTtl: LEASE_TTL,
  heartbeat: 1_000,
  idle: 1_000,
  onError: complainOf('chat'),
})
const mcp = serveMcp({
  name: 'soak',
  version: '1.0.0',
  tools: [order, storedOrder, note, survey, ...createRoundtableTools(roundtable)],
  store: { ...store, close() {} },
  keys: [process.env.KEY!],
  stateTtl: KEPT,
  limits: { taskTtl: KEPT, sessionIdle: KEPT },
  onError: complainOf('mcp'),
})
chat.routes.all('/mcp', ({ req }) => mcp.fetch(req.raw))
const { url } = await chat.listen()

process.on('message', () => {
  globalThis.gc?.()
  const { rss, heapUsed } = process.memoryUsage()
  say({ type: 'memory', rss, heap: heapUsed })
})
// Whoever started it is gone.
process.once('disconnect', () => process.exit())
process.once('SIGTERM', async () => {
  isStopping = true
  await Promise.all([chat.close(), mcp.close(), roundtable.close()])
  await store.close()
  process.exit()
})
say({ type: 'ready', port: Number(new URL(url).port) })
// Now: whoever is killed writes nothing any more.
flushCompileCache()
