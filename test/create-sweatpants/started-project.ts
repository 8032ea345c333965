import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { PassThrough } from 'node:stream'
import { env } from './run.ts'

/** A project of which a script runs until it is stopped. */
export interface StartedProject extends AsyncDisposable {
  /** Where it says that it is. */
  url: string
  stop(): Promise<void>
}

/** Milliseconds in which a script says where it is. */
const PATIENCE = 40_000

export async function startProject(
  folder: string,
  { script = 'start', port = 0, says = /Page +(\S+)/ } = {},
): Promise<StartedProject> {
  // A group of its own, so that what npm has started can be ended with it.
  const child = spawn('npm', ['run', script], {
    cwd: folder,
    env: { ...env, PORT: `${port}` } as NodeJS.ProcessEnv,
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true,
  })
  // Unlike npm itself, its output ends with the last of the group.
  const closed = once(child, 'close')
  const stop = async () => {
    if (child.exitCode === null && child.signalCode === null) process.kill(-child.pid!, 'SIGTERM')
    await closed
  }
  try {
    return { url: await readUrl(child, says), stop, [Symbol.asyncDispose]: stop }
  } catch (error) {
    await stop()
    throw error
  }
}

async function readUrl({ stdout, stderr }: ChildProcess, says: RegExp): Promise<string> {
  const printed: string[] = []
  const output = new PassThrough()
  for (const stream of [stdout!, stderr!]) stream.pipe(output, { end: false })
  void Promise.all([once(stdout!, 'end'), once(stderr!, 'end')]).then(() => output.end())
  const lines = createInterface({ input: output, signal: AbortSignal.timeout(PATIENCE) })
  for await (const line of lines) {
    printed.push(`${line}\n`)
    const url = says.exec(line)?.[1]
    if (url === undefined) continue
    // Read to the end: a full pipe would stop the program.
    output.resume()
    return url
  }
  throw new Error(`the project did not say where it is:\n${printed.join('')}`)
}
