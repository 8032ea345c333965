import { setTimeout as wait } from 'node:timers/promises'
import { SweatpantsError } from '../tools/errors.ts'

/** Milliseconds for which a failed write is retried, and between two attempts. */
const PATIENCE = 3_000
const PAUSE = 200

/** Retries a write that failed without an answer from the store. `findStored` returns the result of a write that was stored after all. */
export async function retryWrite<T>(write: () => Promise<T>, findStored: () => Promise<T | undefined>): Promise<T> {
  for (let attempts = PATIENCE / PAUSE; ; attempts--) {
    try {
      return await write()
    } catch (error) {
      if (error instanceof SweatpantsError || attempts <= 1) throw error
    }
    await wait(PAUSE)
    const stored = await findStored().catch(() => undefined)
    if (stored !== undefined) return stored
  }
}
