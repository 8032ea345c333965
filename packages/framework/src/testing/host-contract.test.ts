import { AssertionError } from 'node:assert'
import { expect, test } from 'vitest'
import { createMcpTool } from '../tools/builder.ts'
import { callHost, type Host } from '../tools/host.ts'
import { createMemoryJournal } from '../tools/journal.ts'
import { failed, succeeded } from '../tools/outcome.ts'
import { runTool } from '../tools/run-tool.ts'
import { type HostProcess, type HostUnderContract, hostContract } from './host-contract.ts'
import { describeContract } from './vitest.ts'

const tool = createMcpTool('order')
  .execute(function* (_, ctx) {
    try {
      return yield* callHost(ctx, 'order', { item: 'tea' })
    } catch {
      return 'nothing'
    }
  })
  .build()

/** A faulty host differs in one of these. */
const correct = {
  /** Returns the name under which it orders. */
  nameOf: (id: string, _attempt: number): string => id,
  onFailure: (error: unknown): ReturnType<Host['perform']> => Promise.reject(error),
  journalOf: (process: HostProcess) => process.journal,
  leaves: true,
}

/** Orders something once under each name. */
function createOrders(given: Partial<typeof correct> = {}): HostUnderContract {
  const { nameOf, onFailure, journalOf, leaves } = { ...correct, ...given }
  const orders = new Set<string>()
  let attempts = 0
  return {
    begin(process) {
      const leaving = new AbortController()
      const host: Host = {
        async perform({ id }) {
          try {
            await process.before()
            leaving.signal.throwIfAborted()
          } catch (error) {
            return onFailure(error)
          }
          orders.add(nameOf(id, attempts++))
          return succeeded('ordered')
        },
      }
      const peer = { answer: () => succeeded(undefined) }
      const ended = runTool(tool, {}, { peer, host, journal: journalOf(process) })
      return {
        ended: ended.then((result) => {
          if (result.type === 'failed') throw result.error
          return result.type === 'completed' && result.value
        }),
        leave: () => leaves && leaving.abort(new Error('the process leaves')),
      }
    },
    done: () => orders.size,
  }
}

describeContract(
  'a host with a name for each order',
  hostContract(() => createOrders()),
)

/** Begins anew where a recorded request is another than its own. */
const startOver = ({ journal }: HostProcess) =>
  `${JSON.stringify(journal.read())}`.includes('other') ? createMemoryJournal() : journal

/** Each fault with the beginning of the case that is there to find it. */
test.for<[string, Partial<typeof correct>, string]>([
  ['has no name for what it does', { nameOf: (id, attempt) => `${id} ${attempt}` }, 'does it once if its process dies'],
  ['returns the failure of its store', { onFailure: failed }, 'stops the run if it cannot'],
  ['goes on when its process leaves', { leaves: false }, 'records nothing once'],
  ['records no outcome', { journalOf: () => createMemoryJournal() }, 'does once what the run asks for'],
  ['records late', { journalOf: ({ journal }) => ({ read: () => journal.read(), append() {} }) }, 'has its outcome'],
  ['begins anew with another request', { journalOf: startOver }, 'does nothing if the run asks for something else'],
])('the contract finds a host that %s', async ([, fault, found]) => {
  const { run } = hostContract(() => createOrders(fault)).find(({ name }) => name.startsWith(found))!
  await expect(run()).rejects.toThrow(AssertionError)
})
