import assert from 'node:assert/strict'
import type { Appended, Leases, Log, Store, StreamRef } from '../log/log.ts'
import type { RunIndex } from '../log/run-index.ts'
import type { ContractEvent, DistantStore } from './log-contract.ts'

export type ContractLog = Log<ContractEvent>

/** The log of one kind on two nodes, with their leases and their clock. */
export interface LogsUnderContract {
  store: Store
  otherStore: Store
  log: ContractLog
  leases: Leases
  other: ContractLog
  otherLeases: Leases
  /** The index of the other node. */
  runs: RunIndex
  advance(ms: number): Promise<void>
  distant?(): Promise<DistantStore>
  failOver?(): Promise<void>
  /** Milliseconds to wait for a watcher. */
  patience: number
}

export type LogCheck = (logs: LogsUnderContract) => Promise<void>

/** Longer than any case takes. */
export const LONG = 60_000

/** Has passed after `PAST`. */
export const SHORT = 50
export const PAST = 100

/** Returns events that differ by `n`. */
export const numbered = (...numbers: number[]): ContractEvent[] => numbers.map((n) => ({ type: 'event', n }))

/** Names a stream of the log under contract. */
export const refTo = (id: string): StreamRef => ({ kind: 'contract', id })

/** The kind under test, and another one. */
export const KINDS = [refTo('').kind, 'another']

/** Creates a stream without a principal. */
export const begin = async (log: ContractLog, id: string, ...numbers: number[]): Promise<Appended> =>
  log.create(id, { about: null, events: numbered(...numbers) })

/** Returns the numbers in a stream, after a check that no place is missing or used twice. */
export async function numbersOf(log: ContractLog, id: string): Promise<(number | undefined)[]> {
  const entries = await log.read(id, 0)
  assert.deepEqual(
    entries.map(({ lsn }) => lsn),
    entries.map((_, i) => i + 1),
  )
  return entries.map(({ event }) => event.n)
}

/** Returns numbers from the least to the greatest. */
export const sorted = (numbers: readonly (number | undefined)[]) => numbers.toSorted((a, b) => a! - b!)

/** Collects what a listener is called with. What does not happen within `patience` milliseconds is an error. */
export function hear<T>(listen: (listener: (value: T) => void) => () => void, patience: number) {
  const heard: T[] = []
  let look = () => {}
  let timer: ReturnType<typeof setTimeout>
  const stop = listen((value) => {
    heard.push(value)
    look()
  })
  /** Resolves when it is as wanted. */
  async function until(isWanted: () => boolean): Promise<void> {
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    timer = setTimeout(() => reject(new Error(`nothing was heard within ${patience} ms`)), patience)
    look = () => isWanted() && resolve()
    look()
    await promise.finally(() => clearTimeout(timer))
  }
  /** Resolves with what is heard next. */
  async function next(): Promise<T> {
    const place = heard.length
    await until(() => heard.length > place)
    return heard[place]!
  }
  return {
    heard,
    until,
    next,
    stop,
    [Symbol.dispose]() {
      clearTimeout(timer)
      stop()
    },
  }
}

/** Resolves when the act throws or rejects with that error. */
export async function refused(act: () => unknown, error: new (...args: never[]) => Error): Promise<void> {
  await assert.rejects(async () => act(), error)
}

/** Acquires a stream for a node that beats, and returns the fence. */
export async function take(leases: Leases, id: string, node: string): Promise<number> {
  const fence = await leases.acquire(refTo(id), node)
  assert.ok(fence !== undefined, `expected node ${node} to acquire stream ${id}`)
  return fence
}

/** Returns the time on the clock of the store. */
export async function timeOf(log: ContractLog): Promise<number> {
  const id = `at-${crypto.randomUUID()}`
  await begin(log, id)
  const { createdAt } = (await log.get(id))!
  await log.delete(id)
  return createdAt
}
