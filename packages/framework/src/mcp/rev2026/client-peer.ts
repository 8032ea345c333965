import type { RootsEffect } from '../../tools/effects/client.ts'
import type { ElicitEffect } from '../../tools/effects/elicit.ts'
import { LOG_LEVELS, type LogEffect, type LogLevel } from '../../tools/effects/emit.ts'
import type { MaybePromise } from '../../tools/maybe-promise.ts'
import { type Deferred, deferred, failed, type Outcome, succeeded } from '../../tools/outcome.ts'
import type { Peer, PeerEffect } from '../../tools/peer.ts'
import type { Channel } from '../core/channel.ts'
import { type ClientCapabilities, canAnswer, canRunTasks } from '../core/client-capabilities.ts'
import type { ProgressLine } from '../core/progress.ts'
import { mustBeShown } from '../core/result-words.ts'
import type { Sampler } from '../core/sampler.ts'
import type { Envelope } from './envelope.ts'

/** A request that waits for the result of a round, and hears of its progress. */
export interface Listener {
  readonly envelope: Pick<Envelope, 'logLevel'>
  readonly channel: Pick<Channel, 'notify'>
  readonly progress: Pick<ProgressLine, 'say'>
}

const SENT = succeeded(undefined)

/** Who answers the questions to a client that cannot be asked: the person in the view of the tool, or the model in words. */
export interface Answering {
  byView: boolean
  byModel: boolean
}

export interface ClientPeerOptions {
  canDetach: boolean
  /** Who answers the questions to a client that cannot be asked. */
  answering?: Answering | undefined
  /** Whether a question waits for another client of the call, because the call is stored and began with one that can answer. */
  isForOther?: (need: Need) => boolean
}

/** Tells a request for whom its call waits: as progress, and as a message where it takes those. */
export function sayProgress(listener: Listener, message: string): void {
  listener.progress.say({ message })
  sendLog(listener, { level: 'info', message })
}

/** A request hears of a message only from the level on that it names. */
function sendLog({ envelope, channel }: Listener, { level, message }: Omit<LogEffect, 'type'>): void {
  const wanted = LOG_LEVELS.indexOf(envelope.logLevel as LogLevel)
  if (wanted === -1 || LOG_LEVELS.indexOf(level) < wanted) return
  channel.notify('notifications/message', { level, data: message })
}

/** The client of a stateless call. It cannot be asked while it waits, so every question is deferred to its next request. */
export class ClientPeer implements Peer {
  readonly #sampler: Sampler
  readonly #capabilities: ClientCapabilities
  readonly #options: ClientPeerOptions
  readonly #listeners: Iterable<Listener>

  constructor(
    sampler: Sampler,
    capabilities: ClientCapabilities,
    options: ClientPeerOptions,
    listeners: Iterable<Listener>,
  ) {
    this.#sampler = sampler
    this.#capabilities = capabilities
    this.#options = options
    this.#listeners = listeners
  }

  answer(effect: PeerEffect, signal: AbortSignal): MaybePromise<Outcome | Deferred> {
    const capabilities = this.#capabilities
    const { canDetach, answering, isForOther = () => false } = this.#options
    switch (effect.type) {
      case 'detach':
        return canDetach && canRunTasks(capabilities) ? deferred : succeeded(false)
      case 'log':
        for (const listener of this.#listeners) sendLog(listener, effect)
        return SENT
      case 'notify':
        for (const { progress } of this.#listeners) progress.say(effect)
        return SENT
      default:
        if (effect.type === 'elicit' && isAnsweredFor(effect, capabilities, answering)) return deferred
        if (effect.type !== 'sample' && isForOther(needOf(effect))) return deferred
        if (answering && effect.type === 'elicit' && !canAnswer(capabilities, effect))
          return failed(mustBeShown(effect))
        return this.#sampler.answerOrAsk(effect, capabilities, signal, () => deferred)
    }
  }
}

/** What a client must have declared to be asked. */
export type Need = 'elicitation' | 'url' | 'roots'

const needOf = (question: ElicitEffect | RootsEffect): Need => {
  if (question.type === 'roots') return 'roots'
  return question.url === undefined ? 'elicitation' : 'url'
}

/** Whether a question is answered in place of a client that cannot be asked. */
export const isAnsweredFor = (
  question: ElicitEffect,
  client: ClientCapabilities,
  answering: Answering | undefined,
): boolean => answering !== undefined && !canAnswer(client, question) && canBeAnswered(question, answering)

/** A page is opened by the person who reads its address, so no view answers for it. */
const canBeAnswered = ({ url, by, mustAsk }: ElicitEffect, { byView }: Answering): boolean =>
  url === undefined ? by !== 'host' && (byView || !mustAsk) : !byView && !mustAsk
