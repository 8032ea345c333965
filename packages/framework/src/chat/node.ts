import { type DriverOptions, SessionDriver } from './driver.ts'
import { loadState } from './load-state.ts'

type Given =
  | 'log'
  | 'runs'
  | 'tools'
  | 'model'
  | 'budget'
  | 'systemPrompt'
  | 'stepLimit'
  | 'defaultModel'
  | 'idle'
  | 'onError'
  | 'now'

export interface NodeOptions extends Pick<DriverOptions, Given> {
  /** Milliseconds after which a node that was not heard of counts as dead. */
  leaseTtl: number
  /** Milliseconds between two looks for sessions that nobody drives. */
  scanEvery: number
}

/** How many sessions are taken up at one look. */
const SCAN_LIMIT = 100

/** How long a node that goes down waits for what is being done. */
const GRACE = 5_000

/** A process that drives sessions: those that it is told of, and those that it finds to be nobody's. */
export class ChatNode {
  readonly #id = crypto.randomUUID()
  readonly #options: NodeOptions
  /** By session; undefined while one is being taken up. */
  readonly #drivers = new Map<string, SessionDriver | undefined>()
  /** Sessions whose lease may be held here without being driven, because the store did not answer: nobody else takes them up. */
  readonly #doubtful = new Set<string>()
  #isClosing = false
  readonly #tended = new Set<Promise<void>>()
  #timers: ReturnType<typeof setInterval>[] = []

  constructor(options: NodeOptions) {
    this.#options = options
  }

  /** Takes up what others left, and goes on looking for it. */
  async start(): Promise<void> {
    const { log, leaseTtl, scanEvery } = this.#options
    await log.beat(this.#id, leaseTtl)
    this.#attempt(() => this.#scan())
    this.#timers = [
      setInterval(() => this.#attempt(() => log.beat(this.#id, leaseTtl)), leaseTtl / 3),
      setInterval(() => this.#attempt(() => this.#scan()), scanEvery),
    ]
    for (const timer of this.#timers) timer.unref()
  }

  /** Drives the session, unless another node does; that one follows the log. */
  wake(sessionId: string): void {
    if (!this.#drivers.has(sessionId)) this.#attempt(() => this.#adopt(sessionId))
  }

  /** Leaves everything where it is, so that others go on with it at once. */
  async close(): Promise<void> {
    this.#isClosing = true
    for (const timer of this.#timers) clearInterval(timer)
    const drivers = [...this.#drivers.values()].filter((driver) => driver !== undefined)
    for (const driver of drivers) driver.stop()
    const { promise, resolve } = Promise.withResolvers<void>()
    const timer = setTimeout(resolve, GRACE)
    await Promise.race([Promise.allSettled(this.#tended), promise])
    clearTimeout(timer)
  }

  async #scan(): Promise<void> {
    const due = await this.#options.log.due(SCAN_LIMIT)
    const doubtful = [...this.#doubtful]
    this.#doubtful.clear()
    for (const sessionId of [...doubtful, ...due]) this.wake(sessionId)
  }

  async #adopt(sessionId: string): Promise<void> {
    if (this.#isClosing || this.#drivers.has(sessionId)) return
    this.#drivers.set(sessionId, undefined)
    const tended = this.#drive(sessionId)
    this.#tended.add(tended)
    await tended.finally(() => this.#tended.delete(tended))
  }

  async #drive(sessionId: string): Promise<void> {
    const driver = await this.#take(sessionId).catch((error) => {
      this.#drivers.delete(sessionId)
      this.#doubtful.add(sessionId)
      throw error
    })
    if (driver === undefined) {
      this.#drivers.delete(sessionId)
      return
    }
    this.#drivers.set(sessionId, driver)
    if (this.#isClosing) driver.stop()
    await this.#tend(sessionId, driver)
  }

  async #take(sessionId: string): Promise<SessionDriver | undefined> {
    const { log } = this.#options
    const fence = await log.acquire(sessionId, this.#id)
    if (fence === undefined) return undefined
    const record = await log.get(sessionId)
    if (record === undefined) return undefined
    const { principal } = record
    return new SessionDriver({ ...this.#options, sessionId, principal, fence, state: await loadState(log, sessionId) })
  }

  /** Gives the session back when its driver is done, and looks once more: a command may have come just then. */
  async #tend(sessionId: string, driver: SessionDriver): Promise<void> {
    const { log, onError } = this.#options
    try {
      const how = await driver.done
      this.#drivers.delete(sessionId)
      await log.release(sessionId, driver.fence)
      const record = how === 'settled' ? await log.get(sessionId) : undefined
      if (record !== undefined && record.head > driver.lsn) this.wake(sessionId)
    } catch (error) {
      this.#doubtful.add(sessionId)
      onError(error)
    }
  }

  #attempt(act: () => unknown): void {
    Promise.resolve()
      .then(act)
      .catch((error) => {
        if (!this.#isClosing) this.#options.onError(error)
      })
  }
}
