import { LimitError } from '../../http/allowance.ts'
import type { CallRequest, ContinueRequest } from '../core/call-rounds.ts'
import { CALL_META, IGNORED_META, readCallState, withMeta } from '../core/call-state.ts'
import { isHandle, notValid, readHandle, toMark, toWaitHandle } from '../core/carrier.ts'
import type { Channel } from '../core/channel.ts'
import { ErrorCode, invalidParams, type JsonRpcError, ProtocolError, toErrorObject } from '../core/errors.ts'
import { asksInWords, type Continued, sayLost } from '../core/in-words.ts'
import { toUnaskableResult } from '../core/result-words.ts'
import { toolSubject } from '../core/subject.ts'
import { type Call, cancelled, type Reply, toResult } from './call-events.ts'
import { type CallHandles, toViewKey } from './call-handles.ts'
import type { CallStreams } from './call-streams.ts'
import { type KeptCall, openRound } from './kept-call.ts'

type Result = Record<string, unknown>

/** Requests of the views of one call within a minute. */
const VIEW_REQUESTS = 120

interface CallContinuerOptions {
  run: (request: CallRequest, channel: Channel) => Promise<Result>
  streams: CallStreams
  handles: CallHandles
}

/** Goes on with calls for models and views, which hold a handle in place of a state. */
export class CallContinuer {
  readonly #options: CallContinuerOptions
  /** The requests of each call's views. */
  readonly #pace = new Pace('requests of a view', VIEW_REQUESTS)

  constructor(options: CallContinuerOptions) {
    this.#options = options
  }

  /**
   * Goes on with the call that a handle names: with answers, or to see what became of it. A model reads why its handle is
   * refused; a view gets a JSON-RPC error.
   */
  async goOn(continued: Continued, request: ContinueRequest, channel: Channel): Promise<Result> {
    channel.requireScopes({ type: 'tool', name: continued.tool })
    try {
      return await this.#goOn(continued, request, channel)
    } catch (error) {
      const told = toUnaskableResult(continued.tool, error)
      if (told !== undefined) return { ...told }
      const isWrong = error instanceof ProtocolError && error.code === ErrorCode.invalidParams
      if (!isWrong || continued.key !== undefined) throw error
      // For a model, which does not see JSON-RPC errors in every host.
      return { content: [{ type: 'text', text: sayLost(continued.tool, error) }], isError: true }
    }
  }

  async #goOn({ tool, state, key, answers }: Continued, request: ContinueRequest, channel: Channel): Promise<Result> {
    const { envelope, requestState, inputResponses } = request
    const { call, state: own, kept } = await this.#open(tool, state, channel.principal)
    const goOn = (from: unknown, given: unknown) =>
      this.#options.run(
        { ...call, requestState: from, inputResponses: given, idempotencyKey: undefined, envelope },
        channel,
      )
    const look = async (now: KeptCall, ignored?: object) => {
      const reply = readReply(now)
      if (reply === undefined) return withMeta(await goOn(toNewest(now), {}), ignored)
      // A view shows the end of its call, also if that is an error.
      const isError = 'error' in reply && key !== undefined
      const told = isError ? (toUnaskableResult(tool, reply.error) ?? toFailed(reply.error)) : toResult(reply)
      return withMeta({ ...told }, ignored)
    }
    if (key === undefined) {
      const play = () => (Object.keys(answers).length === 0 && kept ? look(kept) : goOn(own, answers))
      if (requestState === undefined) refuseForModel(kept, answers)
      return withoutView(await (requestState === undefined ? play() : goOn(requestState, inputResponses)))
    }
    if (kept === undefined || key !== toViewKey(kept.recording)) throw notValid()
    this.#pace.take(kept.id)
    // What the client itself was asked in between.
    if (requestState !== undefined) return goOn(requestState, inputResponses)
    if (Object.keys(answers).length === 0) return look(kept)
    try {
      return await goOn(own, answers)
    } catch (error) {
      const now = error instanceof ProtocolError ? await this.#options.streams.find(kept.id) : undefined
      if (now === undefined || (now.last?.next === toMark(own) && !now.isCancelled)) throw error
      // The first answer counts. A view that is late sees how the call is now.
      return look(now, { [IGNORED_META]: Object.keys(answers).map((id) => ({ id, reason: 'answered' })) })
    }
  }

  /** `kept` is the stored call, where the handle does not hold all of it. */
  async #open(
    tool: string,
    state: string,
    principal: string | undefined,
  ): Promise<{ call: Call; state: string; kept?: KeptCall }> {
    const subject = toolSubject(tool)
    if (!isHandle(state)) {
      const { args, state: own } = this.#options.handles.open(state)
      return { call: { subject, arguments: args, principal }, state: own }
    }
    const id = readHandle(state)
    const kept = id === undefined ? undefined : await this.#options.streams.find(id)
    const call: Call = { subject, arguments: kept?.arguments, principal }
    if (kept === undefined || kept.binding !== this.#options.streams.bind(call)) throw notValid()
    // The handles of a cancelled call show that it was.
    if (!kept.isCancelled) this.#options.streams.check(kept, state)
    return { call, state, kept }
  }
}

