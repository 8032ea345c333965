import assert from 'node:assert/strict'
import type { Appended, SessionLog } from '../chat/session-log.ts'
import type { ContractEvent } from './session-log-contract.ts'

export type ContractLog = SessionLog<ContractEvent>

/** What a case is asked with: the logs of two nodes, their clock, and how long to wait to be woken. */
export interface LogsUnderContract {
  log: ContractLog
  other: ContractLog
  advance(ms: number): Promise<void>
  patience: number
}

export type SessionLogCheck = (logs: LogsUnderContract) => Promise<void>

/** Events that are told apart by `n`. */
export const numbered = (...numbers: number[]): ContractEvent[] => numbers.map((n) => ({ type: 'event', n }))

/** Begins a session of nobody in particular. */
export const begin = async (log: ContractLog, sessionId: string, ...numbers: number[]): Promise<Appended> =>
  log.create(sessionId, { about: null, events: numbered(...numbers) })

/** The numbers in a log, in its order, after it was seen that no place is missing or used twice. */
export async function numbersOf(log: ContractLog, sessionId: string): Promise<(number | undefined)[]> {
  const entries = await log.read(sessionId, 0)
  assert.deepEqual(
    entries.map(({ lsn }) => lsn),
    entries.map((_, i) => i + 1),
  )
  return entries.map(({ event }) => event.n)
}

/** A log may refuse at once or later. */
export async function refused(act: () => unknown, error: new (...args: never[]) => Error): Promise<void> {
  await assert.rejects(async () => act(), error)
}
