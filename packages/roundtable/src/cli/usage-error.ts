import { SweatpantsError } from '@sweatpants/framework'

/** A mistake in how the command was used. Its message is one sentence for the person who typed it; the exit code is 2. */
export class UsageError extends SweatpantsError {
  override name = 'UsageError'
}

export const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error))
