import { setImmediate } from 'node:timers/promises'
import type { Leases, Log, Store } from '../log/log.ts'

export interface MortalStore {
  store: Store
  /** How often it was written. */
  readonly writes: number
  readonly isDead: boolean
  die(): void
  /** Resolves when its user is as good as dead: no call is answered any more. */
  readonly dead: Promise<void>
}

const never = new Promise<never>(() => {})

export interface MortalStoreOptions {
  /** How many writes it lives to see. */
  life?: number
  /** Whether journals answer late, as on another machine. */
  isSlow?: boolean
}

/** A store as a process sees it that is killed instead of its next write: after `life` writes, or when `die` is called. */
export function createMortalStore(given: Store, options: MortalStoreOptions = {}): MortalStore {
  const { life = Number.POSITIVE_INFINITY, isSlow = false } = options
  const dead = Promise.withResolvers<void>()
  let writes = 0
  let isDead = false

  function die(): void {
    isDead = true
    dead.resolve()
  }
  async function whileAlive<T>(isJournal: boolean, act: () => T): Promise<Awaited<T>> {
    if (isDead) return never
    if (!isSlow || !isJournal) return await act()
    await setImmediate()
    return setImmediate(await act())
  }
  async function write<T>(isJournal: boolean, act: () => T): Promise<Awaited<T>> {
    if (writes === life) die()
    if (!isDead) writes++
    return whileAlive(isJournal, act)
  }
  function wrap<E>(log: Log<E>, isJournal: boolean): Log<E> {
    return {
      ...log,
      create: (...args) => write(isJournal, () => log.create(...args)),
      append: (...args) => write(isJournal, () => log.append(...args)),
      delete: (...args) => write(isJournal, () => log.delete(...args)),
      open: (...args) => whileAlive(isJournal, () => log.open(...args)),
      read: (...args) => whileAlive(isJournal, () => log.read(...args)),
    }
  }

  const { leases } = given
  const mortalLeases: Leases = {
    beat: (...args) => whileAlive(false, () => leases.beat(...args)),
    acquire: (...args) => whileAlive(false, () => leases.acquire(...args)),
    release: (...args) => whileAlive(false, () => leases.release(...args)),
    due: (...args) => whileAlive(false, () => leases.due(...args)),
    held: (...args) => whileAlive(false, () => leases.held(...args)),
    collect: (...args) => whileAlive(false, () => leases.collect(...args)),
  }

  return {
    store: { ...given, leases: mortalLeases, log: <E>(kind: string) => wrap(given.log<E>(kind), kind === 'run') },
    get writes() {
      return writes
    },
    get isDead() {
      return isDead
    },
    die,
    dead: dead.promise,
  }
}
