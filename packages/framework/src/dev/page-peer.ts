import { basename } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Model } from '../models/model.ts'
import type { ElicitEffect } from '../tools/effects/elicit.ts'
import type { SampleEffect } from '../tools/effects/sample.ts'
import { failed, type Outcome, succeeded } from '../tools/outcome.ts'
import type { Peer, PeerEffect } from '../tools/peer.ts'
import type { RunEvent, Samples } from './run-event.ts'
import { showEmission } from './show-emission.ts'

type Asked = ElicitEffect | SampleEffect

export interface PagePeerOptions {
  samples: Samples
  model: Model
  publish(event: RunEvent): void
}

/** A peer that waits: the person at the page answers, and a model its samples unless the person does that too. */
export class PagePeer implements Peer {
  readonly #options: PagePeerOptions
  readonly #open = new Map<string, PromiseWithResolvers<Outcome>>()
  /** Answers to questions that the run has yet to ask again. */
  readonly #given = new Map<string, unknown>()
  #sampling = 0

  constructor(options: PagePeerOptions) {
    this.#options = options
  }

  /** Whether somebody at the page has to answer, and nothing else is going on here. */
  get waits(): boolean {
    return this.#open.size > 0 && this.#sampling === 0
  }

  /** Whether there was such a question. */
  reply(id: string, answer: unknown): boolean {
    const question = this.#open.get(id)
    if (question === undefined) return false
    this.#open.delete(id)
    this.#options.publish({ type: 'question_answer', id })
    question.resolve(succeeded(answer))
    return true
  }

  /** Keeps an answer until its question is asked. */
  expect(id: string, answer: unknown): void {
    this.#given.set(id, answer)
  }

  answer(effect: PeerEffect, signal: AbortSignal): Outcome | Promise<Outcome> {
    switch (effect.type) {
      case 'elicit':
        return this.#ask(effect, signal)
      case 'sample':
        return this.#options.samples === 'hand' ? this.#ask(effect, signal) : this.#sample(effect, signal)
      case 'roots':
        return succeeded({ roots: [projectRoot()] })
      case 'detach':
        return succeeded(false)
      case 'log':
      case 'notify':
        this.#options.publish({ ...showEmission(effect), time: Date.now() })
        return succeeded(undefined)
    }
  }

  #ask(effect: Asked, signal: AbortSignal): Outcome | Promise<Outcome> {
    const { id, attempt, refusal } = effect
    const expiresAt = effect.type === 'elicit' ? effect.expiresAt : undefined
    if (this.#given.has(id)) {
      const answer = this.#given.get(id)
      this.#given.delete(id)
      this.#options.publish({ type: 'question_answer', id })
      return succeeded(answer)
    }
    const question = Promise.withResolvers<Outcome>()
    this.#open.set(id, question)
    signal.addEventListener('abort', () => {
      if (this.#open.get(id) === question) this.#open.delete(id)
      question.reject(signal.reason)
    })
    this.#options.publish({
      type: 'question_open',
      id,
      attempt,
      ...(refusal !== undefined && { refusal }),
      ...(expiresAt !== undefined && { expiresAt }),
    })
    return question.promise
  }

  async #sample(effect: SampleEffect, signal: AbortSignal): Promise<Outcome> {
    this.#sampling++
    try {
      return succeeded(await this.#options.model.answer(effect, { signal }))
    } catch (error) {
      return failed(error)
    } finally {
      this.#sampling--
    }
  }
}

const projectRoot = () => ({ uri: pathToFileURL(process.cwd()).href, name: basename(process.cwd()) })
