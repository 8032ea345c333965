import { LOG_LEVELS } from '../../tools/effects/emit.ts'
import { ErrorCode, ProtocolError } from '../protocol-error.ts'
import { type Envelope, MODERN_VERSION } from './modern.ts'

const PREFIX = 'io.modelcontextprotocol/'

/** The `_meta` keys of this revision. */
export const META = {
  protocolVersion: `${PREFIX}protocolVersion`,
  clientInfo: `${PREFIX}clientInfo`,
  clientCapabilities: `${PREFIX}clientCapabilities`,
  logLevel: `${PREFIX}logLevel`,
  serverInfo: `${PREFIX}serverInfo`,
  subscriptionId: `${PREFIX}subscriptionId`,
} as const

/** The capabilities that somebody looks into. */
const OBJECTS = ['elicitation', 'sampling', 'roots', 'extensions']

/** What a request says about its client, checked by hand: it is on the path of every request. */
export function readEnvelope(params: unknown): Envelope {
  const meta = isObject(params) && isObject(params._meta) ? params._meta : {}
  const version = meta[META.protocolVersion]
  const capabilities = meta[META.clientCapabilities]
  if (typeof version !== 'string') return refuse(META.protocolVersion, 'must be the protocol version')
  if (!isObject(capabilities))
    return refuse(META.clientCapabilities, "must be an object with the client's capabilities")
  const odd = OBJECTS.find((name) => capabilities[name] !== undefined && !isObject(capabilities[name]))
  if (odd !== undefined) return refuse(META.clientCapabilities, `must have an object for ${odd}`)
  const info = meta[META.clientInfo]
  if (info !== undefined && !(isObject(info) && typeof info.name === 'string' && typeof info.version === 'string')) {
    return refuse(META.clientInfo, 'must be { name, version }')
  }
  const logLevel = meta[META.logLevel]
  if (logLevel !== undefined && !LOG_LEVELS.includes(logLevel as never)) {
    return refuse(META.logLevel, `must be one of ${LOG_LEVELS.join(', ')}`)
  }
  const token = meta.progressToken
  if (token !== undefined && typeof token !== 'string' && typeof token !== 'number') {
    return refuse('progressToken', 'must be a string or a number')
  }
  if (version !== MODERN_VERSION) {
    throw new ProtocolError(ErrorCode.unsupportedVersion, `version ${version} is not served; use ${MODERN_VERSION}`, {
      supported: [MODERN_VERSION],
      requested: version,
    })
  }
  return {
    version,
    capabilities,
    logLevel: logLevel as string | undefined,
    progressToken: token,
    traceparent: typeof meta.traceparent === 'string' ? meta.traceparent : undefined,
    tracestate: typeof meta.tracestate === 'string' ? meta.tracestate : undefined,
  }
}

function refuse(key: string, problem: string): never {
  throw new ProtocolError(ErrorCode.invalidParams, `params._meta["${key}"] ${problem}`, { envelope: { key, problem } })
}

export const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
