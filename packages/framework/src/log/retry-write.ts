import { setTimeout as wait } from 'node:timers/promises'
import { StoreError, SweatpantsError } from '../tools/errors.ts'
import { findMetrics } from '../tools/metrics.ts'

/** Milliseconds for which a write is retried after it failed for the first time, and between two attempts. */
const PATIENCE = 3_000
const PAUSE = 200

/** Whether the store answered, and refused. After any other error a write may be stored all the same. */
export const isRefused = (error: unknown): error is SweatpantsError =>
  error instanceof SweatpantsError && !(error instanceof StoreError)

/** Retries a write that failed without an answer from the store. The store must recognise a write that it has stored already. */
export async function retryWrite<T>(write: (isRetry: boolean) => Promise<T>): Promise<T> {
  const start = performance.now()
  let until: number | undefined
  for (;;) {
    try {
      const written = await write(until !== undefined)
      findMetrics()?.appendDuration.record((performance.now() - start) / 1_000)
      return written
    } catch (error) {
      // Counted from the first failure: on a half-open connection that alone takes longer.
      until ??= performance.now() + PATIENCE
      if (isRefused(error) || performance.now() >= until) throw error
    }
    await wait(PAUSE)
  }
}
