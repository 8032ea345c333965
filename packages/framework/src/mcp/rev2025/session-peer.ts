import type { ElicitEffect } from '../../tools/effects/elicit.ts'
import type { LogEffect, NotifyEffect } from '../../tools/effects/emit.ts'
import { isObject } from '../../tools/json.ts'
import type { MaybePromise } from '../../tools/maybe-promise.ts'
import { type Deferred, deferred, failed, type Outcome, succeeded } from '../../tools/outcome.ts'
import type { Peer, PeerEffect } from '../../tools/peer.ts'
import type { ClientCapabilities } from '../core/client-capabilities.ts'
import { fitOlderForm } from '../core/fit-form.ts'
import { type ClientQuestion, ELICIT_META, type InputRequest, toInputRequest } from '../core/input-request.ts'
import type { ProgressLine } from '../core/progress.ts'
import type { Sampler } from '../core/sampler.ts'
import { judgeAnswer } from '../core/unattended.ts'
import type { RequestMessage } from './message.ts'
import { toQuestionId } from './questions.ts'
import type { SessionCall } from './session-call.ts'

const SENT = succeeded(undefined)

/** The part of a call that the peer needs. */
type CallLine = Pick<SessionCall, 'signal' | 'ask' | 'notify' | 'log' | 'tellProgress'>

export interface SessionPeerOptions {
  /** The run whose questions it asks. */
  runId: string
  /** Resolves to the URI of the view that shows a question in place of a form. */
  viewOf?: (question: ElicitEffect) => MaybePromise<string | undefined>
  /** Stores the run before it asks. */
  keep?: (() => Promise<void>) | undefined
  /** The ids of questions that an earlier process sent and that have a page, by key. */
  pages?: ReadonlyMap<string, string> | undefined
  /** Whether the revision has no titled choices and no lists in forms. */
  hasOlderForms?: boolean
}

/** The client of an open session. Questions are sent on the stream of the call, and the peer waits for the answers. */
export class SessionPeer implements Peer {
  readonly #call: CallLine
  readonly #client: ClientCapabilities
  readonly #sampler: Sampler
  readonly #progress: ProgressLine
  readonly #options: SessionPeerOptions
  /** The ids of the questions that sent the person to a page, by key. */
  readonly #pages: Map<string, string>
  #asking = 0

  constructor(call: CallLine, client: ClientCapabilities, sampler: Sampler, options: SessionPeerOptions) {
    this.#call = call
    this.#options = options
    this.#pages = new Map(options.pages)
    this.#progress = call.tellProgress()
    this.#client = client
    this.#sampler = sampler
  }

  answer(effect: PeerEffect, signal: AbortSignal): MaybePromise<Outcome | Deferred> {
    switch (effect.type) {
      case 'detach':
        return succeeded(false)
      case 'log':
        return this.#log(effect)
      case 'notify':
        return this.#notify(effect)
      default:
        return this.#sampler.answerOrAsk(effect, this.#client, signal, () => this.#ask(effect, signal))
    }
  }

  /** Whether the client is being asked. */
  get isAsking(): boolean {
    return this.#asking > 0
  }

  /** Tells the client that the page which reports by this signal is done. */
  async completed(signal: string): Promise<void> {
    const elicitationId = this.#pages.get(signal)
    if (!this.#pages.delete(signal) || this.#call.signal.aborted) return
    await this.#call.notify({ method: 'notifications/elicitation/complete', params: { elicitationId } })
  }

  /** Tells the client for whom the call waits: as progress, and as a log message. */
  async say(message: string): Promise<void> {
    this.#notify({ type: 'notify', message })
    await this.#log({ type: 'log', level: 'info', message })
  }

  async #ask(question: ClientQuestion, signal: AbortSignal): Promise<Outcome | Deferred> {
    const { runId, keep } = this.#options
    this.#asking++
    let isKept = false
    try {
      await keep?.()
      isKept = true
      const askedAt = performance.now()
      const view = question.type === 'elicit' ? await this.#options.viewOf?.(question) : undefined
      const answer = await this.#call.ask(this.#toRequest(question, view), {
        id: toQuestionId(runId, question),
        signal,
      })
      return succeeded(question.type === 'elicit' ? judgeAnswer(answer, performance.now() - askedAt) : answer)
    } catch (error) {
      // The call is being halted. A rejection would stop the run before its `finally` blocks.
      if (signal.aborted || this.#call.signal.aborted) return deferred
      // A write that failed is no outcome of the question: the run stops.
      if (!isKept) throw error
      return failed(error)
    } finally {
      this.#asking--
    }
  }

  #toRequest(question: ClientQuestion, view: string | undefined): InputRequest {
    const { method, params } = toInputRequest(question, view)
    const { requestedSchema } = params
    if (question.type === 'elicit' && question.url !== undefined) {
      // These revisions name a page, so that they can say when it is done.
      const elicitationId = toQuestionId(this.#options.runId, question)
      this.#pages.set(question.key, elicitationId)
      return { method, params: { ...params, elicitationId } }
    }
    if (!this.#options.hasOlderForms || !isObject(requestedSchema)) return { method, params }
    return { method, params: { ...params, requestedSchema: fitOlderForm(requestedSchema) } }
  }

  /** Sends a log message if the session's level allows it. */
  async #log({ level, message }: LogEffect): Promise<Outcome> {
    if (!this.#call.signal.aborted) await this.#call.log(level, message)
    return SENT
  }

  #notify(effect: NotifyEffect): Outcome {
    this.#progress.say(effect)
    return SENT
  }
}

/** Returns the ids of the questions that have a page, by key. */
export function readPages(questions: Iterable<RequestMessage>): Map<string, string> {
  const pages = new Map<string, string>()
  for (const { params } of questions) {
    const { elicitationId, _meta } = (params ?? {}) as { elicitationId?: string; _meta?: Record<string, unknown> }
    const { key } = (_meta?.[ELICIT_META] ?? {}) as { key?: string }
    if (elicitationId !== undefined && key !== undefined) pages.set(key, elicitationId)
  }
  return pages
}
