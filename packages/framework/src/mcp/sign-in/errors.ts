import { SweatpantsError } from '../../tools/errors.ts'

/** A sign-in failed, or was refused. */
export class SignInError extends SweatpantsError {
  override name = 'SignInError'
}

/** The MCP server refused a request, and a person must sign in, perhaps with more scopes, before it can be repeated. */
export class SignInNeededError extends SweatpantsError {
  override name = 'SignInNeededError'
  /** The server that was called. */
  readonly url: string
  /** The scopes that the server asks for. */
  readonly scope: string | undefined

  constructor(url: string, scope?: string) {
    const { origin, pathname } = new URL(url)
    super(`sign in to ${origin}${pathname} first${scope === undefined ? '' : `, with the scope "${scope}"`}`)
    this.url = url
    this.scope = scope
  }
}
