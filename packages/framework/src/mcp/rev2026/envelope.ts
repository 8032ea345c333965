import { LOG_LEVELS } from '../../tools/effects/emit.ts'
import { isObject } from '../../tools/json.ts'
import type { RequestEnvelope } from '../core/call-rounds.ts'
import { ErrorCode, invalidParams, ProtocolError } from '../core/errors.ts'
import { IDEMPOTENCY_META, isKey } from '../core/idempotency.ts'
import { PROTOCOL_VERSION_META, REV2026_VERSION } from '../core/revision.ts'

/** The part of `_meta` that every request of this revision has. */
export interface Envelope extends RequestEnvelope {
  readonly version: string
  readonly traceparent: string | undefined
  readonly tracestate: string | undefined
  /** Names a first request, so that the server recognizes it when it is sent again. */
  readonly idempotencyKey: string | undefined
}

const PREFIX = 'io.modelcontextprotocol/'

/** The `_meta` keys of this revision. */
export const META = {
  protocolVersion: PROTOCOL_VERSION_META,
  clientInfo: `${PREFIX}clientInfo`,
  clientCapabilities: `${PREFIX}clientCapabilities`,
  logLevel: `${PREFIX}logLevel`,
  serverInfo: `${PREFIX}serverInfo`,
  subscriptionId: `${PREFIX}subscriptionId`,
} as const

/** The capabilities whose members are read. */
const OBJECTS = ['elicitation', 'sampling', 'roots', 'extensions']

/** Reads the envelope in a request's `_meta`. Checked by hand, because every request passes here. Throws a `ProtocolError`. */
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
  const idempotencyKey = meta[IDEMPOTENCY_META]
  if (idempotencyKey !== undefined && !isKey(idempotencyKey)) {
    return refuse(IDEMPOTENCY_META, 'must be a string of 1 to 512 characters')
  }
  if (version !== REV2026_VERSION) {
    throw new ProtocolError(ErrorCode.unsupportedVersion, `version ${version} is not served; use ${REV2026_VERSION}`, {
      supported: [REV2026_VERSION],
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
    idempotencyKey,
  }
}

function refuse(key: string, problem: string): never {
  throw invalidParams(`params._meta["${key}"] ${problem}`, { envelope: { key, problem } })
}
