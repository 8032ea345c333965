// First, so that everything else reads the clock that can be set.
import './shift-clock.ts'

import { flushCompileCache } from 'node:module'
import { createChat } from '@sweatpants/framework/chat'
import { serveMcp } from '@sweatpants/framework/mcp'
import { resolveModel } from '@sweatpants/framework/models'
import { createRoundtable, createRoundtableTools } from '@sweatpants/roundtable'
import { openStore, type StoreOptions } from '../store-options.ts'
import { HistoryFile } from './history.ts'
import { LEASE_TTL } from './kinds.ts'
import { recordStore } from './record-store.ts'
import { shiftClock } from './shift-clock.ts'
import { booking, eight, note, order, pay, survey } from './tools.ts'

export type NodeMessage =
  | { type: 'ready'; port: number }
  | { type: 'error'; text: string }
  | { type: 'memory'; rss: number; heap: number }

/** A message to a running node. */
export type NodeOrder =
  | { type: 'measure' }
  | { type: 'shift_clock'; by: number }
  /** Blocks the event loop for so many milliseconds. */
  | { type: 'block'; for: number }

/** Milliseconds that states and ended tasks are kept: longer than any clock is set wrong. */
const TTL = 150_000

const options: StoreOptions = JSON.parse(process.argv[2]!)
const say = (message: NodeMessage) => void process.send?.(message)
let isStopping = false
const reportAs = (part: string) => (error: unknown) => {
  if (!isStopping) say({ type: 'error', text: `${part}: ${error instanceof Error ? describe(error) : error}` })
}
const describe = ({ name, message, cause }: Error): string =>
  `${name}: ${message}${cause instanceof Error ? ` (${cause.message})` : ''}`

const store = recordStore(await openStore(options), new HistoryFile(process.env.HISTORY!), process.env.NODE_NAME!)
const roundtable = createRoundtable({
  store,
  settings: { leaseTtl: LEASE_TTL },
  onError: reportAs('roundtable'),
})
const chat = await createChat({
  store,
  tools: [order, pay, note, eight],
  models: [await resolveModel('lm-studio/clerk')],
  limits: { sessions: 1_000_000 },
  leaseTtl: LEASE_TTL,
  heartbeat: 1_000,
  // Released soon, so that it often has another driver.
  idle: 500,
  onError: reportAs('chat'),
})
const mcp = serveMcp({
  name: 'soak',
  version: '1.0.0',
  tools: [order, booking, note, survey, eight, ...createRoundtableTools(roundtable)],
  store,
  keys: [process.env.KEY!],
  stateTtl: TTL,
  leaseTtl: LEASE_TTL,
  limits: { taskTtl: TTL, sessionIdle: TTL },
  onError: reportAs('mcp'),
})
chat.routes.all('/mcp', ({ req }) => mcp.fetch(req.raw))
const { url } = await chat.listen()

process.on('message', (order: NodeOrder) => {
  if (order.type === 'shift_clock') shiftClock(order.by)
  if (order.type === 'block') Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, order.for)
  if (order.type !== 'measure') return
  globalThis.gc?.()
  const { rss, heapUsed } = process.memoryUsage()
  say({ type: 'memory', rss, heap: heapUsed })
})
// The process that started it is gone.
process.once('disconnect', () => process.exit())
process.once('SIGTERM', async () => {
  isStopping = true
  await Promise.all([chat.close(), mcp.close(), roundtable.close()])
  await store.close()
  process.exit()
})
say({ type: 'ready', port: Number(new URL(url).port) })
// Now, because a process that is killed writes nothing.
flushCompileCache()
