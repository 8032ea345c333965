import {
  type Deferred,
  deferred,
  failed,
  type Host,
  type HostEffect,
  type Outcome,
  type Peer,
  type PeerEffect,
  type SampleEffect,
  type SampleReply,
  succeeded,
} from '@sweatpants/framework'
import { createBudget, type Model, type ModelCall, ModelError, priceOf, withBudget } from '@sweatpants/framework/models'
import type { DebateRecord } from '../consensus/track-record.ts'
import type { Happening } from '../session/event.ts'
import { isDemo } from '../session/seat.ts'
import type { Session } from '../session/session.ts'
import { abortAfter } from './abort-after.ts'
import { Draft } from './draft.ts'
import { fillImages, hasImages } from './images.ts'
import { SYNTHESIZER } from './synthesis.ts'
import type { TrackRecords } from './track-records.ts'

export interface RoundPeerOptions {
  runId: string
  /** The session as it is now: its budget counts what was used so far. */
  session: Session
  resolve: (model: string) => Promise<Model>
  /** Called before a model is asked or an event is recorded. */
  prepare: () => Promise<void>
  record: (happening: Happening, commandId?: string) => Promise<void>
  records: TrackRecords
  /** Resolves to the data of an image of the debate. */
  readImage: (digest: string) => Promise<string | undefined>
  /** Milliseconds after which a model call counts as failed. */
  modelTimeout: number
  /** Aborts the outstanding model calls, so that nothing of them is recorded. */
  signal: AbortSignal
}

/** The two sides of a round or a synthesis: as peer it asks the models of the seats, as host it records events and keeps the track record. */
export class RoundPeer implements Peer, Host {
  readonly #options: RoundPeerOptions
  readonly #model: (key: string) => Promise<Model>

  constructor(options: RoundPeerOptions) {
    this.#options = options
    this.#model = createSeatModels(options.session, options.resolve)
  }

  async answer(effect: PeerEffect, signal: AbortSignal): Promise<Outcome | Deferred> {
    return effect.type === 'sample' ? this.#sample(effect, signal) : succeeded(undefined)
  }

  /** Rejects when the store cannot be read or written, which stops the run where it is. */
  async perform({ id, key, request }: HostEffect): Promise<Outcome> {
    const { prepare, record, records, session, runId, signal } = this.#options
    await prepare()
    signal.throwIfAborted()
    // Only round.ts asks for the first two, and `record` in table.ts for the third.
    if (key === 'count_record') return succeeded(await records.count(session))
    if (key === 'put_record') await records.put(session.principal, request as unknown as DebateRecord)
    else await record(request as unknown as Happening, `${runId}/${id}`)
    return succeeded(undefined)
  }

  /** Asks the model of a seat with the images of the debate, and without them if the model refuses them. */
  async #ask(model: Model, effect: SampleEffect, call: ModelCall): Promise<SampleReply> {
    const { record, session, readImage } = this.#options
    if (!hasImages(effect.messages)) return this.#stream(model, effect, call)
    const isBlind = session.withoutImages?.includes(effect.key) ?? false
    const ask = async (read?: typeof readImage) =>
      this.#stream(model, { ...effect, messages: await fillImages(effect.messages, read) }, call)
    if (isBlind) return ask()
    try {
      if (!isDemo({ model: model.id })) return await ask(readImage)
    } catch (error) {
      if (!(error instanceof ModelError) || !REFUSED.includes(error.code)) throw error
    }
    const reply = await ask()
    // Only now: the model may have refused something else, such as tools.
    await record({ type: 'images_refuse', agentId: effect.key })
    return reply
  }

  /** Streams the reply of a seat into its draft. Asks once more if the connection breaks in the middle. */
  async #stream(model: Model, effect: SampleEffect, call: ModelCall): Promise<SampleReply> {
    const { record, session } = this.#options
    const request = session.webSearch && effect.tools !== undefined ? { ...effect, webSearch: SEARCHES } : effect
    const draft = new Draft({ round: session.currentRound, agentId: effect.key, record })
    try {
      return await model.answer(request, { ...call, onPart: (part) => draft.add(part) })
    } catch (error) {
      if (!draft.hasBegun || !(error instanceof ModelError) || !PASSING.includes(error.code)) throw error
      call.signal.throwIfAborted()
      return await model.answer(request, call)
    } finally {
      await draft.close()
    }
  }

  /** Records nothing of an aborted call: it is made again when the round continues. */
  async #sample(effect: SampleEffect, cancelled: AbortSignal): Promise<Outcome | Deferred> {
    const { prepare, session, signal, modelTimeout } = this.#options
    await prepare()
    const late = abortAfter(modelTimeout)
    try {
      const model = await this.#model(effect.key)
      signal.throwIfAborted()
      const any = AbortSignal.any([cancelled, signal, late])
      return succeeded(await this.#ask(model, effect, { signal: any, caller: session.id }))
    } catch (error) {
      signal.throwIfAborted()
      if (late.aborted && !cancelled.aborted) return failed(new TimeoutError(modelTimeout))
      return cancelled.aborted ? deferred : failed(error)
    }
  }
}

/** How often a seat may search the web in one call, where the provider limits it. */
const SEARCHES = { maxUses: 5 }

/** Errors of a model that cannot see images. */
const REFUSED = ['unsupported', 'invalid']

/** Errors that may pass. A reply that was streamed in part is not retried by the model itself. */
const PASSING = ['unavailable', 'malformed', 'interrupted']

class TimeoutError extends Error {
  readonly code = 'timeout'

  constructor(limit: number) {
    super(
      `the model gave no answer within ${limit / 1_000} s; settings.modelTimeout (ROUNDTABLE_MODEL_TIMEOUT) sets the limit`,
    )
  }
}

/** Returns the models of the seats by `agentId`, and that of the synthesizer. Together they spend at most the budget of the session. */
function createSeatModels(session: Session, resolve: RoundPeerOptions['resolve']): (key: string) => Promise<Model> {
  const { tokens, usd, pricePerMillion } = session.budget
  const limits = { ...(tokens !== undefined && { maxTokens: tokens }), ...(usd !== undefined && { maxCostUsd: usd }) }
  const budget = createBudget(limits, session.usage)
  const models = new Map<string, Promise<Model>>()
  const find = async (id: string) => {
    const model = await resolve(id)
    return withBudget(model, budget, priceOf(model.id) ?? pricePerMillion)
  }
  return (key) => {
    const model = key === SYNTHESIZER ? session.synthesizer! : modelOf(session, key)
    const found = models.get(model) ?? find(model)
    models.set(model, found)
    return found
  }
}

/** A substitute is asked once it has a seat, which the session of a run that began before may not know. */
function modelOf({ id, seats, substitutes = [] }: Session, agentId: string): string {
  const seat = [...seats, ...substitutes].find((one) => one.agentId === agentId)
  if (seat === undefined) throw new TypeError(`session ${id} has no seat ${agentId}`)
  return seat.model
}
