import type { Channel } from '../channel.ts'
import type { ClientCapabilities } from '../client-capabilities.ts'

export const MODERN_VERSION = '2026-07-28'

/** What every request of this revision says about its client. */
export interface Envelope {
  readonly version: string
  readonly capabilities: ClientCapabilities
  /** From which level on the client wants log messages; none when absent. */
  readonly logLevel: string | undefined
  readonly progressToken: string | number | undefined
  readonly traceparent: string | undefined
  readonly tracestate: string | undefined
}

/** The 2026-07-28 revision of a server, for any wire. */
export interface Modern {
  /** The envelope in a request's `_meta`; a `ProtocolError` when it is missing or malformed (-32602), or of another version (-32022). */
  readEnvelope(params: unknown): Envelope
  hasMethod(method: string): boolean
  /**
   * The result of a request, with its `resultType` and the server's name; a `ProtocolError` otherwise. Notifications that
   * belong to it go through `channel` before. `subscriptions/listen` stays until the channel's signal aborts.
   */
  answer(request: ModernRequest, channel: Channel): Promise<Record<string, unknown>>
  close(): Promise<void>
}

export interface ModernRequest {
  id: string | number
  method: string
  params: Record<string, unknown>
  envelope: Envelope
}
