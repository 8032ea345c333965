import { StoreError, SweatpantsError } from '../tools/errors.ts'
import { isPromise } from '../tools/maybe-promise.ts'

/** The primary result codes of SQLite: the low byte of `errcode`. */
const MESSAGES: Readonly<Record<number, string>> = {
  5: 'the store is busy: another process has locked its file; try again later',
  6: 'the store is busy: another process has locked its file; try again later',
  8: 'the file of the store is read-only; nothing was stored',
  11: 'the file of the store is damaged; restore it from a backup',
  13: 'the store has no space left; nothing was stored',
  26: 'the file is not a store, or it is damaged; check its path, or restore it from a backup',
}

const FAILED = 'the file of the store cannot be read or written; try again later'

/** Returns the same methods, which throw a `StoreError` where SQLite fails. */
export function hideErrors<T extends object>(methods: T): T {
  const hidden = Object.entries(methods).map(([name, method]) => [name, hideErrorsOf(method)])
  // It has the same methods.
  return Object.fromEntries(hidden) as T
}

function hideErrorsOf<A extends unknown[], R>(method: (...args: A) => R): (...args: A) => R {
  return (...args) => {
    try {
      const result = method(...args)
      // A promise of the same value.
      return isPromise(result) ? (result.catch(rethrow) as R) : result
    } catch (error) {
      return rethrow(error)
    }
  }
}

function rethrow(error: unknown): never {
  throw toStoreError(error)
}

/** Returns an error of SQLite as one whose message says nothing about the file, and any other error as it is. */
export function toStoreError(error: unknown): unknown {
  const { code, errcode } = error as { code?: unknown; errcode?: number }
  if (code === 'ERR_INVALID_STATE') return new SweatpantsError('the store is closed', { cause: error })
  if (code !== 'ERR_SQLITE_ERROR') return error
  return new StoreError(MESSAGES[(errcode ?? 0) & 0xff] ?? FAILED, { cause: error })
}
