import { LOG_LEVELS, type LogEffect, type LogLevel, type NotifyEffect } from '../../tools/effects/emit.ts'
import type { MaybePromise } from '../../tools/maybe-promise.ts'
import { type Deferred, deferred, failed, type Outcome, succeeded } from '../../tools/outcome.ts'
import type { Peer, PeerEffect } from '../../tools/peer.ts'
import type { Channel } from '../core/channel.ts'
import { type ClientCapabilities, canElicit, canRunTasks } from '../core/client-capabilities.ts'
import { missingCapability, missingElicitation } from '../core/errors.ts'
import { mustBeShown } from '../core/in-words.ts'
import type { ProgressLine } from '../core/progress.ts'
import type { Sampler } from '../core/sampler.ts'
import type { Envelope } from './envelope.ts'

/** A request that waits for the result of a round, and hears of its progress. */
export interface Listener {
  readonly envelope: Pick<Envelope, 'logLevel'>
  readonly channel: Pick<Channel, 'notify'>
  readonly progress: Pick<ProgressLine, 'say'>
}

const SENT = succeeded(undefined)

/** Tells a request for whom its call waits: as progress, and as a message where it takes those. */
export function sayProgress({ envelope, channel, progress }: Listener, message: string): void {
  progress.say({ message })
  const wanted = LOG_LEVELS.indexOf(envelope.logLevel as LogLevel)
  if (wanted === -1 || LOG_LEVELS.indexOf('info') < wanted) return
  channel.notify('notifications/message', { level: 'info', data: message })
}

/** The client of a stateless call. It cannot be asked while it waits, so every question is deferred to its next request. */
export class ClientPeer implements Peer {
  readonly #sampler: Sampler
  readonly #capabilities: ClientCapabilities
  readonly #canDetach: boolean
  readonly #asksInWords: boolean
  readonly #listeners: Iterable<Listener>

  constructor(
    sampler: Sampler,
    capabilities: ClientCapabilities,
    { canDetach, asksInWords = false }: { canDetach: boolean; asksInWords?: boolean },
    listeners: Iterable<Listener>,
  ) {
    this.#sampler = sampler
    this.#capabilities = capabilities
    this.#canDetach = canDetach
    this.#asksInWords = asksInWords
    this.#listeners = listeners
  }

  answer(effect: PeerEffect, signal: AbortSignal): MaybePromise<Outcome | Deferred> {
    const capabilities = this.#capabilities
    switch (effect.type) {
      case 'elicit':
        if (canElicit(capabilities) || (this.#asksInWords && !effect.mustAsk)) return deferred
        return failed(this.#asksInWords ? mustBeShown(effect) : missingElicitation())
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

  #notify(effect: NotifyEffect): Outcome {
    for (const { progress } of this.#listeners) progress.say(effect)
    return SENT
  }
}
