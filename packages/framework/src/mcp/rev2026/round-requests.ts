import { isDivergence } from '../../log/machine.ts'
import { LONGEST_TIMER } from '../../tools/clock.ts'
import { emptyProgress, type Recording } from '../../tools/journal.ts'
import type { McpTool } from '../../tools/tool.ts'
import { type Carried, isHandle, notValid, otherCode, readHandle, toWaitHandle } from '../core/carrier.ts'
import type { Catalog } from '../core/catalog.ts'
import { keyUsed } from '../core/idempotency.ts'
import { toRunningResult } from '../core/result-words.ts'
import { findSubject, toToolName } from '../core/subject.ts'
import { type Attending, Audience } from './audience.ts'
import { type Call, cancelled, type Played, type Reply, type Round, toResult } from './call-events.ts'
import type { CallHandles } from './call-handles.ts'
import { type CallStreams, KeptElsewhereError } from './call-streams.ts'
import { RoundJournal } from './call-work.ts'
import type { KeptCall } from './kept-call.ts'
import type { KeptCalls, Play } from './kept-calls.ts'
import type { RoundPlayer } from './round-player.ts'

type Result = Record<string, unknown>

export interface AnswerOptions {
  recording?: Carried['recording']
  state?: string
  /** Whether a repeated request cannot be recognized, so that no stored call is looked up. */
  isFirst?: boolean
  /** The stored call, where it was looked up already. */
  found?: { kept: KeptCall | undefined }
}

interface RoundRequestsOptions {
  catalog: Catalog
  calls: KeptCalls
  player: RoundPlayer
  handles: CallHandles
  reportOnce: (error: Error) => void
}

/** Answers one request of a call: plays its round here, or waits for it where the call is in the store. */
export class RoundRequests {
  readonly #options: RoundRequestsOptions
  readonly #streams: CallStreams

  constructor(options: RoundRequestsOptions) {
    this.#options = options
    this.#streams = options.calls.streams
  }

