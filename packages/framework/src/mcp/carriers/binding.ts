import { JsonError } from '../../tools/errors.ts'
import { canonicalJson, toJson } from '../../tools/json.ts'
import { nodeCrypto } from '../node-crypto.ts'
import { ErrorCode, ProtocolError } from '../protocol-error.ts'
import type { Binding } from './carrier.ts'

/** The same for the same call, whatever the order of the keys in its arguments. */
export function digestBinding({ tool, arguments: args, principal, audience }: Binding): string {
  const text = canonicalJson(toBound([tool, args ?? null, principal ?? null, audience], tool))!
  return nodeCrypto().hash('sha256', text, 'base64url')
}

function toBound(parts: unknown[], tool: string) {
  try {
    return toJson(parts, `the call of ${tool}`, Number.POSITIVE_INFINITY)
  } catch (error) {
    if (error instanceof JsonError) throw new ProtocolError(ErrorCode.invalidParams, error.message)
    throw error
  }
}
