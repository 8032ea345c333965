import type { Store } from '@sweatpants/framework/log'

const RealDate = Date

/** Milliseconds by which this process is ahead of real time. Another process tells it. */
let ahead = Number(process.env.AHEAD ?? 0)

class VirtualDate extends RealDate {
  constructor(...values: ConstructorParameters<DateConstructor> | []) {
    if (values.length === 0) super(VirtualDate.now())
    else super(...values)
  }

  static override now(): number {
    return RealDate.now() + ahead
  }
}

const { setTimeout: setRealTimeout, clearTimeout: clearRealTimeout } = globalThis

/** Milliseconds up to which timers go by real time: those of heartbeats, connections and statements. */
const SHORT = 60_000

const long = new Map<unknown, { at: number; ring: () => void }>()

function setVirtualTimeout(act: (...args: unknown[]) => void, ms = 0, ...args: unknown[]): NodeJS.Timeout {
  if (ms <= SHORT) return setRealTimeout(act, ms, ...args)
  const ring = () => {
    clearVirtualTimeout(timer)
    act(...args)
  }
  const timer = setRealTimeout(ring, ms)
  long.set(timer, { at: VirtualDate.now() + ms, ring })
  return timer
}

function clearVirtualTimeout(timer: NodeJS.Timeout | number | string | undefined): void {
  long.delete(timer)
  clearRealTimeout(timer)
}

// Replaced when this module is imported: import it first.
globalThis.Date = VirtualDate as DateConstructor
globalThis.setTimeout = setVirtualTimeout as typeof setTimeout
globalThis.clearTimeout = clearVirtualTimeout

/** Lets time pass in this process: timers that are due ring now. */
export function passTime(ms: number): void {
  ahead += ms
  for (const { at, ring } of [...long.values()]) if (at <= VirtualDate.now()) ring()
}

/** Returns the store of a database whose own clock goes by real time: what is due in virtual time is due. */
export function inVirtualTime(store: Store): Store {
  const { leases } = store
  return {
    ...store,
    leases: { ...leases, due: (kinds, limit, early = 0) => leases.due(kinds, limit, early + ahead) },
  }
}
