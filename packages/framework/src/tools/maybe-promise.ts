import { LONGEST_TIMER } from './clock.ts'
import { isBytes } from './describe.ts'

/** A value now or later. Nothing that is there already is awaited: a tool that never waits does not pay for waiting. */
export type MaybePromise<T> = T | Promise<T>

/** Told by its `then`: a promise of another realm or library is one too. */
export function isPromise<T>(value: MaybePromise<T>): value is Promise<T> {
  return typeof (value as { then?: unknown } | null | undefined)?.then === 'function'
}

export function andThen<T, U>(value: MaybePromise<T>, next: (value: T) => MaybePromise<U>): MaybePromise<U> {
  return isPromise(value) ? value.then(next) : next(value)
}

/** Values that `silence` looks at. What a tool returns or throws by mistake may be a whole server, or a file. */
const MOST_PARTS = 10_000

/** Catches the rejections of promises that nothing will wait for: they would end the process. */
export function silence(value: unknown): void {
  const parts = [value]
  const seen = new Set<unknown>()
  // Equal values count again: a list may hold one value a million times. The loop also visits what is added meanwhile.
  for (const part of parts) {
    if (typeof part !== 'object' || part === null || seen.has(part)) continue
    seen.add(part)
    try {
      // An error may refer to a whole connection.
      if (part instanceof Error) continue
      if (isPromise(part as MaybePromise<unknown>)) Promise.resolve(part).catch(() => {})
      else
        for (const inner of partsOf(part)) {
          if (parts.length >= MOST_PARTS) break
          parts.push(inner)
        }
    } catch {
      // Nothing waits for the promises of an object that cannot be read.
    }
  }
}

function* partsOf(value: object): Iterable<unknown> {
  // `Object.keys` would make a text of each byte, and of each index.
  if (isBytes(value)) return
  if (value instanceof Map || value instanceof Set) for (const entry of value.entries()) yield* entry
  const keys = Array.isArray(value) ? value.keys() : Object.keys(value)
  for (const key of keys) {
    try {
      yield (value as Record<string | number, unknown>)[key]
    } catch {
      // The next property may hold a promise.
    }
  }
}

/** The promise, or a rejection as soon as the signal aborts. */
export async function orAborted<T>(promise: MaybePromise<T>, signal: AbortSignal | undefined): Promise<T> {
  if (signal === undefined) return promise
  if (signal.aborted) silence(promise)
  signal.throwIfAborted()
  const aborted = Promise.withResolvers<never>()
  const abort = () => aborted.reject(signal.reason)
  signal.addEventListener('abort', abort)
  try {
    return await Promise.race([promise, aborted.promise])
  } finally {
    signal.removeEventListener('abort', abort)
  }
}

/** Resolves with the promise, after so many milliseconds, or when the signal aborts. `Infinity` sets no timer. */
export async function waitAtMost(ms: number, promise: Promise<unknown>, signal?: AbortSignal): Promise<void> {
  const { promise: over, resolve } = Promise.withResolvers<void>()
  const end = () => resolve()
  const timer = ms === Number.POSITIVE_INFINITY ? undefined : setTimeout(end, Math.max(0, Math.min(ms, LONGEST_TIMER)))
  signal?.addEventListener('abort', end)
  if (signal?.aborted) end()
  try {
    await Promise.race([promise, over])
  } finally {
    clearTimeout(timer)
    signal?.removeEventListener('abort', end)
  }
}
