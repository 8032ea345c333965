import { defined } from '../tools/defined.ts'
import { StoreError } from '../tools/errors.ts'
import { waitAtMost } from '../tools/maybe-promise.ts'
import { Driver } from './driver.ts'
import type { Lease } from './lease.ts'
import {
  type Created,
  type Log,
  LogConflictError,
  type NewStream,
  type Store,
  StreamGoneError,
  type StreamRecord,
  type StreamRef,
  UnreadableError,
} from './log.ts'
import { type DriverRegister, isDivergence, isLoss, type Machine } from './machine.ts'
import type { Node } from './node.ts'
import { createReportOnce } from './report-once.ts'
import { isRefused } from './retry.ts'

/** The streams of one kind, as driven by this process. */
export interface Kind<S, E> {
  /** Starts the heartbeat, and drives the streams of processes that have ended. */
  start(): Promise<void>
  /** Drives the stream unless another node does; that one follows the log. */
  wake(id: string): void
  /** Resolves once a stream that was woken is driven here, or is known not to be; rejects with the error of the store. */
  taken(id: string): Promise<unknown> | undefined
  /** Stores a new stream as this node's, and drives it. */
  create(id: string, stream: Omit<NewStream<E>, 'node'>, state: S): Promise<void>
  /** Resolves when this process has stopped driving the stream; `undefined` when it does not drive it. */
  isHere(id: string): Promise<void> | undefined
  /** Releases everything, so that other nodes go on at once. */
  close(): Promise<void>
}

/** Milliseconds that a closing node waits for what is running. */
const GRACE = 5_000

/** Milliseconds before a stream whose driver failed is tried again: doubled with each failure, up to the longest. */
const FIRST_PAUSE = 1_000
const LONGEST_PAUSE = 5 * 60_000

interface Adopted<S, E> {
  /** Undefined while the lease is being acquired. */
  driver: Driver<S, E> | undefined
  taken: Promise<unknown>
  done: Promise<void>
  /** Woken when it may have been too late for its driver to see. */
  isWokenAgain: boolean
  /** Whether its lease may be held here after an error. */
  mayBeHeld: boolean
}

export class DrivenKind<S, E> implements Kind<S, E> {
  readonly #node: Node
  readonly #store: Store
  readonly #machine: Machine<S, E>
  readonly #lease: Lease
  readonly #adopted = new Map<string, Adopted<S, E>>()
  /** Streams whose lease may be held here without being driven: the store did not answer, or it did what it was told too late. */
  readonly #doubtful = new Set<string>()
  /** Streams that are being stored as this node's, and are adopted next; several requests may try to store one. */
  readonly #creating = new Map<string, { attempts: number; isWoken: boolean }>()
  readonly #creations = new Set<Promise<void>>()
  readonly #reportOnce = createReportOnce((error) => this.report(error))
  /** How often in a row the driver of a stream has failed. */
  readonly #failures = new Map<string, number>()
  #isClosing = false

  constructor(node: Node, store: Store, machine: Machine<S, E>, lease: Lease) {
    this.#node = node
    this.#store = store
    this.#machine = machine
    this.#lease = lease
  }

  start(): Promise<void> {
    return this.#node.start()
  }

