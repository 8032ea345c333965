import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { config } from '../../apps/yo-chat/config.ts'
import { preparePage } from '../../apps/yo-chat/server/prepare-page.ts'
import { type Spread, toSpread } from '../measure.ts'

/** Milliseconds from `npm start`. */
export interface StartFinding {
  /** Until the first line of the app. */
  said: Spread
  /** Until the page is served. */
  served: Spread
}

const ROOT = join(import.meta.dirname, '../..')

/** Starts the app as after an installation, which has built the page. */
export async function measureStarts(folder: string, rounds: number): Promise<StartFinding> {
  await preparePage()
  const all = []
  for (let round = 0; round < rounds; round++) all.push(await start(join(folder, `start-${round}.db`)))
  return { said: toSpread(all.map(({ said }) => said)), served: toSpread(all.map(({ served }) => served)) }
}

async function start(store: string): Promise<{ said: number; served: number }> {
  const began = performance.now()
  const child = spawn('npm', ['start', '--', '--port', '0', '--store', store], {
    cwd: ROOT,
    // A group of its own: a signal to npm alone would leave its child.
    detached: true,
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  try {
    let output = ''
    let said: number | undefined
    for await (const chunk of child.stdout) {
      output += chunk
      // npm writes the command first.
      if (output.includes(`Starting ${config.name}`)) said ??= performance.now() - began
      const [, url] = /Page +(http:\S+)/.exec(output) ?? []
      if (url === undefined || said === undefined) continue
      const { ok } = await fetch(url)
      if (!ok) throw new Error(`the page is not served: ${output}`)
      return { said, served: performance.now() - began }
    }
    throw new Error(`the app did not start: ${output}`)
  } finally {
    const closed = once(child, 'close')
    process.kill(-child.pid!, 'SIGTERM')
    await closed
  }
}
