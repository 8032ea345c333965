import { Changes } from '../tools/changes.ts'
import type { Log, LogEntry } from './log.ts'

const PAGE = 500

/**
 * Yields the records after `after` page by page, then those that are appended, until `signal` aborts or the stream is deleted. Reads
 * only when the next page is requested.
 */
export async function* follow<E>(
  log: Log<E>,
  id: string,
  after: number,
  signal: AbortSignal,
): AsyncGenerator<LogEntry<E>[], void, void> {
  let lsn = after
  const changes = new Changes()
  const unwatch = log.watch(id, changes.tell)
  try {
    while (!signal.aborted) {
      const page = await log.read(id, lsn, PAGE)
      if (page.length > 0) {
        lsn = page.at(-1)!.lsn
        yield page
      } else if (await isGone(log, id, lsn)) return
      else await changes.next(signal)
    }
  } finally {
    unwatch()
  }
}

/** Whether the stream was deleted. Another one with its id does not reach as far at first. */
async function isGone(log: Log<unknown>, id: string, lsn: number): Promise<boolean> {
  const record = await log.get(id)
  return record === undefined || record.head < lsn
}
