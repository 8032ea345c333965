import { AuthError } from './auth-error.ts'

/** Throws the `AuthError` that says which scopes it takes, unless all of them are held. */
export function requireScopes(held: readonly string[], needed: readonly string[]): void {
  const missing = needed.filter((scope) => !held.includes(scope))
  if (missing.length === 0) return
  throw new AuthError('insufficient_scope', `the token lacks ${missing.join(', ')}; ask for one that has it`, needed)
}
