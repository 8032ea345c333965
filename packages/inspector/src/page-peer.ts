import { basename } from 'node:path'
import { pathToFileURL } from 'node:url'
import {
  type Deferred,
  deferred,
  type ElicitEffect,
  failed,
  type LogEffect,
  type NotifyEffect,
  type Outcome,
  type OutsideWait,
  type Peer,
  type PeerEffect,
  type SampleEffect,
  succeeded,
} from '@sweatpants/framework'
import type { Model } from '@sweatpants/framework/models'
import type { Emission, RunEvent, Samples } from './run-event.ts'

export interface PagePeerOptions {
  samples: Samples
  model: Model
  publish(event: RunEvent): void
}

/** Opens questions on the page, where a person answers them later. A model answers samples, or the person does. */
export class PagePeer implements Peer {
  readonly #options: PagePeerOptions

  constructor(options: PagePeerOptions) {
    this.#options = options
  }

  answer(effect: PeerEffect, signal: AbortSignal): Outcome | Deferred | Promise<Outcome> {
    switch (effect.type) {
      case 'elicit':
        return this.#open(effect, effect.expiresAt)
      case 'sample':
        return this.#options.samples === 'hand' ? this.#open(effect) : this.#sample(effect, signal)
      case 'roots':
        return succeeded({ roots: [projectRoot()] })
      case 'detach':
        return succeeded(false)
      case 'log':
      case 'notify':
        this.#options.publish({ ...toEmission(effect), time: Date.now() })
        return succeeded(undefined)
    }
  }

  /** Opens what others answer, too: the person at the page answers for them, and sends signals. */
  wait(wait: OutsideWait): void {
    if (wait.type === 'signal') this.#options.publish({ type: 'question_open', id: wait.id, attempt: 1 })
    else this.#open(wait, wait.expiresAt)
  }

  #open({ id, attempt, refusal }: ElicitEffect | SampleEffect, expiresAt?: number): Deferred {
    this.#options.publish({
      type: 'question_open',
      id,
      attempt,
      ...(refusal !== undefined && { refusal }),
      ...(expiresAt !== undefined && { expiresAt }),
    })
    return deferred
  }

  async #sample(effect: SampleEffect, signal: AbortSignal): Promise<Outcome> {
    try {
      return succeeded(await this.#options.model.answer(effect, { signal }))
    } catch (error) {
      return failed(error)
    }
  }
}

export const toEmission = (effect: LogEffect | NotifyEffect): Emission => ({
  type: 'emission',
  kind: effect.type,
  message: effect.message,
  ...(effect.type === 'log' && { level: effect.level }),
  ...(effect.type === 'notify' && effect.progress !== undefined && { progress: effect.progress }),
})

const projectRoot = () => ({ uri: pathToFileURL(process.cwd()).href, name: basename(process.cwd()) })
