import assert from 'node:assert/strict'
import { setTimeout as wait } from 'node:timers/promises'
import type { Store } from '../log/log.ts'
import type { Kind } from '../log/node.ts'
import type { MaybePromise } from '../tools/maybe-promise.ts'
import type { ContractCase } from './contract.ts'
import { createMortalStore } from './mortal-store.ts'

/** A kind of stream under contract: each stream performs a step, waits for an answer, performs another step and ends. */
export interface DrivenSubject {
  readonly kind: string
  /** Drives the kind on a store, as a process of its own does, and tells `ran` of every step that it performs. */
  register(store: Store, ran: (step: string) => void): Kind<never, never>
  /** Stores a new stream, as a client does. It is due. */
  begin(store: Store): Promise<string>
  /** Whether the stream waits for its answer. */
  waits(store: Store, id: string): MaybePromise<boolean>
  /** Appends the answer, as a client on any node does. */
  answer(store: Store, id: string): Promise<void>
  isOver(store: Store, id: string): MaybePromise<boolean>
}

export interface DriverContractOptions {
  /** A new store for each case; the suite closes it. */
  createStore(): MaybePromise<Store>
  subject: DrivenSubject
  /** Milliseconds after which something that has not happened never will. Default 10 seconds. */
  patience?: number
}

/**
 * What every machine keeps on the one driver: it is driven without a client, by one node at a time, to the same end
 * wherever a node dies.
 */
export function driverContract({ createStore, subject, patience = 10_000 }: DriverContractOptions): ContractCase[] {
  async function until(condition: () => MaybePromise<boolean>, what: string): Promise<void> {
    const deadline = performance.now() + patience
    while (!(await condition())) {
      assert.ok(performance.now() < deadline, `expected that ${what}`)
      await wait(5)
    }
  }

  async function play(store: Store, life: number) {
    const ran: string[] = []
    const mortal = createMortalStore(store, { life })
    const first = subject.register(mortal.store, (step) => ran.push(step))
    const id = await subject.begin(store)
    await first.start()
    const next = mortal.dead.then(async () => {
      const second = subject.register(store, (step) => ran.push(step))
      await second.start()
      return second
    })
    await until(async () => mortal.isDead || subject.waits(store, id), 'the stream waits')
    if (mortal.isDead) await next
    await until(() => subject.waits(store, id), 'the stream waits again')
    await subject.answer(store, id)
    await until(() => subject.isOver(store, id), 'the stream ends')
    const { writes, isDead } = mortal
    if (isDead) await (await next).close()
    mortal.die()
    void first.close()
    return { ran, writes }
  }

  const cases: Record<string, (store: Store) => Promise<void>> = {
    async 'D1 a stream comes to its end wherever the node that drives it dies'(store) {
      const { ran, writes } = await play(store, Number.POSITIVE_INFINITY)
      assert.equal(new Set(ran).size, ran.length, `expected each step once, not ${ran}`)
      for (let life = 0; life < writes; life++) {
        const disturbed = await play(store, life)
        assert.deepEqual(new Set(disturbed.ran), new Set(ran), `killed after ${life} writes`)
        assert.ok(disturbed.ran.length <= ran.length + 1, `expected at most the step in flight again: ${disturbed.ran}`)
      }
    },

    async 'D4 a stream that waits is released, and goes on with an answer that no driver saw'(store) {
      const first = subject.register(store, () => {})
      const id = await subject.begin(store)
      await first.start()
      await until(() => subject.waits(store, id), 'the stream waits')
      await first.close()
      assert.equal((await store.log(subject.kind).get(id))?.isDriven, false)
      await subject.answer(store, id)
      const second = subject.register(store, () => {})
      await second.start()
      await until(() => subject.isOver(store, id), 'the stream ends without a client')
      await second.close()
    },

    async 'D3 a driver that lost its lease writes nothing more'(store) {
      const first = subject.register(store, () => {})
      const id = await subject.begin(store)
      await first.start()
      await until(() => subject.waits(store, id), 'the stream waits')
      const log = store.log(subject.kind)
      const record = (await log.get(id))!
      // Another driver opens the stream with a later fence.
      await log.open(id, Number.MAX_SAFE_INTEGER)
      await subject.answer(store, id)
      await first.isHere(id)
      const { head } = (await log.get(id))!
      assert.equal(head, record.head + 1, 'expected only the answer in the log')
      await first.close()
    },
  }
  return Object.entries(cases).map(([name, check]) => ({
    name,
    async run() {
      const store = await createStore()
      try {
        await check(store)
      } finally {
        await store.close()
      }
    },
  }))
}
