import type { Store } from '../log/log.ts'
import type { MaybePromise } from '../tools/maybe-promise.ts'
import { broadcastCases, farBroadcastCases } from './broadcast-cases.ts'
import { type ContractCase, mapCases, toContract } from './contract.ts'
import { leaseCases } from './lease-cases.ts'
import { logCases } from './log-cases.ts'
import { serverCases, sharedCases } from './log-fault-cases.ts'
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

export interface LogContractOptions {
  patience?: number
  isLocal?: boolean
  hasServer?: boolean
}

/** A place without streams, and the stores on it. */
export interface LogStorage {
  /** Returns the store of a node. Called once for each case. */
  open(): MaybePromise<Store>
  /** Returns the store of another node on the same streams. Without it the suite uses one store for both nodes. */
  again?(): MaybePromise<Store>
  /** Lets at least so many milliseconds pass on the clock of the stores. A negative number sets the clock of the leases back. */
  advance(ms: number): MaybePromise<void>
  /** Opens the store of a third node whose connection can break; the case closes it. Needed with `hasServer`. */
  distant?(): MaybePromise<DistantStore>
  /** Kills the server that acknowledges writes, while nodes write, and resolves once another one has taken over, or it runs again. Needed with `hasServer`. */
  failOver?(): MaybePromise<void>
  /** Called after the case, also when it failed; closes the stores. */
  close?(): MaybePromise<void>
}

/** A store whose server answers through a connection that the suite breaks. */
export interface DistantStore {
  store: Store
  /** Drops all replies from now on, until `isStored` resolves to true, and then breaks the connections. */
  lose(isStored: () => Promise<boolean>): Promise<void>
}

/**
 * The contract of `Store` and its parts. `create` returns storage without streams, for each case anew. A case fails
 * when a watcher was not woken within `patience` milliseconds. With `isLocal`, broadcasts need not reach the other node, as where
 * nodes share a file. With `hasServer`, what a store promises when its server breaks is part of it.
 *
 * ```ts
 * describeContract('a sqlite store', logContract(createTemporaryFile))
 * ```
 */
export function logContract(
  create: () => MaybePromise<LogStorage>,
  { patience = 4_000, isLocal = false, hasServer = false }: LogContractOptions = {},
): ContractCase[] {
  const streamCases = { ...logCases, ...logWriteCases, ...logListCases, ...watchCases, ...broadcastCases }
  const cases = {
    ...streamCases,
    ...sharedCases,
    ...(isLocal ? {} : farBroadcastCases),
    ...(hasServer ? serverCases : {}),
    ...leaseCases,
    ...questionCases,
    ...runIndexCases,
    ...textCases,
  }
  const opened = mapCases(cases, (check) => async (storage: LogStorage) => {
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
      ...(storage.distant && { distant: async () => storage.distant!() }),
      ...(storage.failOver && { failOver: async () => storage.failOver!() }),
      patience,
    })
  })
  return toContract(opened, create)
}
