import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio'
import type { Random } from '../faults/random.ts'
import { attempt } from './insist.ts'
import type { Place } from './place.ts'
import { nameRun, type Scene } from './scene.ts'
import { checkAnswers, STEPS, type Told } from './told.ts'

export const ERAS = { '2025-11-25': 'legacy', '2026-07-28': { pin: '2026-07-28' } } as const

export interface Way {
  era: keyof typeof ERAS
  by: 'http' | 'stdio'
}

const root = join(import.meta.dirname, '../..')
const cli = join(root, 'packages/framework/src/cli/main.ts')
const tools = join(import.meta.dirname, 'tools.ts')

/** Milliseconds that a call may take before its client gives it up. */
const PATIENCE = 8_000

/** The official client, connected for as long as its server lives. Where a call fails, it connects again. */
export async function callAsClient(scene: Scene, place: Place, random: Random, { era, by }: Way): Promise<void> {
  const answers = new Map<string, number>()
  const client = new Client(
    { name: 'soak', version: '1.0.0' },
    { capabilities: { elicitation: { form: {} } }, versionNegotiation: { mode: ERAS[era] } },
  )
  client.setRequestHandler('elicitation/create', async ({ params }) => {
    const size = Math.floor(random.between(0, 1e9))
    answers.set(/for (\w+)/.exec(params.message)?.[1] ?? '', size)
    return { action: 'accept', content: { size } }
  })
  const transport =
    by === 'http'
      ? new StreamableHTTPClientTransport(new URL(`${place.pick(random)}/mcp`))
      : new StdioClientTransport({
          command: process.execPath,
          args: ['--conditions=@sweatpants/source', cli, 'serve', tools, '--stdio', '--store', scene.env.STORE!],
          env: { ...scene.env, PATH: process.env.PATH ?? '', NODE_NO_WARNINGS: '1' },
          stderr: 'ignore',
        })
  try {
    const isThere = await attempt(scene.tally, async () => {
      await client.connect(transport)
      return true
    })
    if (isThere === undefined) return void (await pause(100))
    for (let calls = random.between(20, 200); calls > 0 && !scene.over.aborted; calls--) {
      if (by === 'stdio' && random.chance(0.01)) kill(transport as StdioClientTransport, random)
      const isDone = await callOnce(scene, client, answers, `${by} ${era}`)
      if (!isDone) return
    }
  } finally {
    await client.close().catch(() => {})
  }
}

/** In the middle of a call. */
function kill({ pid }: StdioClientTransport, random: Random): void {
  if (pid !== null) setTimeout(() => process.kill(pid, 'SIGKILL'), random.between(0, 20))
}

async function callOnce({ tally, ledger }: Scene, client: Client, answers: Map<string, number>, way: string) {
  const run = nameRun()
  const told = await attempt(tally, async () => {
    const result = await client.callTool({ name: 'order', arguments: { run } }, { timeout: PATIENCE })
    const [first] = result.content
    if (result.isError || first?.type !== 'text') throw new Error(`order: ${JSON.stringify(result.content)}`)
    return JSON.parse(first.text) as Told
  })
  if (told === undefined) {
    tally.count(`calls lost with their server, ${way}`)
    ledger.forget(run)
    return false
  }
  checkAnswers(tally, run, told, [answers.get(run)])
  ledger.verify({ run, steps: STEPS.order!, receipts: told.receipts })
  answers.delete(run)
  tally.count(`calls of clients, ${way}`)
  return true
}
