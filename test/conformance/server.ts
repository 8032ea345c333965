import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { createInterface } from 'node:readline'

const root = join(import.meta.dirname, '../..')

export interface RunningServer extends AsyncDisposable {
  readonly url: string
}

/** Starts the conformance server on a free port. Resolves once it is ready. */
export async function startServer(): Promise<RunningServer> {
  const child = spawn(
    process.execPath,
    ['--conditions=@sweatpants/source', 'examples/conformance/main.ts', '--port', '0'],
    {
      cwd: root,
      stdio: ['ignore', 'pipe', 'inherit'],
    },
  )
  const closed = once(child, 'close')
  const line = once(createInterface(child.stdout), 'line').then(([line]) => String(line))
  const early = closed.then(([code]) => {
    throw new Error(`the conformance server ended with ${code} before it was ready`)
  })
  const said = await Promise.race([line, early])
  // From here on its end is expected.
  early.catch(() => {})
  const url = /https?:\/\/\S+/.exec(said)?.[0]
  if (url === undefined) throw new Error(`expected a line with the URL of the conformance server, got "${said}"`)
  return {
    url,
    async [Symbol.asyncDispose]() {
      child.kill('SIGTERM')
      await closed
    },
  }
}
