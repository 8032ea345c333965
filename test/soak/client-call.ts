import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio'
import type { Cluster } from '../faults/cluster.ts'
import type { Random } from '../faults/random.ts'
import type { Told } from '../faults/tools.ts'
import { recordResult } from './record.ts'
import { attempt } from './requests.ts'
import { nameRun, type Scene } from './scene.ts'

const REVISIONS = { '2025-11-25': 'legacy', '2026-07-28': { pin: '2026-07-28' } } as const

export interface Way {
  revision: keyof typeof REVISIONS
  by: 'http' | 'stdio'
}

const root = join(import.meta.dirname, '../..')
const cli = join(root, 'packages/framework/src/cli/main.ts')
const tools = join(root, 'test/faults/tools.ts')

/** Milliseconds that a call may take before its client gives it up. */
const PATIENCE = 8_000

/** Makes calls with the official client until one fails or there were enough. */
export async function callAsClient(scene: Scene, cluster: Cluster, random: Random, way: Way): Promise<void> {
  const { revision, by } = way
  const answers = new Map<string, number>()
  const client = new Client(
    { name: 'soak', version: '1.0.0' },
    { capabilities: { elicitation: { form: {} } }, versionNegotiation: { mode: REVISIONS[revision] } },
  )
  client.setRequestHandler('elicitation/create', async ({ params }) => {
    const size = Math.floor(random.between(0, 1e9))
    answers.set(/for (\w+)/.exec(params.message)?.[1] ?? '', size)
    return { action: 'accept', content: { size } }
  })
  const transport =
    by === 'http'
      ? new StreamableHTTPClientTransport(new URL(`${cluster.pick(random)}/mcp`))
      : new StdioClientTransport({
          command: process.execPath,
          args: ['--conditions=@sweatpants/source', cli, 'serve', tools, '--stdio', '--store', scene.env.STORE!],
          env: { ...scene.env, PATH: process.env.PATH ?? '', NODE_NO_WARNINGS: '1' },
          stderr: 'ignore',
        })
  try {
    const isConnected = await attempt(scene.tally, async () => {
      await client.connect(transport)
      return true
    })
    if (isConnected === undefined) return void (await wait(100))
    for (let calls = random.between(20, 200); calls > 0 && !scene.over.aborted; calls--) {
      if (by === 'stdio' && random.chance(0.01)) kill(transport as StdioClientTransport, random)
      const isDone = await callOnce(scene, client, answers, `${by} ${revision}`)
      if (!isDone) return
    }
  } finally {
    await client.close().catch(() => {})
  }
}

/** Kills the server of a client during one of the next calls. */
function kill({ pid }: StdioClientTransport, random: Random): void {
  if (pid !== null) setTimeout(() => process.kill(pid, 'SIGKILL'), random.between(0, 20))
}

async function callOnce(scene: Scene, client: Client, answers: Map<string, number>, way: string): Promise<boolean> {
  const { tally } = scene
  const run = nameRun()
  const told = await attempt(tally, async () => {
    const result = await client.callTool({ name: 'order', arguments: { run } }, { timeout: PATIENCE })
    const [first] = result.content
    if (result.isError || first?.type !== 'text') throw new Error(`order: ${JSON.stringify(result.content)}`)
    return JSON.parse(first.text) as Told
  })
  if (told === undefined) {
    tally.count(`calls lost with their server, ${way}`)
    return false
  }
  recordResult(scene, run, told, [answers.get(run)])
  answers.delete(run)
  tally.count(`calls of clients, ${way}`)
  return true
}
