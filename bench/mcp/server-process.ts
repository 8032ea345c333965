import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:net'
import { join } from 'node:path'
import type { Readable, Writable } from 'node:stream'
import type { Revision } from './messages.ts'

export type Wire = 'http' | 'stdio'

export interface ServerKind {
  name: string
  /** A file of `bench/dist`, or of `bench/servers` when it runs from source. */
  program: string
  wire: Wire
  revision: Revision
  source?: boolean
  /** Options that only some servers take. */
  env?: Readonly<Record<string, string>>
}

const folder = join(import.meta.dirname, '..')

/** Starts a server in a process of its own. With `metered`, the process can be asked what it has used. */
export async function spawnServer(kind: ServerKind, metered: boolean) {
  const { program, wire, revision, source = false } = kind
  const port = wire === 'http' ? await findPort() : 0
  const file = source ? `servers/${program}.ts` : `dist/${program}.js`
  const flags = [...(source ? ['--conditions=@sweatpants/source'] : []), ...(metered ? ['--expose-gc'] : [])]
  const args = [...flags, join(folder, file)]
  const env = { ...process.env, WIRE: wire, REVISION: revision, PORT: String(port), ...kind.env }
  const started = performance.now()
  const child = spawn(process.execPath, args, {
    env,
    stdio: ['pipe', 'pipe', 'inherit', ...(metered ? ['ipc' as const] : [])],
  })
  return { child, stdin: child.stdin!, stdout: child.stdout!, port, started }
}

/** A server that is measured. */
export class ServerProcess {
  readonly kind: ServerKind
  readonly port: number
  readonly stdin: Writable
  readonly stdout: Readable
  readonly #child: ChildProcess

  private constructor(kind: ServerKind, { child, port, stdin, stdout }: Awaited<ReturnType<typeof spawnServer>>) {
    this.kind = kind
    this.port = port
    this.stdin = stdin
    this.stdout = stdout
    this.#child = child
  }

  static async start(kind: ServerKind): Promise<ServerProcess> {
    const spawned = await spawnServer(kind, true)
    const exited = once(spawned.child, 'exit').then(([code]) => {
      throw new Error(`the server ${kind.name} has ended with ${code} before it was ready`)
    })
    await Promise.race([once(spawned.child, 'message'), exited])
    exited.catch(() => {})
    return new ServerProcess(kind, spawned)
  }

  /** Microseconds of processor time so far, of all its threads. */
  async cpu(): Promise<number> {
    this.#child.send('cpu')
    const [{ user, system }] = (await once(this.#child, 'message')) as [NodeJS.CpuUsage]
    return user + system
  }

  /** Bytes that it holds when all garbage is collected, in its heap and beside it. */
  async memory(): Promise<number> {
    this.#child.send('memory')
    const [{ heapUsed, external }] = (await once(this.#child, 'message')) as [NodeJS.MemoryUsage]
    return heapUsed + external
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await endProcess(this.#child)
  }
}

export async function endProcess(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const exited = once(child, 'exit')
  child.kill('SIGKILL')
  await exited
}

/** One that is free now: not every server tells which it was given. */
async function findPort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as { port: number }
  server.close()
  await once(server, 'close')
  return port
}
