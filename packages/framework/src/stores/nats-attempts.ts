import { setTimeout as delay } from 'node:timers/promises'
import { StoreError, SweatpantsError } from '../tools/errors.ts'

/** Milliseconds for one attempt. */
export const ATTEMPT = 1_000
const PAUSE = 20

/** The servers have no leader at the moment, or one that does not answer. */
const UNAVAILABLE =
  // While servers elect a leader, the client says that JetStream is not enabled.
  /timeout|no ?responders|not enabled|peer offline|id is in process|request|connection|disconnect|temporarily unavailable|not available|no leader/i
/** Whether the login may not do that, however often it is tried. */
export const isRefused = (cause: unknown): boolean => /permissions violation/i.test(`${cause}`)

/** Repeats an act while the servers cannot answer. */
export type Insist = <T>(act: () => Promise<T>) => Promise<T>

/** Acts fail with a `StoreError` after `timeout` milliseconds, and at once when the store is closed. */
export const createInsist =
  (timeout: number, isClosed: () => boolean): Insist =>
  async (act) => {
    for (const end = performance.now() + timeout; ; await delay(PAUSE)) {
      if (isClosed()) throw new SweatpantsError('the store is closed')
      try {
        return await act()
      } catch (cause) {
        if (cause instanceof SweatpantsError) throw cause
        const isUnavailable = UNAVAILABLE.test(`${(cause as Error).name} ${cause}`) && !isRefused(cause)
        if (isUnavailable && performance.now() < end) continue
        const what = isUnavailable ? 'cannot be reached' : 'failed'
        throw new StoreError(`the store ${what}; try again later`, { cause })
      }
    }
  }
