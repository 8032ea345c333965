import { LOG_LEVELS, type LogEffect, type LogLevel, type NotifyEffect } from '../../tools/effects/emit.ts'
import type { MaybePromise } from '../../tools/maybe-promise.ts'
import { type Deferred, deferred, failed, type Outcome, succeeded } from '../../tools/outcome.ts'
import type { Peer, PeerEffect } from '../../tools/peer.ts'
import type { Channel } from '../core/channel.ts'
import { type ClientCapabilities, canElicit, canRunTasks } from '../core/client-capabilities.ts'
import { missingCapability } from '../core/errors.ts'
import { GrowingProgress } from '../core/progress.ts'
import type { Sampler } from '../core/sampler.ts'
import type { Envelope } from './envelope.ts'

/** A request that waits for the result of a round, and hears of its progress. */
export interface Listener {
  readonly envelope: Pick<Envelope, 'logLevel' | 'progressToken'>
  readonly channel: Pick<Channel, 'notify'>
}

const SENT = succeeded(undefined)

/** Tells a request for whom its call waits: as progress, and as a message where it takes those. */
export function sayProgress({ envelope, channel }: Listener, message: string): void {
  const { progressToken, logLevel } = envelope
  if (progressToken !== undefined) channel.notify('notifications/progress', { progressToken, progress: 0, message })
  const wanted = LOG_LEVELS.indexOf(logLevel as LogLevel)
  if (wanted === -1 || LOG_LEVELS.indexOf('info') < wanted) return
  channel.notify('notifications/message', { level: 'info', data: message })
}

/** The client of a stateless call. It cannot be asked while it waits, so every question is deferred to its next request. */
export class ClientPeer implements Peer {
  readonly #sampler: Sampler
  readonly #capabilities: ClientCapabilities
  readonly #canDetach: boolean
  readonly #listeners: Iterable<Listener>
  readonly #progress = new GrowingProgress()

  constructor(sampler: Sampler, capabilities: ClientCapabilities, canDetach: boolean, listeners: Iterable<Listener>) {
    this.#sampler = sampler
    this.#capabilities = capabilities
    this.#canDetach = canDetach
    this.#listeners = listeners
  }

  answer(effect: PeerEffect, signal: AbortSignal): MaybePromise<Outcome | Deferred> {
    const capabilities = this.#capabilities
    switch (effect.type) {
      case 'elicit':
        if (!canElicit(capabilities)) return failed(missingCapability('elicitation', { elicitation: { form: {} } }))
        return deferred
      case 'sample':
        return this.#sampler.asksClient(effect, capabilities) ? deferred : this.#sampler.answer(effect, signal)
      case 'roots':
        return capabilities.roots === undefined ? failed(missingCapability('roots', { roots: {} })) : deferred
      case 'detach':
        return this.#canDetach && canRunTasks(capabilities) ? deferred : succeeded(false)
      case 'log':
        return this.#log(effect)
      case 'notify':
        return this.#notify(effect)
    }
  }

  /** A request hears of a message only from the level on that it names. */
  #log({ level, message }: LogEffect): Outcome {
    for (const { envelope, channel } of this.#listeners) {
      const wanted = LOG_LEVELS.indexOf(envelope.logLevel as LogLevel)
      if (wanted === -1 || LOG_LEVELS.indexOf(level) < wanted) continue
      channel.notify('notifications/message', { level, data: message })
    }
    return SENT
  }

  #notify({ message, progress }: NotifyEffect): Outcome {
    const next = this.#progress.next(progress)
    for (const { envelope, channel } of this.#listeners) {
      const { progressToken } = envelope
      if (progressToken === undefined) continue
      channel.notify('notifications/progress', { progressToken, progress: next, message })
    }
    return SENT
  }
}
