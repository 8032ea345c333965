import { describeWaits, refuseOthers } from '../../inbox/others.ts'
import type { Store } from '../../log/log.ts'
import type { NewQuestion } from '../../log/questions.ts'
import type { ElicitEffect } from '../../tools/effects/elicit.ts'
import { andThen, type MaybePromise } from '../../tools/maybe-promise.ts'
import { type Deferred, deferred, type Failed, type Outcome, succeeded } from '../../tools/outcome.ts'
import type { OutsideWait } from '../../tools/outside.ts'
import type { Peer, PeerEffect } from '../../tools/peer.ts'
import type { ClientCapabilities } from '../core/client-capabilities.ts'
import { type ClientQuestion, type InputRequest, toInputRequest } from '../core/input-request.ts'
import { toIndexed } from '../core/outside-event.ts'
import type { Sampler } from '../core/sampler.ts'

/** A question as a task publishes it. */
export interface OpenQuestion {
  /** The question's id and address in the run. */
  id: string
  at: string
  attempt: number
  expiresAt?: number
  request: InputRequest
}

/** What clients see of a task that runs. */
export interface TaskActivity {
  inputRequests: Record<string, InputRequest>
  statusMessage: string | undefined
}

/** A time that JSON can hold and that never comes: a signal has no last moment. */
export const FOREVER = Number.MAX_SAFE_INTEGER

export interface TaskPeerOptions {
  store: Pick<Store, 'isDurable'>
  sampler: Sampler
  capabilities: ClientCapabilities
  /** The principal of the task, who answers what the client is asked. */
  owner: string | undefined
  /** Resolves to the URI of the view that shows a question in place of a form. */
  viewOf?: (question: ElicitEffect) => MaybePromise<string | undefined>
}

/** A question was asked, or is open no more; or the tool has sent a notification. */
export type TaskChange = 'asked' | 'closed' | 'status'

/** What a question is published under. One that is asked again gets another key, so a key never stands for two requests. */
export const toKey = ({ id, attempt }: Pick<OpenQuestion, 'id' | 'attempt'>): string =>
  attempt === 1 ? id : `${id}~${attempt}`

/** The client of a task, which polls: a question is published at once and stays open until it is answered, expires or is withdrawn. */
export class TaskPeer implements Peer {
  /** Open questions to the client by key. */
  readonly open = new Map<string, OpenQuestion>()
  /** Open questions to people by key, as the store indexes them. */
  readonly indexed = new Map<string, NewQuestion>()
  /** The tool's last notification. */
  notification: string | undefined
  readonly #waits = new Map<string, OutsideWait>()
  readonly #options: TaskPeerOptions
  readonly #onChange: (what: TaskChange) => void

  constructor(options: TaskPeerOptions, onChange: (what: TaskChange) => void) {
    this.#options = options
    this.#onChange = onChange
  }

  /** What a client is told while it need not answer anything: for whom the task waits, or else the tool's last notification. */
  get statusMessage(): string | undefined {
    return describeWaits(this.#waits.values()) ?? this.notification
  }

  /** Until when something that the task waits for may arrive; 0 if it waits for nothing that has such a time. */
  get until(): number {
    const isSignalled = [...this.#waits.values()].some(({ type }) => type === 'signal')
    const ends = [...this.indexed.values()].map(({ expiresAt = 0 }) => expiresAt)
    return isSignalled ? FOREVER : Math.max(0, ...ends)
  }

  get inputRequests(): Record<string, InputRequest> {
    return Object.fromEntries([...this.open].map(([key, { request }]) => [key, request]))
  }

  /** Indexes a question to other people, which the client does not see. */
  readonly onWait = (wait: OutsideWait, ended: AbortSignal): Failed | undefined => {
    const refusal = refuseOthers(this.#options.store, wait)
    if (refusal !== undefined) return refusal
    const key = wait.type === 'elicit' ? toKey(wait) : wait.id
    if (this.#waits.has(key)) return undefined
    // An earlier attempt at the same question.
    for (const [other, { id }] of this.#waits) if (id === wait.id) this.#endWait(other)
    this.#waits.set(key, wait)
    if (wait.type === 'elicit') this.indexed.set(key, toIndexed(key, wait, this.#options.owner))
    ended.addEventListener('abort', () => this.#endWait(key), { once: true })
    this.#onChange('asked')
    return undefined
  }

  #endWait(key: string): void {
    this.indexed.delete(key)
    if (this.#waits.delete(key)) this.#onChange('closed')
  }

  answer(effect: PeerEffect, signal: AbortSignal): MaybePromise<Outcome | Deferred> {
    const { capabilities, sampler } = this.#options
    switch (effect.type) {
      case 'detach':
        return succeeded(true)
      case 'notify':
        this.notification = effect.message
        this.#onChange('status')
        return succeeded(undefined)
      case 'log':
        return succeeded(undefined)
      default:
        return sampler.answerOrAsk(effect, capabilities, signal, () => this.#ask(effect, signal))
    }
  }

  /** Removes a question that was answered. One to other people may need more answers: it stays until the run ends its wait. */
  close(key: string): void {
    if (!this.#waits.has(key)) this.indexed.delete(key)
    if (this.open.delete(key)) this.#onChange('closed')
  }

  /** Removes the questions whose time is up. */
  closeExpired(now: number): void {
    for (const [key, { expiresAt }] of this.open) if (expiresAt !== undefined && expiresAt <= now) this.close(key)
  }

  #ask(question: ClientQuestion, withdrawn: AbortSignal): MaybePromise<Deferred> {
    const view = question.type === 'elicit' ? this.#options.viewOf?.(question) : undefined
    return andThen(view, (uri) => (withdrawn.aborted ? deferred : this.#publish(question, withdrawn, uri)))
  }

  #publish(question: ClientQuestion, withdrawn: AbortSignal, view: string | undefined): Deferred {
    const { id, at, attempt } = question
    const expiresAt = question.type === 'elicit' ? question.expiresAt : undefined
    const key = toKey(question)
    this.open.set(key, {
      id,
      at,
      attempt,
      ...(expiresAt !== undefined && { expiresAt }),
      request: toInputRequest(question, view),
    })
    if (question.type === 'elicit') this.indexed.set(key, toIndexed(key, question, this.#options.owner))
    withdrawn.addEventListener('abort', () => this.close(key), { once: true })
    this.#onChange('asked')
    return deferred
  }
}
