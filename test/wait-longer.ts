import { vi } from 'vitest'

/** Milliseconds for `vi.waitFor` and `vi.waitUntil`. Vitest has no setting for them, and its second is too short on a busy machine. */
const TIMEOUT = 30_000

const IS_LONGER = Symbol.for('sweatpants.wait-longer')

/** The same function with another timeout, which options of a caller override. */
function withTimeout<T extends (check: never, options?: never) => unknown>(wait: T): T {
  // The files of a worker that is not isolated share `vi`, and each of them runs this file.
  if (IS_LONGER in wait) return wait
  const longer = (check: never, options: number | object = {}) =>
    wait(check, (typeof options === 'number' ? options : { timeout: TIMEOUT, ...options }) as never)
  return Object.assign(longer, { [IS_LONGER]: true }) as unknown as T
}

vi.waitFor = withTimeout(vi.waitFor)
vi.waitUntil = withTimeout(vi.waitUntil)
