/** A mistake in how the app was started. Its message is one sentence for the person who did; the exit code is 2. */
export class UsageError extends Error {
  override name = 'UsageError'
}

export const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error))
