/** The open connection to a client for one request. */
export interface Channel {
  /** When the request arrived, by the server's clock. */
  readonly receivedAt: number
  /** Aborts when the request is cancelled, by its revision's rules (R10). */
  readonly signal: AbortSignal
  readonly principal: string | undefined
  /** Scopes of the caller's token; undefined when the server has no auth. */
  readonly scopes: readonly string[] | undefined
  /** Sends a notification that belongs to the request, before its result. */
  notify(method: string, params: Record<string, unknown>): void
}
