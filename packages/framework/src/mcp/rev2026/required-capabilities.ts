import { type ClientCapabilities, canAnswer, canSample } from '../core/client-capabilities.ts'
import { ErrorCode, missingCapability, missingElicitation } from '../core/errors.ts'
import type { InputRequest } from '../core/input-request.ts'
import type { KeptCall } from './kept-call.ts'

const NEEDS: Readonly<Record<string, (client: ClientCapabilities, params: Record<string, unknown>) => boolean>> = {
  'elicitation/create': canAnswer,
  'sampling/createMessage': (client, { tools }) => canSample(client, tools !== undefined),
  'roots/list': ({ roots }) => roots !== undefined,
}

/** Throws unless the client can answer what a result asks. */
export function requireCapabilities({ inputRequests = {} }: Record<string, unknown>, client: ClientCapabilities): void {
  // Only the player of rounds makes them.
  for (const { method, params } of Object.values(inputRequests as Record<string, InputRequest>)) {
    if (NEEDS[method]!(client, params)) continue
    const [need] = method.split('/') as [string]
    throw need === 'elicitation' ? missingElicitation(params) : missingCapability(need, { [need]: {} })
  }
}

/**
 * Whether a call ended only because its client could not be asked, and this client can. A call with a `once` step that has
 * started stays as it is: it must not run again.
 */
export function isRefusedFor({ last, recording }: KeptCall, client: ClientCapabilities): boolean {
  const reply = last?.reply
  if (reply === undefined || !('error' in reply) || reply.error.code !== ErrorCode.missingCapability) return false
  const { requiredCapabilities } = reply.error.data as { requiredCapabilities: Record<string, unknown> }
  const isDeclared = Object.entries(requiredCapabilities).every(
    ([need, how]) => need in client && (need !== 'elicitation' || canAnswer(client, how as { url?: unknown })),
  )
  return isDeclared && !recording.entries.some(({ type }) => type === 'started')
}
