import type { Store } from '../log/log.ts'
import type { MaybePromise } from '../tools/maybe-promise.ts'
import { broadcastCases, farBroadcastCases } from './broadcast-cases.ts'
import type { ContractCase } from './contract.ts'
import { leaseCases } from './lease-cases.ts'
import { logCases } from './log-cases.ts'
import { logListCases } from './log-list-cases.ts'
import { logWriteCases } from './log-write-cases.ts'
import { questionCases } from './question-cases.ts'
import { runIndexCases } from './run-index-cases.ts'
import { textCases } from './text-cases.ts'
import { watchCases } from './watch-cases.ts'

/** What the suite appends. */
export interface ContractEvent {
  type: string
  n?: number
}

/** A place without streams, and the stores on it. */
export interface LogStorage {
  /** Returns the store of a node. Called once for each case. */
  open(): MaybePromise<Store>
  /** Returns the store of another node on the same streams. Without it the suite uses one store for both nodes. */
  again?(): MaybePromise<Store>
  /** Lets at least so many milliseconds pass on the clock of the stores. A negative number sets the clock of the leases back. */
  advance(ms: number): MaybePromise<void>
  /** Called after the case, also when it failed; closes the stores. */
  close?(): MaybePromise<void>
}

/**
 * The contract of `Store` and its parts. `create` returns storage without streams, for each case anew. A case fails
 * when a watcher was not woken within `patience` milliseconds. With `isLocal`, broadcasts need not reach the other node, as where
 * nodes share a file.
 *
 * ```ts
 * describeContract('a sqlite store', logContract(createTemporaryFile))
 * ```
 */
export function logContract(
  create: () => MaybePromise<LogStorage>,
  { patience = 4_000, isLocal = false }: { patience?: number; isLocal?: boolean } = {},
): ContractCase[] {
  const streamCases = { ...logCases, ...logWriteCases, ...logListCases, ...watchCases, ...broadcastCases }
  const cases = {
    ...streamCases,
    ...(isLocal ? {} : farBroadcastCases),
    ...leaseCases,
    ...questionCases,
    ...runIndexCases,
    ...textCases,
  }
  return Object.entries(cases).map(([name, check]) => ({
    name,
    async run() {
      const storage = await create()
      try {
        const store = await storage.open()
        const otherStore = (await storage.again?.()) ?? store
        await check({
          store,
          otherStore,
          log: store.log<ContractEvent>('contract'),
          leases: store.leases,
          other: otherStore.log<ContractEvent>('contract'),
          otherLeases: otherStore.leases,
          runs: otherStore.runs,
          advance: async (ms) => storage.advance(ms),
          patience,
        })
      } finally {
        await storage.close?.()
      }
    },
  }))
}
