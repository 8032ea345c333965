import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createTemporarySchema, startPostgres } from '../../test/postgres.ts'
import { type Crowd, type MeasuredCrowd, measureCrowds } from '../chat/crowd.ts'
import { type ServerThread, startServer } from '../chat/server-thread.ts'
import { atMost, toCell } from '../report.ts'
import type { Scenario } from '../scenario.ts'

const SESSIONS = [1, 10, 100, 1000]
const NODES = [1, 2, 3, 4]
const SESSIONS_OF_NODES = 64
const LIMIT = 2

const PROGRAM = new URL('../chat/serve-chat.ts', import.meta.url)

export const nodes: Scenario = {
  name: 'nodes',
  about:
    'Chats that are held at the same time: each is begun, followed and sent a message, and is over when its answer of 50 ' +
    'tokens is. First on one node with SQLite, by how many there are: each number has a node and a file of its own, and as ' +
    'many turns as the others, in rounds that take turns. Then on nodes that share a Postgres, each followed ' +
    `at another node than it is held at, ${SESSIONS_OF_NODES} at a time. Nodes, pages and Postgres share the cores of this ` +
    'machine, so that more nodes cannot be faster here: the table says what sharing costs, and nothing is held against it.',

  async measure({ quick }) {
    const rounds = quick ? 1 : 5
    const crowds = await measureSessions(quick ? SESSIONS.slice(0, 3) : SESSIONS, rounds)
    const shared = await measureNodes(quick ? NODES.slice(0, 2) : NODES, rounds)
    const [few, most] = [crowds[1]!, crowds.at(-1)!]
    const row = (first: number, { cpu, perSecond }: MeasuredCrowd) => [String(first), toCell(cpu), toCell(perSecond)]
    return {
      tables: [
        {
          title: 'Sessions of one node, SQLite',
          head: ['sessions at a time', 'server, µs per turn', 'turns/s'],
          rows: crowds.map((crowd) => row(crowd.sessions, crowd)),
        },
        {
          title: `Nodes of one Postgres, ${SESSIONS_OF_NODES} sessions at a time`,
          head: ['nodes', 'all nodes, µs per turn', 'turns/s'],
          rows: shared.map((crowd) => row(crowd.nodes.length, crowd)),
        },
      ],
      targets: [
        atMost(
          `a turn among ${most.sessions} sessions, against ${few.sessions}`,
          most.cpu.median / few.cpu.median,
          LIMIT,
          '×',
        ),
      ],
    }
  },
}

async function measureSessions(counts: readonly number[], rounds: number): Promise<MeasuredCrowd[]> {
  await using opened = new AsyncDisposableStack()
  const directory = mkdtempSync(join(tmpdir(), 'nodes-bench-'))
  opened.defer(() => rmSync(directory, { recursive: true }))
  const crowds: Crowd[] = []
  for (const sessions of counts) {
    const node = opened.use(await startServer(PROGRAM, { path: join(directory, `${sessions}.db`) }))
    crowds.push({ nodes: [node], sessions })
  }
  // Awaited here: the nodes are closed on return.
  return await measureCrowds(crowds, rounds)
}

async function measureNodes(counts: readonly number[], rounds: number): Promise<MeasuredCrowd[]> {
  await using opened = new AsyncDisposableStack()
  const { url, stop } = await startPostgres()
  opened.defer(stop)
  const { schema, drop } = createTemporarySchema(url)
  opened.defer(drop)
  const nodes: ServerThread[] = []
  const measured: MeasuredCrowd[] = []
  for (const count of counts) {
    while (nodes.length < count) nodes.push(opened.use(await startServer(PROGRAM, { postgres: { url, schema } })))
    measured.push(...(await measureCrowds([{ nodes: [...nodes], sessions: SESSIONS_OF_NODES }], rounds)))
  }
  return measured
}
