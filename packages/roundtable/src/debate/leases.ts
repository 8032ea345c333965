import type { Leases as StoreLeases } from '@sweatpants/framework/log'

export interface Lease {
  readonly fence: number
  release(): Promise<void>
}

/** Keeps two processes from playing rounds of one session at once. */
export class Leases {
  readonly #leases: StoreLeases
  readonly #ttl: number
  readonly #node = crypto.randomUUID()
  readonly #onError: (error: unknown) => void
  /** What the store was away for when it was to be given back: while this process lives nobody else could have it. */
  readonly #unreleased = new Map<string, number>()
  #held = 0
  #timer: ReturnType<typeof setInterval> | undefined

  constructor(leases: StoreLeases, ttl: number, onError: (error: unknown) => void) {
    this.#leases = leases
    this.#ttl = ttl
    this.#onError = onError
  }

  /** Nothing while another process that is alive has it. */
  async acquire(sessionId: string): Promise<Lease | undefined> {
    await this.#leases.beat(this.#node, this.#ttl)
    const fence = await this.#leases.acquire({ kind: 'roundtable', id: sessionId }, this.#node)
    if (fence === undefined) return undefined
    this.#hold()
    let isHeld = true
    return {
      fence,
      release: async () => {
        if (!isHeld) return
        isHeld = false
        try {
          await this.#leases.release({ kind: 'roundtable', id: sessionId }, fence)
        } catch (error) {
          this.#unreleased.set(sessionId, fence)
          throw error
        } finally {
          this.#letGo()
        }
      },
    }
  }

  /** Waits as long as a process that was killed still counts as alive. */
  async acquireInTime(sessionId: string, signal?: AbortSignal): Promise<Lease | undefined> {
    const deadline = Date.now() + this.#ttl * 1.2
    for (;;) {
      const lease = await this.acquire(sessionId)
      if (lease !== undefined || Date.now() > deadline) return lease
      signal?.throwIfAborted()
      await new Promise((resolve) => setTimeout(resolve, this.#ttl / 20))
    }
  }

  #hold(): void {
    this.#held++
    this.#timer ??= setInterval(() => void this.#beat(), this.#ttl / 3)
  }

  #letGo(): void {
    this.#held--
    if (this.#held > 0) return
    clearInterval(this.#timer)
    this.#timer = undefined
  }

  async #beat(): Promise<void> {
    try {
      await this.#leases.beat(this.#node, this.#ttl)
      for (const [sessionId, fence] of this.#unreleased) {
        await this.#leases.release({ kind: 'roundtable', id: sessionId }, fence)
        this.#unreleased.delete(sessionId)
      }
    } catch (error) {
      this.#onError(error)
    }
  }
}
