import { spawn } from 'node:child_process'
import { setTimeout as wait } from 'node:timers/promises'
import { findFreePort } from '../create-sweatpants/free-port.ts'
import { env as terminal } from '../create-sweatpants/run.ts'

/** A server in a process of its own. Disposing it kills it, and all that it has started. */
export interface Running extends AsyncDisposable {
  origin: string
}

export interface ServeOptions {
  cwd: string
  env?: Record<string, string | undefined>
  /** The port; a free one when absent. */
  port?: number
}

/** Programs look for newer versions of themselves, and there is no network. */
const OFFLINE = { CI: '1', WRANGLER_SEND_METRICS: 'false', DENO_NO_UPDATE_CHECK: '1', NEXT_TELEMETRY_DISABLED: '1' }

/** Starts a server, and resolves once it replies to `/healthz`, or to the path that `health` names. */
export async function serve(
  command: (port: number) => readonly [string, ...string[]],
  { cwd, env, port: given }: ServeOptions,
  health = '/healthz',
): Promise<Running> {
  const port = given ?? (await findFreePort())
  const [program, ...args] = command(port)
  const child = spawn(program, args, {
    cwd,
    // A group of its own: wrangler, bunx and next start processes that outlive them.
    detached: true,
    env: { ...terminal, ...OFFLINE, PORT: String(port), BUN_PORT: String(port), ...env } as NodeJS.ProcessEnv,
  })
  let output = ''
  child.stdout.on('data', (chunk) => {
    output += chunk
  })
  child.stderr.on('data', (chunk) => {
    output += chunk
  })
  const exited = new Promise<void>((resolve) => child.once('close', () => resolve()))
  const origin = `http://127.0.0.1:${port}`
  while (!(await isUp(origin + health))) {
    if (child.exitCode !== null) throw new Error(`${program} ${args.join(' ')} ended with ${child.exitCode}\n${output}`)
    await wait(50)
  }
  return {
    origin,
    async [Symbol.asyncDispose]() {
      process.kill(-child.pid!, 'SIGKILL')
      await exited
    },
  }
}

const isUp = (url: string): Promise<boolean> =>
  fetch(url).then(
    ({ ok }) => ok,
    () => false,
  )
