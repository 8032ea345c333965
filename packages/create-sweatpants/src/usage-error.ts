/** A mistake of whoever ran the command: told as one sentence. */
export class UsageError extends Error {
  override name = 'UsageError'
}
