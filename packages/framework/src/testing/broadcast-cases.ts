import assert from 'node:assert/strict'
import { setTimeout as delay } from 'node:timers/promises'
import type { Broadcast } from '../log/log.ts'
import { begin, type ContractLog, hear, type LogCheck, numbered, numbersOf } from './log-case.ts'
import type { ContractEvent } from './log-contract.ts'

type Heard = Broadcast<ContractEvent>

/** Who receives events that are not stored. */
export const broadcastCases: Record<string, LogCheck> = {
  async 'a listener receives what is broadcast, in its order and as it was then'({ log, patience }) {
    await begin(log, 'a', 1)
    const { heard, until } = listen(log, 'a', patience)
    const event = { type: 'event', n: 2, text: '\ud800 "é"' }
    log.broadcast('a', { after: 1, event })
    event.n = 0
    log.broadcast('a', { after: 1, event: { type: 'event', n: 3 } })
    await until(() => heard.length === 2)
    assert.deepEqual(heard, [
      { after: 1, event: { type: 'event', n: 2, text: '\ud800 "é"' } },
      { after: 1, event: { type: 'event', n: 3 } },
    ])
  },

  async 'a broadcast changes nothing of the stream, and need not have one'({ log, patience }) {
    await begin(log, 'a', 1)
    const before = await log.get('a')
    const wakes: (number | undefined)[] = []
    const stop = log.watch('a', (head) => void wakes.push(head))
    const { heard, until } = listen(log, 'a', patience)
    log.broadcast('none', { after: 0, event: numbered(2)[0]! })
    log.broadcast('a', { after: 1, event: numbered(2)[0]! })
    await until(() => heard.length > 0)
    assert.deepEqual(await numbersOf(log, 'a'), [1])
    assert.deepEqual(await log.get('a'), before)
    assert.deepEqual(wakes, [])
    stop()
  },

  async 'a listener receives nothing of other streams, and nothing after it has stopped'({ store, log, patience }) {
    const first = listen(log, 'a', patience)
    const second = listen(log, 'a', patience)
    store.log<ContractEvent>('another').broadcast('a', { after: 0, event: numbered(1)[0]! })
    log.broadcast('b', { after: 0, event: numbered(2)[0]! })
    log.broadcast('a', { after: 0, event: numbered(3)[0]! })
    await second.until(() => second.heard.length > 0)
    first.stop()
    log.broadcast('a', { after: 0, event: numbered(4)[0]! })
    await second.until(() => second.heard.length > 1)
    const numbersIn = (heard: readonly Heard[]) => heard.map(({ event }) => event.n)
    assert.deepEqual([numbersIn(first.heard), numbersIn(second.heard)], [[3], [3, 4]])
  },
}

export const farBroadcastCases: Record<string, LogCheck> = {
  async 'a listener on another node receives what is broadcast, once'({ log, other, patience }) {
    const { heard, until } = listen(other, 'far', patience)
    // Another node may need a moment before it hears the first.
    for (let n = 1; heard.length === 0 && n < patience; n++) {
      log.broadcast('far', { after: n, event: numbered(n)[0]! })
      await delay(1)
    }
    log.broadcast('far', { after: 0, event: numbered(0)[0]! })
    await until(() => heard.at(-1)?.after === 0)
    const places = heard.map(({ after }) => after)
    assert.equal(new Set(places).size, places.length, `received ${places.join(', ')}`)
    for (const { after, event } of heard) assert.deepEqual(event, numbered(after)[0])
  },
}

const listen = (log: ContractLog, id: string, patience: number) =>
  hear<Heard>((listener) => log.listen(id, listener), patience)
