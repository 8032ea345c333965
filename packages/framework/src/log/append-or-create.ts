import { type Log, LogConflictError, type NewStream, StreamExistsError } from './log.ts'

/**
 * Appends the events of a stream that ends at `head`, with its `about` and `register`, or creates the stream if `head` is `undefined`.
 * Resolves to `false` if another writer was faster: read the stream again, and decide again.
 */
export async function appendOrCreate<E>(
  log: Log<E>,
  id: string,
  head: number | undefined,
  stream: NewStream<E>,
): Promise<boolean> {
  const { events, about, register } = stream
  try {
    if (head === undefined) await log.create(id, stream)
    else await log.append(id, { head, events, about, ...(register !== undefined && { register }) })
    return true
  } catch (error) {
    if (error instanceof LogConflictError || error instanceof StreamExistsError) return false
    throw error
  }
}
