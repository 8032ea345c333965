import { nodeCrypto } from '../../keys/node-crypto.ts'
import { isObject } from '../../tools/json.ts'
import type { Binding } from './carrier.ts'
import { invalidParams, type ProtocolError } from './errors.ts'
import type { HttpExchange } from './http-exchange.ts'
import { headerMismatch } from './param-headers.ts'

/** The `_meta` key by which a client tells a call that it sends again from another one; an extension of ours. */
export const IDEMPOTENCY_META = 'dev.sweatpants/idempotencyKey'

const HEADER = 'Idempotency-Key'
const KEY = /^.{1,512}$/s
const NAMED = new Set(['tools/call', 'prompts/get'])

/** Whether a value can be a key. */
export const isKey = (key: unknown): key is string => typeof key === 'string' && KEY.test(key)

/**
 * Returns a message with the key of its HTTP header in `_meta`, where both revisions read it. Throws a `ProtocolError` if the
 * key is malformed, or if `_meta` has another one.
 */
export function withKeyHeader<T>(exchange: Pick<HttpExchange, 'header'>, message: T): T {
  const sent = exchange.header(HEADER.toLowerCase())
  if (sent === undefined || !isObject(message) || !NAMED.has(message.method as string)) return message
  const key = unquote(sent.trim())
  if (!isKey(key)) throw invalidParams(`${HEADER} must have 1 to 512 characters`)
  const params = isObject(message.params) ? message.params : {}
  const meta = isObject(params._meta) ? params._meta : {}
  const given = meta[IDEMPOTENCY_META]
  if (given !== undefined && given !== key) throw headerMismatch(HEADER, sent, String(given))
  return { ...message, params: { ...params, _meta: { ...meta, [IDEMPOTENCY_META]: key } } }
}

/** A key may be written as a string of a structured field. */
const unquote = (key: string): string =>
  key.length > 1 && key.startsWith('"') && key.endsWith('"') ? key.slice(1, -1) : key

/** Returns 128 bits of SHA-256. */
export const digest = (text: string): string => nodeCrypto().hash('sha256', text, 'base64url').slice(0, 22)

/** Returns the id of the run that a client's key names. */
export const toRunId = (
  audience: string,
  { subject, principal }: Pick<Binding, 'subject' | 'principal'>,
  key: string,
) => digest(JSON.stringify([audience, principal ?? null, subject, key]))

export const keyUsed = (): ProtocolError =>
  invalidParams('this idempotency key was used for a call with other arguments; send the same again, or another key')

export const openElsewhere = (): ProtocolError =>
  invalidParams(
    'the call with this idempotency key is open in another session; go on with it there, or send another key',
  )
