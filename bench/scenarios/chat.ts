import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { measureSides, type Pair, type Sides } from '../chat/both-sides.ts'
import { DELIVERIES } from '../chat/deliveries.ts'
import { type Growth, measureGrowth } from '../chat/growth.ts'
import { readChat, readRaw, readUiMessages } from '../chat/readers.ts'
import { startServer } from '../chat/server-thread.ts'
import { atMost, digits, type Finding, type Table, toCell } from '../report.ts'
import type { Scenario } from '../scenario.ts'

const LIMIT = 4
/** How much longer a reload of the longest log may take than that of the shortest. */
const GROWTH_LIMIT = 2

/** Turns that stay in a conversation whose log grows while it does not. */
const KEPT = 10

const RAW = 'raw SSE'
const OURS = 'ours, SQLite'
const IN_MEMORY = 'ours, in memory'
const AI_SDK = 'UI message stream of ai'

export const chat: Scenario = {
  name: 'chat',
  about:
    'A message is posted, and an answer streamed back, from a model in the server’s process. Server and reader are a ' +
    'thread each, and microseconds are their processor time for each token. Raw SSE is an event for each token, ' +
    '`split`, `JSON.parse` and the text joined; it checks and keeps nothing. Ours begins a session, follows its log and ' +
    'sends the message; text is broadcast to readers and appended to the log about once a second, every other patch is on disk ' +
    'before it is sent, and all are checked and reduced by the reader. The AI SDK ' +
    'is `streamText`, `DefaultChatTransport` and `readUIMessageStream`; it stores nothing. Ours broadcasts the first token at once ' +
    'and joins later ones that come within 16 ms: that is why it can spend less than raw SSE, which wakes its reader for each ' +
    'token. Where text and reasoning alternate nothing can be joined, and each token is sent twice, as a broadcast and with the ' +
    'append, which costs those rows half of their time; when they also come all at once, raw SSE writes them to the ' +
    'socket together, and nothing is targeted, as no model speaks like that. Nor is it for a short answer, which ' +
    'shows what a turn costs by itself: a session, two requests, a run with its journal, and their commits. ' +
    'The second part is a session whose log ' +
    `grows, ${KEPT} turns of which stay, and then one of which all stay: what is read again then grows with what was ` +
    'said. The last state was kept 450 patches before the end, of at most 500.',

  async measure({ quick, rounds }) {
    const finding: Finding = { tables: [], targets: [] }
    await addStreams(finding, quick ? 1 : 7)
    const lengths = quick ? [1000, 2000] : [1000, 10_000, 100_000]
    const bounded = await measureGrowth(lengths, KEPT, rounds)
    const whole = await measureGrowth(lengths, Number.POSITIVE_INFINITY, rounds)
    finding.tables.push(
      toGrowthTable(`A log that grows, of which ${KEPT} turns stay`, bounded),
      toGrowthTable('A log that grows, of which everything stays', whole),
    )
    const ratio = bounded.at(-1)!.reload.median / bounded[0]!.reload.median
    finding.targets.push(atMost(`reload at ${lengths.at(-1)} patches, against ${lengths[0]}`, ratio, GROWTH_LIMIT, '×'))
    return finding
  },
}

async function addStreams({ tables, targets }: Finding, rounds: number): Promise<void> {
  await using running = new AsyncDisposableStack()
  const pairs = await startPairs(running)
  for (const delivery of DELIVERIES) {
    const measured = await measureSides(pairs, delivery, rounds)
    const sides = new Map(pairs.map(({ name }, i) => [name, measured[i]!]))
    tables.push(toStreamTable(delivery.name, sides))
    if (!delivery.isHeld) continue
    const ratio = (to: string) => sides.get(OURS)!.both.median / sides.get(to)!.both.median
    targets.push(
      atMost(`${delivery.name}: against raw SSE`, ratio(RAW), LIMIT, '×'),
      atMost(`${delivery.name}: against the AI SDK`, ratio(AI_SDK), 1, '×'),
    )
  }
}

async function startPairs(running: AsyncDisposableStack): Promise<Pair[]> {
  const directory = mkdtempSync(join(tmpdir(), 'chat-bench-'))
  running.defer(() => rmSync(directory, { recursive: true }))
  const raw = running.use(await startServer(new URL('../chat/serve-raw.ts', import.meta.url)))
  const ours = new URL('../chat/serve-chat.ts', import.meta.url)
  const stored = running.use(await startServer(ours, { path: join(directory, 'chat.db') }))
  const inMemory = running.use(await startServer(ours))
  const ai = running.use(await startServer(new URL('../chat/serve-ui-messages.ts', import.meta.url)))
  return [
    { name: RAW, server: raw, read: readRaw },
    { name: OURS, server: stored, read: readChat },
    { name: IN_MEMORY, server: inMemory, read: readChat },
    { name: AI_SDK, server: ai, read: readUiMessages },
  ]
}

function toStreamTable(title: string, sides: ReadonlyMap<string, Sides>): Table {
  const raw = sides.get(RAW)!.both.median
  return {
    title,
    head: ['', 'server, µs', 'reader, µs', 'both, µs', 'against raw SSE', 'tokens/s', 'events', 'bytes per token'],
    rows: [...sides].map(([name, { server, reader, both, perSecond, events, bytes }]) => [
      name,
      toCell(server),
      toCell(reader),
      toCell(both),
      `${digits(both.median / raw)}×`,
      perSecond.median.toFixed(0),
      events.median.toFixed(0),
      digits(bytes),
    ]),
  }
}

const toGrowthTable = (title: string, growths: readonly Growth[]): Table => ({
  title: `${title}; milliseconds of the clock`,
  head: [
    'patches',
    'reload',
    'again',
    'without a kept state',
    'one more command',
    'followed from the start, µs per patch',
    'state as JSON, kB',
    'in memory, kB',
    'on disk, kB',
  ],
  rows: growths.map(({ length, reload, reloadAgain, replay, command, follow, json, heap, disk }) => [
    String(length),
    toCell(reload),
    toCell(reloadAgain),
    digits(replay),
    toCell(command),
    digits(follow.median),
    ...[json, heap, disk].map((bytes) => digits(bytes / 1000)),
  ]),
})
