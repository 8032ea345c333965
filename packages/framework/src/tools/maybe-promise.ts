/** A value now or later. Nothing that is there already is awaited: a tool that never waits does not pay for waiting. */
export type MaybePromise<T> = T | Promise<T>

export function andThen<T, U>(value: MaybePromise<T>, next: (value: T) => MaybePromise<U>): MaybePromise<U> {
  return value instanceof Promise ? value.then(next) : next(value)
}
