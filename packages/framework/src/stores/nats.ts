import { readFile } from 'node:fs/promises'
import type * as JetStream from '@nats-io/jetstream'
import type * as Transport from '@nats-io/transport-node'
import type { Store } from '../log/log.ts'
import { defined } from '../tools/defined.ts'
import { StoreError, SweatpantsError } from '../tools/errors.ts'
import { createEngineStore } from './engine-store.ts'
import { isRefused } from './nats-attempts.ts'
import { createNatsEngine } from './nats-engine.ts'
import { checkServers, readNatsUrl } from './nats-servers.ts'

/** Each has two groups of servers that elect a leader. */
const MAX_PARTITIONS = 64
/** The servers accept no more. */
const MAX_REPLICAS = 5

export interface NatsStoreOptions {
  /** How many servers keep each record. Default 3, or `replicas` of the URL. */
  replicas?: number
  /**
   * Over how many partitions the streams are spread, each led by one of the servers. Cannot be changed later. Default as many as
   * replicas, or `partitions` of the URL.
   */
  partitions?: number
  /** The ports at which the servers are monitored, one for all or one for each; default 8222, or `monitor` of the URL. */
  monitor?: readonly number[]
  /**
   * `always`: refuses servers that acknowledge a write before it is on their disk. `any`: accepts them, and does not ask
   * their monitors; a power cut of most servers at once may then lose what was acknowledged. Default `always`, or `sync` of the URL.
   */
  sync?: 'always' | 'any'
  /** How the names of its streams begin. Default `sweatpants`, or `prefix` of the URL. */
  prefix?: string
  /** Encrypts connections. The files are PEM: `ca` if the system does not trust the servers, `cert` and `key` of this client. Default none, or `tls`, `ca`, `cert` and `key` of the URL. */
  tls?: { ca?: string; cert?: string; key?: string }
  /** A credentials file, as `nsc` writes it. Default none, or `creds` of the URL. */
  creds?: string
  /** Milliseconds after which a request fails that the servers do not answer, as while they elect a leader, which takes up to 9 seconds. Default 15 seconds. */
  timeout?: number
}

/**
 * Keeps streams on a cluster of NATS servers with JetStream, which several nodes may use at once. What it acknowledged is on the
 * disks of most servers. Needs nats-server 2.11 or later with `sync_interval: always`.
 *
 * ```ts
 * const store = await createNatsStore('nats://a:4222,b:4222,c:4222')
 * ```
 */
export async function createNatsStore(url: string, options: NatsStoreOptions = {}): Promise<Store> {
  const settings = { ...readNatsUrl(url), ...options }
  const { servers, user, pass, token, prefix = 'sweatpants', replicas = 3, timeout = 15_000 } = settings
  if (!/^[A-Za-z0-9_-]{1,64}$/.test(prefix)) {
    throw new SweatpantsError(
      `${JSON.stringify(prefix)} cannot begin the names of streams; use letters, digits, _ and -`,
    )
  }
  const { partitions, monitor = [] } = settings
  checkNumber('replicas', replicas, MAX_REPLICAS)
  if (partitions !== undefined) checkNumber('partitions', partitions, MAX_PARTITIONS)
  for (const port of monitor) checkNumber('a port of monitor', port, 65_535)
  const { transport, jetstream } = await loadClient()
  const where = `cannot open a store on NATS at ${servers.join(',')}`
  let connection: Transport.NatsConnection
  try {
    const { tls, creds } = settings
    connection = await transport.connect({
      servers,
      ...defined({ user, pass, token }),
      ...(tls && { tls: toTls(tls) }),
      ...(creds && { authenticator: transport.credsAuthenticator(await readFile(creds)) }),
      maxReconnectAttempts: -1,
      // Servers refuse a login while it is being changed. After two refusals the client would stay closed.
      ignoreAuthErrorAbort: true,
      reconnectTimeWait: 100,
      // A half-open connection is given up after ten seconds.
      pingInterval: 5_000,
      maxPingOut: 1,
      noEcho: true,
      timeout: 5_000,
    })
  } catch (cause) {
    throw new SweatpantsError(`${where}: ${(cause as Error).message}`, { cause })
  }
  let silent: string[] = []
  try {
    silent = await checkServers(connection.info, settings)
    const engine = await createNatsEngine({
      connection,
      jetstream,
      createInbox: () => transport.createInbox(),
      prefix,
      replicas,
      partitions,
      timeout,
    })
    return createEngineStore(engine)
  } catch (cause) {
    await connection.close()
    throw new SweatpantsError(`${where}: ${toReason(cause, { prefix, servers, silent })}`, { cause })
  }
}

interface Opening {
  prefix: string
  servers: readonly string[]
  /** Those whose monitors did not answer. */
  silent: readonly string[]
}

/** Includes what the servers said, which is not secret: the operator opens the store. */
function toReason(error: unknown, { prefix, servers, silent }: Opening): string {
  const { message, cause } = error as Error
  if (!(error instanceof StoreError && cause instanceof Error)) return message
  if (isRefused(cause)) {
    return `the login has too few permissions (${cause.message}); let it publish to $JS.API.> and ${prefix}.>, and subscribe to _INBOX.> and ${prefix}.>`
  }
  if (2 * silent.length >= servers.length) {
    return `most of the servers have to run to elect a leader, and ${silent.join(' and ')} did not answer at the monitoring port`
  }
  if (cause.name === 'JetStreamNotEnabled') {
    return 'JetStream is off for this login, or the servers have no leader; give each server a jetstream block, and the account of the login jetstream: enabled'
  }
  return `${message} (${cause.message})`
}

function checkNumber(name: string, value: number, most: number): void {
  if (Number.isInteger(value) && value >= 1 && value <= most) return
  throw new SweatpantsError(`${name} is a whole number from 1 to ${most}, not ${value}`)
}

const toTls = ({ ca, cert, key }: NonNullable<NatsStoreOptions['tls']>): Transport.TlsOptions => ({
  ...(ca && { caFile: ca }),
  ...(cert && { certFile: cert }),
  ...(key && { keyFile: key }),
})

async function loadClient(): Promise<{ transport: typeof Transport; jetstream: typeof JetStream }> {
  try {
    const transport = await import('@nats-io/transport-node')
    const jetstream = await import('@nats-io/jetstream')
    if (typeof transport.connect !== 'function') throw new TypeError('@nats-io/transport-node exports no connect')
    return { transport, jetstream }
  } catch (cause) {
    const packages = '@nats-io/transport-node @nats-io/jetstream'
    const message = `a store on NATS needs two packages, which could not be loaded; npm install ${packages}`
    throw new SweatpantsError(message, { cause })
  }
}
