import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Tally } from './tally.ts'

/** One time that a step really ran. */
interface Visit {
  step: string
  idempotencyKey: string
  /** In one order for all processes. */
  receipt: number
}

export interface Verified {
  run: string
  /** In the order in which the tool has them. */
  steps: readonly string[]
  /** What the tool was given for each. */
  receipts: readonly number[]
  /** Whether its steps run side by side, so that a process that dies may be at several. */
  isShared?: boolean
}

const NOT_AGAIN = 'a step whose outcome is recorded does not run again'

/** Milliseconds in which a process that runs what another has run is seen to do so. */
const AT_ONCE = 2_000

/** What steps act upon, outside of every process that is killed. It knows what ran, and how often. */
export class Ledger implements AsyncDisposable {
  readonly url: string
  readonly #server
  readonly #tally: Tally
  readonly #runs = new Map<string, Visit[]>()
  /** Of which somebody outside has seen the end, and until when another process may still be at a step of it. */
  readonly #over = new Map<string, number>()
  #last = 0

  static async open(tally: Tally): Promise<Ledger> {
    const server = createServer()
    await once(server.listen(0, '127.0.0.1'), 'listening')
    return new Ledger(server, tally)
  }

  private constructor(server: ReturnType<typeof createServer>, tally: Tally) {
    this.#server = server
    this.#tally = tally
    this.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
    server.on('request', (request, response) => {
      const [, run = '', step = ''] = request.url!.split('/')
      const receipt = ++this.#last
      const visit = { step, idempotencyKey: String(request.headers['idempotency-key']), receipt }
      if (Date.now() > (this.#over.get(run) ?? Number.POSITIVE_INFINITY))
        tally.check(NOT_AGAIN, false, () => `${step} of ${run} ran after its end was seen`)
      const visits = this.#runs.get(run)
      if (visits === undefined) this.#runs.set(run, [visit])
      else visits.push(visit)
      tally.count('steps run')
      response.end(String(receipt))
    })
  }

  /** How often a step ran. */
  times(run: string, step: string): number {
    return this.#of(run, step).length
  }

  /** Holds what ran against what a tool says that it was given; it is over then, and nothing of it may run any more. */
  verify({ run, steps, receipts, isShared = false }: Verified): void {
    let next = Number.POSITIVE_INFINITY
    for (const [index, step] of [...steps.entries()].toReversed()) {
      const visits = this.#of(run, step)
      const given = receipts[index]
      const known = visits.some(({ receipt }) => receipt === given)
      const isLast = isShared || visits.at(-1)?.receipt === given
      const isInOrder = isShared || visits.every(({ receipt }) => receipt < next)
      const keys = new Set(visits.map(({ idempotencyKey }) => idempotencyKey))
      this.#tally.check(
        NOT_AGAIN,
        known && isLast && isInOrder && keys.size === 1,
        () => `${step} of ${run} was given ${given}, the next step ran at ${next}: ${JSON.stringify(visits)}`,
      )
      this.#tally.count('steps run again because they were cut off', Math.max(0, visits.length - 1))
      next = visits[0]?.receipt ?? next
    }
    this.#over.set(run, Date.now() + (isShared ? AT_ONCE : 0))
    this.#runs.delete(run)
  }

  /** Nobody will ask about it any more. */
  forget(run: string): void {
    this.#runs.delete(run)
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#server.closeAllConnections()
    await once(this.#server.close(), 'close')
  }

  #of(run: string, step: string): Visit[] {
    return (this.#runs.get(run) ?? []).filter((visit) => visit.step === step)
  }
}
