import { setTimeout as wait } from 'node:timers/promises'
import { StoreError, SweatpantsError } from '../tools/errors.ts'
import { findMetrics } from '../tools/metrics.ts'
import { UnreadableError } from './log.ts'

/** Milliseconds for which a read or write is retried after it failed for the first time, and between two attempts. */
const PATIENCE = 3_000
const PAUSE = 200

/** Whether the store answered, and what it said stands. After any other error a write may be stored all the same. */
export const isRefused = (error: unknown): error is SweatpantsError =>
  error instanceof SweatpantsError && (!(error instanceof StoreError) || error instanceof UnreadableError)

/** Retries a write that failed without an answer from the store. The store must recognise a write that it has stored already. */
export async function retryWrite<T>(write: (isRetry: boolean) => Promise<T>): Promise<T> {
  const start = performance.now()
  const written = await retryUnanswered(write)
  findMetrics()?.appendDuration.record((performance.now() - start) / 1_000)
  return written
}

/** Retries what failed without an answer from the store. */
export async function retryUnanswered<T>(act: (isRetry: boolean) => Promise<T>): Promise<T> {
  let until: number | undefined
  for (;;) {
    try {
      return await act(until !== undefined)
    } catch (error) {
      // Counted from the first failure: on a half-open connection that alone takes longer.
      until ??= performance.now() + PATIENCE
      if (isRefused(error) || performance.now() >= until) throw error
    }
    await wait(PAUSE)
  }
}
