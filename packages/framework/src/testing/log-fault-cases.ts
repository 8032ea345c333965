import assert from 'node:assert/strict'
import { setTimeout as delay } from 'node:timers/promises'
import type { Append, Appended } from '../log/log.ts'
import { StoreError } from '../tools/errors.ts'
import { begin, type ContractLog, type LogCheck, numbered, numbersOf, sorted } from './log-case.ts'
import type { ContractEvent } from './log-contract.ts'

/** Milliseconds between two attempts at a write that was not acknowledged. */
const PAUSE = 20

/** Writes of each writer before the server is killed, and after it can be used again. */
const WRITES = 15

/** Appends as a driver does: again and again, until the store acknowledges it. */
async function insist(log: ContractLog, id: string, append: Append<ContractEvent>): Promise<Appended> {
  for (;;) {
    try {
      return await log.append(id, append)
    } catch (error) {
      if (!(error instanceof StoreError)) throw error
      await delay(PAUSE)
    }
  }
}

export const sharedCases: Record<string, LogCheck> = {
  async 'a reader and a writer on one node do not lose what another node appends'({ log, other }) {
    await begin(log, 'a')
    const numbers = Array.from({ length: 40 }, (_, i) => i)
    let isDone = false
    const read = async () => {
      while (!isDone) {
        await log.open('a')
        await delay(0)
      }
    }
    const write = async (node: ContractLog, parity: number) => {
      for (const n of numbers.filter((n) => n % 2 === parity)) await node.append('a', { events: numbered(n) })
    }
    const reading = read()
    await Promise.all([write(log, 0), write(other, 1)]).finally(() => (isDone = true))
    await reading
    for (const node of [log, other]) assert.deepEqual(sorted(await numbersOf(node, 'a')), numbers)
  },
}

/** How a store goes on when its server, or the connection to it, breaks. */
export const serverCases: Record<string, LogCheck> = {
  async 'an append whose acknowledgement is lost is stored once'({ log, distant }) {
    assert.ok(distant, 'storage of a store with a server has `distant`')
    await begin(log, 'a')
    const { store, lose } = await distant()
    const far = store.log<ContractEvent>('contract')
    await far.get('a')
    // Without a command, whose mark some stores write first.
    const append = { events: numbered(1, 2), write: 1 }
    const lost = lose(async () => (await log.get('a'))!.head === 2)
    const appended = await (async () => far.append('a', append))().catch((error: unknown) => {
      // The caller does not know whether it was stored, and sends it again.
      if (error instanceof StoreError) return { lsn: 2, repeated: false }
      throw error
    })
    await lost
    assert.deepEqual(appended, { lsn: 2, repeated: false })
    assert.deepEqual(await insist(far, 'a', append), { lsn: 2, repeated: true })
    assert.deepEqual(await numbersOf(log, 'a'), [1, 2])
    await store.close()
  },

  async 'nothing that was acknowledged is lost or doubled when the server is killed while nodes write'(logs) {
    const { log, other, failOver } = logs
    assert.ok(failOver, 'storage of a store with a server has `failOver`')
    const ids = ['a', 'b', 'c', 'd']
    for (const id of ids) await begin(log, id)
    const acknowledged: { id: string; n: number; lsn: number; repeated: boolean }[] = []
    let [isDone, next, written] = [false, 0, 0]
    const write = async (
      id: string,
      node: ContractLog,
      toAppend: (count: number) => Partial<Append<ContractEvent>>,
    ) => {
      for (let count = 1; !isDone; count++) {
        const n = next++
        acknowledged.push({ id, n, ...(await insist(node, id, { events: numbered(n), ...toAppend(count) })) })
        written++
        // A store in memory would write for ever without a turn of the event loop.
        await delay(0)
      }
    }
    const writing = Promise.all(
      ids.flatMap((id) => [
        write(id, log, (write) => ({ write })),
        write(id, other, (count) => ({ commandId: `${count}` })),
      ]),
    )
    const grow = async () => {
      for (const end = written + 2 * ids.length * WRITES; written < end; ) await Promise.race([delay(PAUSE), writing])
    }
    await grow()
    await failOver()
    await grow()
    isDone = true
    await writing
    for (const id of ids) {
      const found = await numbersOf(log, id)
      assert.deepEqual(await numbersOf(other, id), found)
      const own = acknowledged.filter((one) => one.id === id)
      assert.deepEqual(sorted(found), sorted(own.map(({ n }) => n)))
      for (const { n, lsn, repeated } of own) if (!repeated) assert.equal(found[lsn - 1], n)
    }
  },
}
