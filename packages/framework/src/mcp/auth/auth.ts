/** Who is calling. */
export interface Caller {
  /** Stable for one person or client: tasks, sessions and states belong to it. */
  principal: string
  scopes: readonly string[]
}

/** Decides who is calling. The server is an OAuth resource server: it checks tokens and never issues them. */
export interface Auth {
  /** Comes to the caller, to an `AuthError` that says why not, or to an `AuthUnavailableError` when that cannot be told now. */
  authenticate(authorization: string | null): Promise<Caller>
  /** What `/.well-known/oauth-protected-resource` answers (RFC 9728). */
  readonly metadata: {
    resource: string
    authorization_servers: readonly string[]
    scopes_supported?: readonly string[]
  }
  /** The scopes that a tool needs beyond being called by somebody. */
  scopesFor?(tool: string): readonly string[]
}
