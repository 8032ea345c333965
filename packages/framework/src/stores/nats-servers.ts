import { SweatpantsError } from '../tools/errors.ts'
import type { NatsStoreOptions } from './nats.ts'

const PORT = 4222
const MONITOR = 8222
/** Bytes. Snapshots of long sessions and records with attachments are that large. */
const MIN_PAYLOAD = 1_048_576

export interface NatsPlace extends NatsStoreOptions {
  /** `host:port` of each server. */
  servers: string[]
  user?: string
  pass?: string
  token?: string
}

/** The parameters that the query of a URL may have. */
const PARAMETERS = ['monitor', 'replicas', 'partitions', 'sync', 'prefix', 'tls', 'ca', 'cert', 'key', 'creds']

/** Reads `nats://user:password@a:4222,b:4222,c:4222?monitor=8222&replicas=3&sync=any&prefix=app&ca=ca.pem&creds=app.creds`. A login without a colon is a token. */
export function readNatsUrl(url: string): NatsPlace {
  const [, login, hosts, query] = /^nats:\/\/(?:([^/?#]*)@)?([^/?#@]+)\/?(?:\?(.*))?$/.exec(url) ?? []
  if (hosts === undefined) throw refuseUrl()
  const [name = '', ...secrets] = (login ?? '').split(':')
  const pass = secrets.length === 0 ? undefined : decode(secrets.join(':'))
  const parameters = new URLSearchParams(query)
  const unknown = [...parameters.keys()].filter((name) => !PARAMETERS.includes(name))
  // It may be the end of a password.
  if (unknown.some((name) => name.includes('@'))) throw refuseUrl()
  if (unknown.length > 0) {
    throw new SweatpantsError(`a URL of NATS may have ${PARAMETERS.join(', ')}, not ${unknown.join(', ')}`)
  }
  const given: { [name: string]: string | undefined } = Object.fromEntries(parameters)
  const { monitor, replicas, partitions, sync, prefix, tls, ca, cert, key, creds } = given
  if (tls !== undefined && tls !== 'true') throw new SweatpantsError(`tls is true, or left out, not ${tls}`)
  if (sync !== undefined && sync !== 'always' && sync !== 'any')
    throw new SweatpantsError(`sync is always or any, not ${sync}`)
  const isEncrypted = (tls ?? ca ?? cert ?? key) !== undefined
  const files = { ...(ca && { ca }), ...(cert && { cert }), ...(key && { key }) }
  return {
    servers: hosts.split(',').map((host) => (/:\d+$/.test(host) ? host : `${host}:${PORT}`)),
    ...(pass !== undefined && { user: decode(name), pass }),
    ...(pass === undefined && name && { token: decode(name) }),
    ...(monitor && { monitor: monitor.split(',').map(Number) }),
    ...(replicas && { replicas: Number(replicas) }),
    ...(partitions && { partitions: Number(partitions) }),
    ...(sync && { sync }),
    ...(prefix && { prefix }),
    ...(isEncrypted && { tls: files }),
    ...(creds && { creds }),
  }
}

/** Does not say the URL, which may have a password. */
const refuseUrl = (cause?: unknown): SweatpantsError =>
  new SweatpantsError(
    'expected a URL of the form nats://a:4222,b:4222,c:4222 or nats://user:password@a:4222; in the user and the password write % as %25, / as %2F, ? as %3F, # as %23 and @ as %40',
    { cause },
  )

function decode(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch (cause) {
    throw refuseUrl(cause)
  }
}

interface ServerFacts {
  version: string
  max_payload: number
}

/** The fields of a server's `/varz` that are read. */
interface Monitored extends ServerFacts {
  /** Has no `config` where JetStream is off. */
  jetstream?: { config?: { sync_always?: boolean } }
}

/**
 * Refuses servers that lose or double writes: those before 2.11, which acknowledge several writers for one sequence, and, unless `sync`
 * is `any`, those that acknowledge before the disk has a write. The monitors of all servers that the URL names are asked. Returns the
 * servers whose monitors did not answer.
 */
export async function checkServers(connected: ServerFacts | undefined, place: NatsPlace): Promise<string[]> {
  const { servers, monitor = [MONITOR], sync = 'always' } = place
  if (connected !== undefined) checkFacts('the server', connected)
  if (sync === 'any') return []
  const asked = servers.map(async (server, i) => {
    const facts = await askMonitor(server, monitor[i] ?? monitor[0]!)
    if (facts === undefined) return 'silent'
    checkFacts(server, facts)
    const config = facts.jetstream?.config
    if (config === undefined) return 'without JetStream'
    if (config.sync_always) return 'checked'
    throw new SweatpantsError(
      `${server} acknowledges writes before they are on its disk; set sync_interval: always in its jetstream block, or accept that with sync=any`,
    )
  })
  const found = await Promise.all(asked)
  if (found.includes('checked')) return servers.filter((_, i) => found[i] === 'silent')
  if (found.includes('without JetStream')) {
    throw new SweatpantsError('JetStream is off; give each server a jetstream block with sync_interval: always')
  }
  const ports = monitor.join(', ')
  throw new SweatpantsError(
    `no server answered at its monitoring port (${ports}), so sync_interval cannot be checked; start the servers with http_port, name the ports with monitor=, or accept any with sync=any`,
  )
}

function checkFacts(server: string, { version, max_payload: most }: ServerFacts): void {
  const [major = 0, minor = 0] = version.split('.').map(Number)
  if (major < 2 || (major === 2 && minor < 11)) {
    throw new SweatpantsError(
      `${server} is nats-server ${version}; 2.11 or later is needed, because earlier ones acknowledge several writers for one sequence`,
    )
  }
  if (most < MIN_PAYLOAD) {
    throw new SweatpantsError(
      `${server} accepts messages of ${most} bytes; set max_payload to at least ${MIN_PAYLOAD}, better 8MB, for snapshots`,
    )
  }
}

async function askMonitor(server: string, port: number): Promise<Monitored | undefined> {
  try {
    const host = server.slice(0, server.lastIndexOf(':'))
    const response = await fetch(`http://${host}:${port}/varz`, { signal: AbortSignal.timeout(3_000) })
    const facts = (await response.json()) as Partial<Monitored>
    return typeof facts.version === 'string' ? (facts as Monitored) : undefined
  } catch {
    // A server that is down at the moment. Those that answer are checked.
    return undefined
  }
}
