import type { MaybePromise } from '../../tools/maybe-promise.ts'
import { type Deferred, deferred, type Outcome, succeeded } from '../../tools/outcome.ts'
import type { Peer, PeerEffect, Question } from '../../tools/peer.ts'
import { type ClientCapabilities, canElicit } from '../client-capabilities.ts'
import { type InputRequest, toInputRequest } from '../input-request.ts'
import { missingCapability } from '../protocol-error.ts'
import type { Sampler } from '../sampler.ts'

type Asked = Exclude<Question, { type: 'detach' }>

/** An answer to a question that was open; `withdrawn` when nobody waits for it any more. */
export interface Taken {
  question: Asked
  withdrawn: AbortSignal
  answer: unknown
}

/** A client that comes by now and then: questions are published at once, and open until it answers them. */
export class TaskPeer implements Peer {
  readonly #sampler: Sampler
  readonly #capabilities: ClientCapabilities
  readonly #changed: () => void
  /** By the key they are published under. A key is never used for another request. */
  readonly #open = new Map<string, Omit<Taken, 'answer'>>()
  /** What the tool said last. */
  statusMessage: string | undefined

  constructor(sampler: Sampler, capabilities: ClientCapabilities, changed: () => void) {
    this.#sampler = sampler
    this.#capabilities = capabilities
    this.#changed = changed
  }

  /** Whether questions are open. */
  get asks(): boolean {
    return this.#open.size > 0
  }

  isOpen(key: string): boolean {
    return this.#open.has(key)
  }

  /** The open questions as they are kept. */
  get open() {
    return Object.fromEntries(
      [...this.#open].map(([key, { question }]) => {
        const { id, at, attempt } = question
        return [key, { id, at, attempt, request: toInputRequest(question) }]
      }),
    )
  }

  get inputRequests(): Record<string, InputRequest> {
    return Object.fromEntries([...this.#open].map(([key, { question }]) => [key, toInputRequest(question)]))
  }

  /** The answers that are to open questions; from now on these are answered. */
  take(answers: Record<string, unknown>): Taken[] {
    return Object.entries(answers).flatMap(([key, answer]) => {
      const open = this.#open.get(key)
      this.#open.delete(key)
      return open === undefined ? [] : { ...open, answer }
    })
  }

  /** Whether the client is asked or told. Otherwise the server's own model is asked, or nobody. */
  publishes(effect: PeerEffect): boolean {
    return effect.type !== 'sample' || this.#sampler.asksClient(effect, this.#capabilities)
  }

  answer(effect: PeerEffect, signal: AbortSignal): MaybePromise<Outcome | Deferred> {
    switch (effect.type) {
      case 'elicit':
        if (!canElicit(this.#capabilities)) throw missingCapability('elicitation', { elicitation: { form: {} } })
        return this.#publish(effect, signal)
      case 'sample':
        if (this.publishes(effect)) return this.#publish(effect, signal)
        return this.#sampler.answer(effect, signal)
      case 'roots':
        if (this.#capabilities.roots === undefined) throw missingCapability('roots', { roots: {} })
        return this.#publish(effect, signal)
      case 'detach':
        return succeeded(true)
      case 'notify':
        this.statusMessage = effect.message
        this.#changed()
        return succeeded(undefined)
      case 'log':
        return succeeded(undefined)
    }
  }

  #publish(question: Asked, withdrawn: AbortSignal): Deferred {
    const key = toKey(question)
    this.#open.set(key, { question, withdrawn })
    withdrawn.addEventListener('abort', () => this.#open.delete(key) && this.#changed(), { once: true })
    this.#changed()
    return deferred
  }
}

/** What a question is published under: one that is asked again is another. */
export const toKey = ({ id, attempt }: Asked): string => (attempt === 1 ? id : `${id}~${attempt}`)
