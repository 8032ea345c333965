import type { LogEffect, LogLevel, NotifyEffect } from '../../tools/effects/emit.ts'
import { LOG_LEVELS } from '../../tools/effects/emit.ts'
import type { MaybePromise } from '../../tools/maybe-promise.ts'
import { type Deferred, deferred, type Outcome, succeeded } from '../../tools/outcome.ts'
import type { Peer, PeerEffect } from '../../tools/peer.ts'
import type { Channel } from '../channel.ts'
import { canElicit, canRunTasks } from '../client-capabilities.ts'
import { missingCapability } from '../protocol-error.ts'
import type { Sampler } from '../sampler.ts'
import type { Envelope } from './modern.ts'

const SENT = succeeded(undefined)

/** A client that cannot be asked while it waits: every question is deferred to its next request. */
export class ClientPeer implements Peer {
  readonly #sampler: Sampler
  readonly #envelope: Envelope
  readonly #channel: Channel
  #progress = 0

  constructor(sampler: Sampler, envelope: Envelope, channel: Channel) {
    this.#sampler = sampler
    this.#envelope = envelope
    this.#channel = channel
  }

  answer(effect: PeerEffect, signal: AbortSignal): MaybePromise<Outcome | Deferred> {
    const { capabilities } = this.#envelope
    switch (effect.type) {
      case 'elicit':
        if (!canElicit(capabilities)) throw missingCapability('elicitation', { elicitation: { form: {} } })
        return deferred
      case 'sample':
        return this.#sampler.asksClient(effect, capabilities) ? deferred : this.#sampler.answer(effect, signal)
      case 'roots':
        if (capabilities.roots === undefined) throw missingCapability('roots', { roots: {} })
        return deferred
      case 'detach':
        return canRunTasks(capabilities) ? deferred : succeeded(false)
      case 'log':
        return this.#log(effect)
      case 'notify':
        return this.#notify(effect)
    }
  }

  /** Only what the request asks for, and only from its level on. */
  #log({ level, message }: LogEffect): Outcome {
    const wanted = LOG_LEVELS.indexOf(this.#envelope.logLevel as LogLevel)
    if (wanted !== -1 && LOG_LEVELS.indexOf(level) >= wanted) {
      this.#channel.notify('notifications/message', { level, data: message })
    }
    return SENT
  }

  #notify({ message, progress }: NotifyEffect): Outcome {
    const { progressToken } = this.#envelope
    if (progressToken === undefined) return SENT
    this.#progress = progress ?? this.#progress + 1
    this.#channel.notify('notifications/progress', { progressToken, progress: this.#progress, message })
    return SENT
  }
}
