import type { LogEntry, SessionLog } from './session-log.ts'

const PAGE = 500

/** All that comes after `after`, page by page, and then what is appended, until `signal` aborts. Reads only when asked for more. */
export async function* follow<E>(
  log: SessionLog<E>,
  sessionId: string,
  after: number,
  signal: AbortSignal,
): AsyncGenerator<LogEntry<E>[], void, void> {
  let lsn = after
  let wake = () => {}
  const stop = log.watch(sessionId, () => wake())
  signal.addEventListener('abort', () => wake(), { once: true })
  try {
    while (!signal.aborted) {
      // Made before reading: what is appended meanwhile is not missed.
      const { promise, resolve } = Promise.withResolvers<void>()
      wake = resolve
      const page = await log.read(sessionId, lsn, PAGE)
      if (page.length > 0) {
        lsn = page.at(-1)!.lsn
        yield page
      } else await promise
    }
  } finally {
    stop()
  }
}
