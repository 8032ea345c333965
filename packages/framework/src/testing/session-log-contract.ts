import type { SessionLog } from '../chat/session-log.ts'
import type { MaybePromise } from '../tools/maybe-promise.ts'
import type { ContractCase } from './contract.ts'
import { sessionLeaseCases } from './session-lease-cases.ts'
import { sessionLogCases } from './session-log-cases.ts'
import { sessionWatchCases } from './session-watch-cases.ts'

/** What the suite appends. */
export interface ContractEvent {
  type: string
  n?: number
}

/** Where the sessions of one kind are kept. */
export interface LogStorage {
  /** The log of a node. Called once for each case. */
  open(): MaybePromise<SessionLog<ContractEvent>>
  /** The log of another node on the same sessions, where there can be another. */
  again?(): MaybePromise<SessionLog<ContractEvent>>
  /** Lets at least so many milliseconds pass on the clock that the nodes go by. */
  advance(ms: number): MaybePromise<void>
  /** Called after the case, however it ended; closes what was opened. */
  close?(): MaybePromise<void>
}

/**
 * What every session log does. `create` gives storage without sessions; each case has its own. Without `again`, what
 * is asked of two nodes is asked of one. After `patience` milliseconds, who was not woken will not be.
 *
 * ```ts
 * describeContract('sqlite log', sessionLogContract(createTemporaryFile))
 * ```
 */
export function sessionLogContract(
  create: () => MaybePromise<LogStorage>,
  { patience = 4_000 }: { patience?: number } = {},
): ContractCase[] {
  const cases = { ...sessionLogCases, ...sessionWatchCases, ...sessionLeaseCases }
  return Object.entries(cases).map(([name, check]) => ({
    name,
    async run() {
      const storage = await create()
      try {
        const log = await storage.open()
        const other = (await storage.again?.()) ?? log
        await check({ log, other, advance: async (ms) => storage.advance(ms), patience })
      } finally {
        await storage.close?.()
      }
    },
  }))
}
