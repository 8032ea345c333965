import { SweatpantsError } from '../tools/errors.ts'

/** A mistake of the person who started a program. It is printed as one sentence without a stack; the exit code is 2. */
export class UsageError extends SweatpantsError {
  override name = 'UsageError'
}

export const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error))

/** A `UsageError` with the message of another error, after `prefix`. */
export const toUsageError = (cause: unknown, prefix = ''): UsageError =>
  new UsageError(`${prefix}${messageOf(cause)}`, { cause })
