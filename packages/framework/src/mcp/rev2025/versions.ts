/** The revisions that begin with `initialize`, newest first. */
export const SESSION_VERSIONS = ['2025-11-25', '2025-06-18', '2025-03-26', '2024-11-05', '2024-10-07']

/** Older clients take an event without data for a broken message. */
export const takesPriming = (version: string | undefined): boolean => version !== undefined && version >= '2025-11-25'

/** Batches came with one revision and went with the next. */
export const takesBatches = (version: string | undefined): boolean => version === '2025-03-26'
