import type { Model } from '../../models/model.ts'
import type { SampleEffect } from '../../tools/effects/sample.ts'
import { SweatpantsError } from '../../tools/errors.ts'
import type { MaybePromise } from '../../tools/maybe-promise.ts'
import { type Deferred, failed, type Outcome, succeeded } from '../../tools/outcome.ts'
import { type ClientCapabilities, canAnswer, canSample } from './client-capabilities.ts'
import { missingCapability, missingElicitation } from './errors.ts'
import type { ClientQuestion } from './input-request.ts'

/** Decides who answers the questions of a run: the client, as far as it has declared that it can, or the server's model. */
export class Sampler {
  readonly #model: Model | undefined
  readonly #preference: 'client-first' | 'server-first'

  constructor(model: Model | undefined, preference: 'client-first' | 'server-first') {
    this.#model = model
    this.#preference = preference
  }

  get hasModel(): boolean {
    return this.#model !== undefined
  }

  /** Whether the client is asked. Otherwise the server's model is, if there is one. */
  #asksClient(effect: SampleEffect, client: ClientCapabilities): boolean {
    if (this.#preference === 'server-first' && this.#model !== undefined) return false
    return canSample(client, effect.tools !== undefined)
  }

  /** Calls `ask` for a question that the client answers. A question that it cannot be asked fails. */
  answerOrAsk(
    question: ClientQuestion,
    client: ClientCapabilities,
    signal: AbortSignal,
    ask: () => MaybePromise<Outcome | Deferred>,
  ): MaybePromise<Outcome | Deferred> {
    switch (question.type) {
      case 'sample':
        return this.#asksClient(question, client) ? ask() : this.#answer(question, signal)
      case 'elicit':
        return canAnswer(client, question) ? ask() : failed(missingElicitation(question))
      case 'roots':
        return client.roots === undefined ? failed(missingCapability('roots', { roots: {} })) : ask()
    }
  }

  /** Asks the server's model; the outcome is recorded like that of a step. */
  async #answer(effect: SampleEffect, signal: AbortSignal): Promise<Outcome> {
    if (this.#model === undefined) {
      const what = effect.tools === undefined ? 'sampling' : 'sampling with tools'
      return failed(
        new SweatpantsError(
          `no model can answer: the client does not offer ${what}, and the server has no model; pass model to serveMcp`,
        ),
      )
    }
    try {
      return succeeded(await this.#model.answer(effect, { signal }))
    } catch (error) {
      if (signal.aborted) throw error
      return failed(error)
    }
  }
}
