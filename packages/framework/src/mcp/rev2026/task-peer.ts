import type { MaybePromise } from '../../tools/maybe-promise.ts'
import { type Deferred, deferred, failed, type Outcome, succeeded } from '../../tools/outcome.ts'
import type { Peer, PeerEffect, Question } from '../../tools/peer.ts'
import { type ClientCapabilities, canElicit } from '../core/client-capabilities.ts'
import { missingCapability } from '../core/errors.ts'
import { type InputRequest, toInputRequest } from '../core/input-request.ts'
import type { Sampler } from '../core/sampler.ts'

type Asked = Exclude<Question, { type: 'detach' }>

/** A question as a task publishes it. */
export interface OpenQuestion {
  /** The question's id and address in the run. */
  id: string
  at: string
  attempt: number
  expiresAt?: number
  request: InputRequest
}

/** A question was asked, or is open no more; or the tool has sent a notification. */
export type TaskChange = 'asked' | 'closed' | 'status'

/** What a question is published under. One that is asked again gets another key, so a key never stands for two requests. */
export const toKey = ({ id, attempt }: Pick<OpenQuestion, 'id' | 'attempt'>): string =>
  attempt === 1 ? id : `${id}~${attempt}`

/** The client of a task, which polls: a question is published at once and stays open until it is answered, expires or is withdrawn. */
export class TaskPeer implements Peer {
  /** Open questions by key. */
  readonly open = new Map<string, OpenQuestion>()
  /** The tool's last notification. */
  statusMessage: string | undefined
  readonly #sampler: Sampler
  readonly #capabilities: ClientCapabilities
  readonly #onChange: (what: TaskChange) => void

  constructor(sampler: Sampler, capabilities: ClientCapabilities, onChange: (what: TaskChange) => void) {
    this.#sampler = sampler
    this.#capabilities = capabilities
    this.#onChange = onChange
  }

  get inputRequests(): Record<string, InputRequest> {
    return Object.fromEntries([...this.open].map(([key, { request }]) => [key, request]))
  }

  answer(effect: PeerEffect, signal: AbortSignal): MaybePromise<Outcome | Deferred> {
    switch (effect.type) {
      case 'elicit':
        if (!canElicit(this.#capabilities))
          return failed(missingCapability('elicitation', { elicitation: { form: {} } }))
        return this.#publish(effect, signal)
      case 'sample':
        if (this.#sampler.asksClient(effect, this.#capabilities)) return this.#publish(effect, signal)
        return this.#sampler.answer(effect, signal)
      case 'roots':
        if (this.#capabilities.roots === undefined) return failed(missingCapability('roots', { roots: {} }))
        return this.#publish(effect, signal)
      case 'detach':
        return succeeded(true)
      case 'notify':
        this.statusMessage = effect.message
        this.#onChange('status')
        return succeeded(undefined)
      case 'log':
        return succeeded(undefined)
    }
  }

  /** Removes a question that was answered. */
  close(key: string): void {
    if (this.open.delete(key)) this.#onChange('closed')
  }

  /** Removes the questions whose time is up. */
  closeExpired(now: number): void {
    for (const [key, { expiresAt }] of this.open) if (expiresAt !== undefined && expiresAt <= now) this.close(key)
  }

  #publish(question: Asked, withdrawn: AbortSignal): Deferred {
    const { id, at, attempt } = question
    const expiresAt = question.type === 'elicit' ? question.expiresAt : undefined
    const key = toKey(question)
    this.open.set(key, {
      id,
      at,
      attempt,
      ...(expiresAt !== undefined && { expiresAt }),
      request: toInputRequest(question),
    })
    withdrawn.addEventListener('abort', () => this.close(key), { once: true })
    this.#onChange('asked')
    return deferred
  }
}
