import assert from 'node:assert/strict'
import { setTimeout as wait } from 'node:timers/promises'
import type { Kind } from '../log/driven-kind.ts'
import type { Log, Store } from '../log/log.ts'
import type { MaybePromise } from '../tools/maybe-promise.ts'
import { type ContractCase, toContract } from './contract.ts'
import { createMortalStore } from './mortal-store.ts'

/** A process that drives the kind under contract on a store. */
export interface DrivenNode extends Pick<Kind<never, never>, 'start' | 'close' | 'isHere'> {
  /**
   * A person lets the stream go on in this process. Only for a kind that no process goes on with by itself after another one.
   * Resolves at once if the stream is over.
   */
  goOn?(id: string): Promise<void>
}

/** A kind of stream under contract: each stream performs a step, waits for an answer, performs another step and ends. */
export interface DrivenSubject {
  readonly kind: string
  /**
   * Drives the kind on a store, as a process of its own does, and calls `ran` with every step that it performs. Leases
   * and idle time are short, at most 100 ms.
   */
  register(store: Store, ran: (step: string) => void): DrivenNode
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

  async function drive(node: DrivenNode, id: string): Promise<void> {
    await node.start()
    await node.goOn?.(id)
  }

  /** Plays one stream to its end with a node that dies after `life` writes, and another that takes over. */
  async function play(store: Store, life: number) {
    const ran: string[] = []
    const note = (step: string) => void ran.push(step)
    const mortal = createMortalStore(store, { life })
    const first = subject.register(mortal.store, note)
    const id = await subject.begin(store)
    const next = mortal.dead.then(async () => {
      const second = subject.register(store, note)
      await drive(second, id)
      return second
    })
    const driven = drive(first, id)
    await until(() => subject.waits(store, id), `the stream waits, with a node that dies after ${life} writes`)
    await subject.answer(store, id)
    await until(() => subject.isOver(store, id), `the stream ends, with a node that dies after ${life} writes`)
    // A dead node is closed too, which nothing waits for: it ends its timers.
    await Promise.race([Promise.all([driven, first.close()]), mortal.dead])
    // The first node can die of a write while it closes. The second one must not drive the stream of the next case.
    if (mortal.isDead) await (await next).close()
    return { ran, writes: mortal.writes }
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
      await drive(first, id)
      await until(() => subject.waits(store, id), 'the stream waits')
      await first.close()
      assert.equal((await store.log(subject.kind).get(id))?.isDriven, false)
      await subject.answer(store, id)
      const second = subject.register(store, () => {})
      await drive(second, id)
      await until(() => subject.isOver(store, id), 'the stream ends without a client')
      await second.close()
    },

    async 'D3 a driver that lost its lease writes nothing more'(inner) {
      const writes: Write[] = []
      const store = recordWrites(inner, subject.kind, writes)
      const first = subject.register(store, () => {})
      const id = await subject.begin(store)
      await drive(first, id)
      await until(() => subject.waits(store, id), 'the stream waits')
      const log = store.log(subject.kind)
      const used = new Set(writes.map(({ fence }) => fence))
      // Another driver opens the stream with a later fence.
      await log.open(id, Number.MAX_SAFE_INTEGER)
      const before = writes.length
      await subject.answer(store, id)
      await first.isHere(id)
      await first.close()
      // The node may acquire the stream again, under a new fence.
      const late = writes.slice(before).filter(({ fence }) => used.has(fence))
      assert.deepEqual(
        late.filter(({ isAccepted }) => isAccepted),
        [],
        'expected the store to refuse every write with the lost fence',
      )
      assert.ok(late.length <= 1, `expected the driver to stop at the first refusal, and it wrote ${late.length} times`)
    },
  }
  return toContract(cases, createStore)
}

/** A write of a driver, by its fence. */
interface Write {
  fence: number
  isAccepted: boolean
}

/** Returns a store that notes every append with a fence to a stream of a kind. The journals of its runs have fences of their own. */
function recordWrites(store: Store, noted: string, writes: Write[]): Store {
  const log = store.log<unknown>(noted)
  const recorded: Log<unknown> = {
    ...log,
    async append(id, append) {
      const write = append.fence === undefined ? undefined : { fence: append.fence, isAccepted: false }
      if (write !== undefined) writes.push(write)
      const appended = await log.append(id, append)
      if (write !== undefined) write.isAccepted = true
      return appended
    },
  }
  // The caller that names a kind knows the type of its events.
  return { ...store, log: <E>(kind: string) => (kind === noted ? (recorded as Log<E>) : store.log<E>(kind)) }
}
