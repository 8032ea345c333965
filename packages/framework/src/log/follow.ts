import type { Log, LogEntry } from './log.ts'

const PAGE = 500

/** Yields the records after `after` page by page, then those that are appended, until `signal` aborts. Reads only when the next page is requested. */
export async function* follow<E>(
  log: Log<E>,
  id: string,
  after: number,
  signal: AbortSignal,
): AsyncGenerator<LogEntry<E>[], void, void> {
  let lsn = after
  let wake = () => {}
  const change = () => wake()
  const unwatch = log.watch(id, change)
  signal.addEventListener('abort', change)
  try {
    while (!signal.aborted) {
      // Created before the read, so that a record that is appended meanwhile is not missed.
      const { promise, resolve } = Promise.withResolvers<void>()
      wake = resolve
      const page = await log.read(id, lsn, PAGE)
      if (page.length > 0) {
        lsn = page.at(-1)!.lsn
        yield page
      } else await promise
    }
  } finally {
    unwatch()
    signal.removeEventListener('abort', change)
  }
}