  /** Plays a round here, or waits for it where the call is in the store. */
  async answer(
    call: Call,
    round: Round,
    waiting: Attending,
    runId: string,
    { recording, state, isFirst = false, found }: AnswerOptions,
  ): Promise<Result> {
    const { kept } = found ?? { kept: isFirst ? undefined : await this.#streams.find(runId) }
    if (kept !== undefined) {
      if (kept.binding !== this.#streams.bind(call)) throw state === undefined ? keyUsed() : notValid()
      return this.attend(kept, call, round, waiting, state)
    }
    const tool = findSubject(this.#options.catalog, call.subject)?.tool
    // The offer was replaced just now.
    if (tool === undefined) throw otherCode()
    let hasRoom = false
    const requireRoom = async () => {
      if (!hasRoom) await this.#streams.requireRoom(call.principal)
      hasRoom = true
    }
    // Refused before its first step, if the call may be stored.
    if (this.#options.player.isStored(tool) || !isFirst) await requireRoom()
    const audience = new Audience()
    // Settles with the round, or before it when the request leaves or the call goes on without its client.
    const answered = Promise.withResolvers<Played | undefined>()
    // A tool that changes nothing can run again for the same request, so its reply is not worth a write.
    const isKeyed = recording === undefined && !isFirst && tool.annotations?.readOnlyHint !== true
    const journal = new RoundJournal(recording, {
      keep: this.#options.calls.keep(call, round, audience, { playing: () => playing, requireRoom }),
      keepsOnce: !isFirst,
      keepsAll: isKeyed,
      onOnce: () => !isFirst && this.#options.calls.warn(call.subject),
    })
    const play: Play = { call, round, journal, signal: audience.signal, listeners: audience.listeners, runId }
    // A kept round goes on for the other requests that wait for it; one that is not kept ends with its only request.
    const leave = audience.add(waiting, () => journal.work && answered.reject(cancelled()))
    const playing = this.#options.player.play(play)
    playing.then(answered.resolve, answered.reject)
    const timer = this.#handOver(play, audience, waiting, requireRoom, () => answered.resolve(undefined))
    try {
      const played = await answered.promise
      if (played === undefined) {
        return this.#toResult({ comeBackWith: toWaitHandle(runId, round.rounds + 1) }, call, state, waiting)
      }
      if (journal.work === undefined) await this.#store(play, played, { tool, isKeyed, requireRoom })
      if (!('waitsFor' in played)) {
        // An error, if the store did not take the reply.
        const stored = journal.work === undefined ? played : await journal.work.stored
        if (stored !== undefined) return toResult(stored)
      }
    } catch (error) {
      const isElsewhere = error instanceof KeptElsewhereError || journal.work !== undefined
      if (!isElsewhere || waiting.channel.signal.aborted) throw this.#translate(error, journal)
    } finally {
      clearTimeout(timer)
      leave()
    }
    const now = await this.#streams.find(runId)
    if (now === undefined) throw notValid()
    return this.#toResult(await this.#options.calls.attend(now, round, waiting, true), call, state, waiting)
  }

  /** Waits for the reply of a call that is in the store. */
  async attend(kept: KeptCall, call: Call, round: Round, waiting: Attending, state?: string): Promise<Result> {
    return this.#toResult(await this.#options.calls.attend(kept, round, waiting), call, state, waiting)
  }

  /**
   * Lets a call go on without a client that gives up soon: `onStored` is called once the call is stored. The request goes on
   * waiting if it cannot be stored.
   */
  #handOver(
    { journal }: Play,
    audience: Audience,
    { until, channel }: Attending,
    requireRoom: () => Promise<void>,
    onStored: () => void,
  ): NodeJS.Timeout | undefined {
    if (until === Number.POSITIVE_INFINITY) return undefined
    const handOver = async () => {
      if (journal.work === undefined) {
        await requireRoom()
        await journal.keepNow()
      }
      if (journal.work === undefined || channel.signal.aborted) return
      audience.letGo()
      onStored()
    }
    const left = Math.max(0, Math.min(LONGEST_TIMER, until - performance.now()))
    return setTimeout(() => void handOver().catch(() => {}), left)
  }

  /** Converts the stored reply to a request into its result. Without a reply, the client retries with a state. */
  async #toResult(
    reply: Awaited<ReturnType<KeptCalls['attend']>>,
    call: Call,
    state: string | undefined,
    { isInWords, envelope }: Attending,
  ): Promise<Result> {
    if (!('comeBackWith' in reply)) return toResult(reply as Reply)
    const { comeBackWith, waitsFor } = reply
    if (!isInWords) return { resultType: 'input_required', requestState: state ?? comeBackWith }
    const answering = (await this.#options.player.answering(call, envelope.capabilities)) ?? {
      byView: false,
      byModel: false,
    }
    const kept = answering.byView ? await this.#streams.find(readHandle(comeBackWith)!) : undefined
    const handles = this.#options.handles.toHandles(call, comeBackWith, kept?.recording, answering)
    return { ...toRunningResult(toToolName(call.subject), handles, waitsFor) }
  }

  /**
   * Stores a call that waits for others or whose state does not travel. A call with a key is stored even if its run wrote
   * nothing: it has no effects, and its reply is final.
   */
  async #store(
    { call, round, journal, runId }: Play,
    played: Played,
    { tool, isKeyed, requireRoom }: { tool: McpTool; isKeyed: boolean; requireRoom: () => Promise<void> },
  ): Promise<void> {
    if ('error' in played) return
    const isHeld = 'waitsFor' in played || (played.state !== undefined && isHandle(played.state))
    if (!isHeld && !isKeyed) return
    // Known only now: the journal was too large to travel, or the call waits for others.
    await requireRoom()
    await this.#options.calls.store(call, round, journal.read() ?? unwritten(tool, runId!), played)
  }

  /** If other code is needed, the client receives a general message, and the message for the developer is reported once. */
  #translate(error: unknown, { work }: RoundJournal): unknown {
    if (!isDivergence(error)) return error
    if (work === undefined) this.#options.reportOnce(error)
    return otherCode()
  }
}

/** The recording of a run without effects. It is never replayed. */
const unwritten = ({ name, version }: McpTool, runId: string): Recording => ({
  revision: 0,
  header: {
    format: 1,
    tool: name,
    ...(version !== undefined && { version }),
    runId,
    seed: '',
    can: { elicitation: false, sampling: false, roots: false, tasks: false },
    params: '',
    startedAt: Date.now(),
  },
  entries: [],
  progress: emptyProgress(),
})