  wake(id: string): void {
    if (this.#isClosing) return
    const adopted = this.#adopted.get(id)
    const creating = this.#creating.get(id)
    if (adopted === undefined && creating !== undefined) creating.isWoken = true
    else if (adopted === undefined) this.#adopt(id, (adopted) => this.#take(id, adopted))
    else if (adopted.driver?.isReleasing === false) adopted.driver.wake()
    else adopted.isWokenAgain = true
  }

  /** How many streams it drives. */
  get size(): number {
    return this.#adopted.size
  }

  /** Drives a stream that a scan found; with `isEarly` only one that is blocked. */
  find(id: string, isEarly: boolean): void {
    if (!this.#isClosing && !this.#adopted.has(id) && !this.#creating.has(id))
      this.#adopt(id, (adopted) => this.#take(id, adopted, isEarly))
  }

  /** Releases what it drives; this node or another one goes on from the log. */
  giveUp(error: Error): void {
    const drivers = [...this.#adopted.values()].flatMap(({ driver }) => driver ?? [])
    if (drivers.length > 0) this.report(error)
    for (const driver of drivers) driver.stop()
  }

  wakeDoubtful(): void {
    const doubtful = [...this.#doubtful]
    this.#doubtful.clear()
    for (const id of doubtful) this.wake(id)
  }

  async create(id: string, stream: Omit<NewStream<E>, 'node'>, state: S): Promise<void> {
    await this.#node.start()
    const creating = this.#creating.get(id) ?? { attempts: 0, isWoken: false }
    this.#creating.set(id, creating)
    creating.attempts++
    const creation = this.#createHere(id, stream, state)
    this.#creations.add(creation)
    try {
      await creation
    } finally {
      this.#creations.delete(creation)
      creating.attempts--
      if (creating.attempts === 0) {
        this.#creating.delete(id)
        if (creating.isWoken) this.wake(id)
      }
    }
  }

  async #createHere(id: string, stream: Omit<NewStream<E>, 'node'>, state: S): Promise<void> {
    const log = this.#store.log<E>(this.#machine.kind)
    const { term } = this.#lease
    const { lsn, fence } = await this.#create(log, id, { ...stream, node: this.#node.id })
    const now = this.#machine.now()
    const { principal, about, register } = stream
    const record: StreamRecord = {
      id,
      createdAt: now,
      updatedAt: now,
      head: lsn,
      about,
      isDriven: true,
      lastWrite: 0,
      ...defined({ principal, register }),
    }
    // Also while this process closes: a `once` step whose start was stored with the stream must run here.
    this.#adopt(id, async () => this.#drive(record, fence!, term, { state, lsn }))
  }

  async #create(log: Log<E>, id: string, stream: NewStream<E>): Promise<Created> {
    try {
      return await log.create(id, stream)
    } catch (error) {
      // It may have been stored all the same, as this node's.
      if (!isRefused(error)) this.#doubtful.add(id)
      throw error
    }
  }

  taken(id: string): Promise<unknown> | undefined {
    return this.#adopted.get(id)?.taken
  }

  isHere(id: string): Promise<void> | undefined {
    return this.#adopted.get(id)?.done
  }

  async close(): Promise<void> {
    this.#isClosing = true
    const over = performance.now() + GRACE
    for (const { driver } of this.#adopted.values()) driver?.stop()
    await waitAtMost(GRACE, this.#stopped())
    // Only now: until its streams are released, the node's heartbeat keeps others away from them. Afterwards it must not.
    await waitAtMost(over - performance.now(), this.#node.leave(this.#machine.kind))
  }

  async #stopped(): Promise<void> {
    await Promise.allSettled(this.#creations)
    await Promise.all([...this.#adopted.values()].map(({ done }) => done))
  }

  report(error: unknown): void {
    if (!this.#isClosing) this.#machine.onError(error)
  }

  #adopt(id: string, take: (adopted: Adopted<S, E>) => Promise<Driver<S, E> | undefined>): void {
    const done = Promise.resolve()
    const adopted: Adopted<S, E> = { driver: undefined, taken: done, done, isWokenAgain: false, mayBeHeld: true }
    this.#adopted.set(id, adopted)
    const taking = take(adopted)
    adopted.taken = taking
    adopted.done = this.#tend(id, taking, adopted).finally(() => {
      // The stream may have been deleted and created again here since.
      if (this.#adopted.get(id) === adopted) this.#adopted.delete(id)
      if (adopted.isWokenAgain) this.wake(id)
    })
  }

  /** Never rejects. */
  async #tend(id: string, taking: Promise<Driver<S, E> | undefined>, adopted: Adopted<S, E>): Promise<void> {
    try {
      const driver = await taking
      if (driver === undefined) return
      adopted.driver = driver
      if (this.#isClosing) driver.stop()
      const how = await driver.done
      if (driver.hasFailed) this.#pause(id)
      else this.#failures.delete(id)
      if (how === 'left') await this.#store.leases.release({ kind: this.#machine.kind, id }, driver.fence)
      // The later fence is another node's, or this one's: an attempt to acquire it that failed may have been stored late.
      if (how === 'lost') this.#doubtful.add(id)
    } catch (error) {
      if (adopted.mayBeHeld) this.#doubtful.add(id)
      if (!isLoss(error)) this.report(error)
    }
  }

  /** A stream whose driver fails again and again is not tried with every scan. A command still wakes it at once. */
  #pause(id: string): void {
    const failures = (this.#failures.get(id) ?? 0) + 1
    this.#failures.set(id, failures)
    this.#node.refuse({ kind: this.#machine.kind, id }, Math.min(LONGEST_PAUSE, FIRST_PAUSE * 2 ** (failures - 1)))
  }

  async #take(id: string, adopted: Adopted<S, E>, isEarly = false): Promise<Driver<S, E> | undefined> {
    const ref = { kind: this.#machine.kind, id }
    if (!(await this.#isWanted(ref, isEarly).catch((error) => this.#skip(ref, adopted, error)))) return undefined
    await this.#node.start()
    const { term } = this.#lease
    const fence = await this.#lease.acquire(ref)
    if (fence === undefined) return undefined
    return this.#begin(ref, fence, term).catch((error) => this.#skip(ref, adopted, error, fence))
  }

  async #begin(ref: StreamRef, fence: number, term: number): Promise<Driver<S, E> | undefined> {
    // Read after the lease was acquired: an earlier driver cannot change the register any more.
    const record = await this.#store.log<E>(ref.kind).get(ref.id)
    const loaded = record && (await this.#machine.load(record, fence))
    if (loaded !== undefined) return this.#drive(record!, fence, term, loaded)
    if (record === undefined) await this.#store.leases.release(ref, fence)
    else await this.#letRest(record, fence)
    return undefined
  }

  /** Leaves a stream that this process cannot read to others, such as one that has its key, and tries it again after a pause. */
  async #skip(ref: StreamRef, adopted: Adopted<S, E>, error: unknown, fence?: number): Promise<never> {
    if ((error instanceof StoreError && !(error instanceof UnreadableError)) || isLoss(error)) throw error
    this.#pause(ref.id)
    if (fence !== undefined) await this.#store.leases.release(ref, fence)
    adopted.mayBeHeld = false
    throw error
  }

  /** Releases a stream that has nothing to drive, such as one that got a signal after its end. A command that came meanwhile keeps it due. */
  async #letRest({ id, head }: StreamRecord, fence: number): Promise<void> {
    const { kind } = this.#machine
    try {
      await this.#store.log<E>(kind).append(id, { events: [], head, fence, dueAt: null, release: true, isQuiet: true })
    } catch (error) {
      if (!(error instanceof LogConflictError || error instanceof StreamGoneError)) throw error
      await this.#store.leases.release({ kind, id }, fence)
    }
  }

  /** Whether this process can drive the stream; with `isEarly`, also whether it is blocked. */
  async #isWanted(ref: StreamRef, isEarly: boolean): Promise<boolean> {
    if (!isEarly && this.#machine.accepts === undefined) return true
    const record = await this.#store.log<E>(ref.kind).get(ref.id)
    if (record === undefined) return false
    if (isEarly && (record.register as DriverRegister | undefined)?.blocked === undefined) return false
    const isAccepted = this.#machine.accepts?.(record) ?? true
    if (!isAccepted) this.#node.refuse(ref)
    return isAccepted
  }

  #drive(record: StreamRecord, fence: number, term: number, loaded: { state: S; lsn: number }): Driver<S, E> {
    return new Driver({
      machine: this.#machine,
      store: this.#store,
      lease: this.#lease,
      record,
      fence,
      term,
      loaded,
      // A blocked stream is tried again and again.
      onError: (error) =>
        isDivergence(error) ? this.#reportOnce(error, `${record.id} ${error.message}`) : this.report(error),
    })
  }
}
