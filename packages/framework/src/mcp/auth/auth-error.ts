import { SweatpantsError } from '../../tools/errors.ts'

/** The caller is not let in. The message is told to the client: it never holds the token or anything from inside it. */
export class AuthError extends SweatpantsError {
  override name = 'AuthError'
  readonly status: 401 | 403
  /** Undefined when no token came at all: the challenge then has no error code (RFC 6750, 3.1). */
  readonly error: 'invalid_token' | 'insufficient_scope' | 'invalid_request' | undefined
  /** The scopes that would do, separated by spaces. */
  readonly scope: string | undefined

  constructor(error: AuthError['error'], message: string, scopes: readonly string[] = []) {
    super(message)
    this.status = error === 'insufficient_scope' ? 403 : 401
    this.error = error
    this.scope = scopes.length === 0 ? undefined : scopes.join(' ')
  }

  /** The value of `WWW-Authenticate`: what went wrong, and where the client learns whom to ask for a token (RFC 9728). */
  challenge(resourceMetadataUrl: string): string {
    const parameters = [`resource_metadata=${quote(resourceMetadataUrl)}`]
    if (this.error !== undefined) {
      // RFC 6750 has no escapes in a description.
      const description = this.message.replace(/["\\]/g, "'")
      parameters.push(`error=${quote(this.error)}`, `error_description=${quote(description)}`)
    }
    if (this.scope !== undefined) parameters.push(`scope=${quote(this.scope)}`)
    return `Bearer ${parameters.join(', ')}`
  }
}

/**
 * Whether the caller may come in cannot be told now: the issuer's keys or its introspection cannot be reached. The token may
 * be good, so this is a 503 to be tried again, and never `invalid_token`, which would make clients throw the token away.
 */
export class AuthUnavailableError extends SweatpantsError {
  override name = 'AuthUnavailableError'
  readonly status = 503
}

/** A quoted-string of RFC 9110; what a header cannot hold becomes a question mark. */
const quote = (text: string): string => `"${text.replace(/[^ -~]/g, '?').replace(/["\\]/g, '\\$&')}"`
