/** A value now or later. Nothing that is there already is awaited: a tool that never waits does not pay for waiting. */
export type MaybePromise<T> = T | Promise<T>

/** Told by its `then`: a promise of another realm or library is one too. */
export function isPromise<T>(value: MaybePromise<T>): value is Promise<T> {
  return typeof (value as { then?: unknown } | null | undefined)?.then === 'function'
}

export function andThen<T, U>(value: MaybePromise<T>, next: (value: T) => MaybePromise<U>): MaybePromise<U> {
  return isPromise(value) ? value.then(next) : next(value)
}

/** Catches the rejections of promises that nothing will wait for: they would end the process. */
export function silence(value: unknown, levels = 8): void {
  if (typeof value !== 'object' || value === null || levels === 0) return
  if (isPromise(value as MaybePromise<unknown>)) (value as Promise<unknown>).then(undefined, () => {})
  else for (const part of Object.values(value)) silence(part, levels - 1)
}

/** The promise, or a rejection as soon as the signal aborts. */
export async function orAborted<T>(promise: MaybePromise<T>, signal: AbortSignal): Promise<T> {
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