/** Returns the newest reply of a call, if the call waits for answers in words or has ended. */
function readReply(call: KeptCall): Reply | undefined {
  const { last, isCancelled } = call
  if (last === undefined || openRound(call) !== undefined) return undefined
  // The stored reply is one that was sent.
  const reply = last.reply as Reply
  if (isCancelled && last.next !== undefined) return { error: toErrorObject(cancelled()) }
  return last.next === undefined || ('result' in reply && asksInWords(reply.result)) ? reply : undefined
}

/** Returns the state from which a call goes on that has no such reply. */
const toNewest = (call: KeptCall): string =>
  openRound(call) === undefined ? call.last!.next! : toWaitHandle(call.id, call.rounds + 1)

/** Throws if a model answers a question that only the person may answer, in the view. */
function refuseForModel(kept: KeptCall | undefined, answers: Record<string, unknown>): void {
  const { reply } = kept?.last ?? {}
  if (reply === undefined || !('result' in reply)) return
  const shown = readCallState(reply.result as Result)
  const questions = shown !== undefined && 'questions' in shown ? shown.questions : []
  const asked = questions.find(({ id, mustAsk }) => mustAsk && Object.hasOwn(answers, id))
  if (asked === undefined) return
  throw invalidParams(`only the person may answer ${JSON.stringify(asked.id)}, in the view of the tool`)
}

/** Returns a result for the model, which must not get the handle of a view. */
function withoutView(result: Result): Result {
  const state = readCallState(result)
  if (state === undefined) return result
  const { call } = result.structuredContent as { call: string }
  return withMeta(result, { [CALL_META]: { version: state.version, status: state.status, call } })
}

const toFailed = ({ message }: JsonRpcError): Result => ({ content: [{ type: 'text', text: message }], isError: true })

const MINUTE = 60_000

/** Names that are counted at one time. */
const MOST_COUNTED = 10_000

/** Limits how often a minute something is done, by name. */
class Pace {
  readonly #name: string
  readonly #perMinute: number
  readonly #counts = new Map<string, { since: number; count: number }>()

  /** `name`: what is counted, in the plural. */
  constructor(name: string, perMinute: number) {
    this.#name = name
    this.#perMinute = perMinute
  }

  /** Throws a `LimitError` if it was done too often within a minute. */
  take(of: string, now = performance.now()): void {
    const counted = this.#counts.get(of)
    if (counted === undefined || now >= counted.since + MINUTE) {
      this.#counts.delete(of)
      this.#counts.set(of, { since: now, count: 1 })
      const [oldest] = this.#counts.keys()
      if (this.#counts.size > MOST_COUNTED) this.#counts.delete(oldest!)
    } else if (++counted.count > this.#perMinute) {
      throw new LimitError({ name: this.#name, max: this.#perMinute, per: 'caller' }, 'try again in a minute')
    }
  }
}
