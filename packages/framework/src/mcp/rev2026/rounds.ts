import type { Keyring } from '../../keys/keyring.ts'
import { isDivergence } from '../../log/machine.ts'
import { createReportOnce } from '../../log/report-once.ts'
import { canonicalJson, isObject, type Json } from '../../tools/json.ts'
import { mintId } from '../../tools/uuid.ts'
import type { CallRequest, CallRounds, ContinueRequest } from '../core/call-rounds.ts'
import { type Binding, isHandle, notValid, toMark } from '../core/carrier.ts'
import type { Channel } from '../core/channel.ts'
import { type ClientCapabilities, canAnswer, canElicit, canRunTasks, canSample } from '../core/client-capabilities.ts'
import { ErrorCode, invalidParams, missingCapability, missingElicitation, missingTasks } from '../core/errors.ts'
import { digest, toRunId } from '../core/idempotency.ts'
import type { Continued } from '../core/in-words.ts'
import type { InputRequest } from '../core/input-request.ts'
import { ProgressLine } from '../core/progress.ts'
import { toUnaskableResult } from '../core/result-words.ts'
import { takesVersion } from '../core/server-parts.ts'
import { findSubject, isTool, toToolName } from '../core/subject.ts'
import { judgeAnswers } from '../core/unattended.ts'
import type { Attending } from './audience.ts'
import { type Call, NO_ANSWERS, type Round } from './call-events.ts'
import { CallHandles } from './call-handles.ts'
import { CallContinuer } from './continue-call.ts'
import { type KeptCall, replyOf } from './kept-call.ts'
import { KeptCalls } from './kept-calls.ts'
import { RoundPlayer, type RoundPlayerOptions } from './round-player.ts'
import { RoundRequests } from './round-requests.ts'

type Result = Record<string, unknown>

/** A request as it came. */
type First = Omit<Round, 'claim'>

export interface RoundsOptions extends RoundPlayerOptions {
  /** The name of the server, to which its states are bound. */
  audience: string
  stateTtl: number
  /** Calls of one principal that are kept at one time. */
  keptCalls: number
  /** Seals the handles of calls that ask in words. Such a call is stored when absent, and its handle is short. */
  handles?: Keyring | undefined
  /** Milliseconds between two heartbeats of a request. */
  heartbeat?: number | undefined
  /** Milliseconds for which a request waits for other people before the reply asks its client to retry. */
  patience?: number | undefined
}

/** Runs stateless calls: each request replays the run, takes its answers and goes as far as it can. */
export class Rounds implements CallRounds {
  readonly #options: RoundsOptions
  readonly #calls: KeptCalls
  readonly #requests: RoundRequests
  readonly #continuer: CallContinuer
  readonly #reportOnce: ReturnType<typeof createReportOnce>

  constructor(options: RoundsOptions) {
    const { store, leaseTtl, stateTtl, keptCalls, drain, patience, onError } = options
    const bind = (call: Call) => this.#bind(call)
    this.#options = options
    this.#reportOnce = createReportOnce(onError)
    const handles = new CallHandles(options.handles)
    const player = new RoundPlayer({ ...options, bind }, handles)
    this.#calls = new KeptCalls({
      store,
      leaseTtl,
      ttl: stateTtl,
      limit: keptCalls,
      closing: drain.signal,
      ...(patience !== undefined && { patience }),
      accepts: (subject, version) => this.#accepts(subject, version),
      bind,
      play: (play) => player.play(play),
      onError: (error) => (isDivergence(error) ? this.#reportOnce(error) : onError(error)),
    })
    const { catalog } = options
    this.#requests = new RoundRequests({ catalog, calls: this.#calls, player, handles, reportOnce: this.#reportOnce })
    const run: CallRounds['run'] = (request, channel) => this.run(request, channel)
    this.#continuer = new CallContinuer({ run, streams: this.#calls.streams, handles })
  }

  /** Starts to drive the rounds of processes that have ended. */
  start(): Promise<void> {
    return this.#calls.start()
  }

  close(): Promise<void> {
    return this.#calls.close()
  }

  /** Whether the store has the call with this id. */
  async isKept(id: string): Promise<boolean> {
    return (await this.#calls.streams.log.get(id)) !== undefined
  }

  /** Resolves to the result of the request; rejects with a `ProtocolError`. */
  async run(request: CallRequest, channel: Channel): Promise<Result> {
    const { subject, arguments: args, requestState, idempotencyKey, envelope } = request
    const call: Call = { subject, arguments: args, principal: channel.principal }
    const { inWords } = this.#options.catalog
    const notify = (params: Record<string, unknown>) => channel.notify('notifications/progress', params)
    const progress = new ProgressLine(envelope.progressToken, notify, this.#options.heartbeat)
    const isInWords = inWords !== undefined && isTool(subject) && !canElicit(envelope.capabilities)
    const until = isInWords ? performance.now() + inWords.wait : Number.POSITIVE_INFINITY
    const waiting: Attending = { envelope, channel, progress, until, isInWords }
    const first: First = {
      rounds: 0,
      claims: [],
      answers: toAnswers(request.inputResponses),
      receivedAt: channel.receivedAt,
      capabilities: envelope.capabilities,
    }
    try {
      const result = await this.#runFirst(call, first, waiting, requestState, idempotencyKey)
      // The reply of a stored call may ask for more than this client can; it stays for a client that can.
      requireCapabilities(result, envelope.capabilities)
      return result
    } catch (error) {
      // Stored as an error: a client that can be asked may call again with the same key.
      const told = isInWords ? toUnaskableResult(toToolName(subject), error) : undefined
      if (told === undefined) throw error
      return { ...told }
    } finally {
      progress.stop()
    }
  }

  #runFirst(
    call: Call,
    first: First,
    waiting: Attending,
    requestState: unknown,
    idempotencyKey: string | undefined,
  ): Promise<Result> {
    if (requestState !== undefined) return this.#resume(call, first, toState(requestState), waiting)
    if (idempotencyKey !== undefined) return this.#beginWithKey(call, first, idempotencyKey, waiting)
    return this.#begin(call, first, waiting)
  }

  /** Goes on with the call that a handle names: with answers, or to see what became of it. */
  goOn(continued: Continued, request: ContinueRequest, channel: Channel): Promise<Result> {
    return this.#continuer.goOn(continued, request, channel)
  }

  /** Cancels a call that waits for answers: its request was cancelled, and its `finally` blocks run. */
  cancel(id: string): Promise<void> {
    return this.#calls.cancel(id)
  }

  /** Nothing tells a first request without a key from another one. It is stored only when others have to find its call. */
  async #begin(call: Call, first: First, waiting: Attending): Promise<Result> {
    const runId = mintId()
    const claim = { from: runId, answers: NO_ANSWERS }
    return this.#requests.answer(call, { ...first, claim }, waiting, runId, { isFirst: true })
  }

  async #resume(call: Call, first: First, state: string, waiting: Attending): Promise<Result> {
    const binding = this.#bind(call)
    const claim = { from: toMark(state), answers: toDigest(first.answers) }
    const judged = (askedAt = 0) => judgeAnswers(first.answers, first.receivedAt - askedAt)
    if (isHandle(state)) {
      const kept = await this.#calls.streams.unpack(state, binding)
      const round: Round = { ...first, answers: judged(replyOf(kept.history, claim.from)?.time), claim }
      return this.#requests.attend(kept, call, round, waiting, state)
    }
    const { sealed } = this.#options
    if (sealed === undefined) throw notValid()
    const { recording, rounds, claims, askedAt } = await sealed.unpack(state, binding)
    const round: Round = { ...first, answers: judged(askedAt), claim, rounds, claims }
    return this.#requests.answer(call, round, waiting, recording.header.runId, { recording, state })
  }

  /** The key of a client names the run, which is stored from its first write on, so that the same request again finds it. */
  async #beginWithKey(call: Call, first: First, key: string, waiting: Attending): Promise<Result> {
    const round: Round = { ...first, claim: { from: digest(`key ${key}`), answers: toDigest(first.answers) } }
    for (let attempt = key; ; attempt = `${attempt} again`) {
      const runId = toRunId(this.#options.audience, call, attempt)
      const kept = await this.#calls.streams.find(runId)
      // The same request of a client that now declares what was missing begins another run.
      const isSame = kept?.binding === this.#calls.streams.bind(call)
      if (!isSame || !isRefusedFor(kept, first.capabilities))
        return this.#requests.answer(call, round, waiting, runId, { found: { kept } })
    }
  }

  #bind({ subject, arguments: args, principal }: Call): Binding {
    return { subject, arguments: args, principal, audience: this.#options.audience }
  }

  #accepts(subject: string, version: string | undefined): boolean {
    const tool = findSubject(this.#options.catalog, subject)?.tool
    return tool !== undefined && takesVersion(this.#options, tool, version, 'a call', this.#reportOnce)
  }
}

/** Returns the answers in a request. An answer of the wrong form is refused by its question, which is then asked again. */
export function toAnswers(inputResponses: unknown): Record<string, unknown> {
  if (inputResponses === undefined) return {}
  if (isObject(inputResponses)) return inputResponses
  throw invalidParams('inputResponses must be an object of answers by question id')
}

function toState(requestState: unknown): string {
  if (typeof requestState === 'string') return requestState
  throw invalidParams('requestState must be a string')
}

const toDigest = (answers: Record<string, unknown>): string =>
  // They came as JSON.
  Object.keys(answers).length === 0 ? NO_ANSWERS : digest(canonicalJson(answers as Json))

const NEEDS: Readonly<Record<string, (client: ClientCapabilities, params: Record<string, unknown>) => boolean>> = {
  'elicitation/create': canAnswer,
  'sampling/createMessage': (client, { tools }) => canSample(client, tools !== undefined),
  'roots/list': ({ roots }) => roots !== undefined,
}

/** Throws unless the client can answer what a result asks, and follow the task as which its call goes on. */
function requireCapabilities(
  { resultType, inputRequests = {} }: Record<string, unknown>,
  client: ClientCapabilities,
): void {
  if (resultType === 'task' && !canRunTasks(client)) throw missingTasks('the call goes on as a task')
  // Only the player of rounds makes them.
  for (const { method, params } of Object.values(inputRequests as Record<string, InputRequest>)) {
    if (NEEDS[method]!(client, params)) continue
    const [need] = method.split('/') as [string]
    throw need === 'elicitation' ? missingElicitation(params) : missingCapability(need, { [need]: {} })
  }
}

/**
 * Whether a call ended only because its client could not be asked, and this client can. A call with a `once` step that has
 * started stays as it is: it must not run again.
 */
function isRefusedFor({ last, recording }: KeptCall, client: ClientCapabilities): boolean {
  const reply = last?.reply
  if (reply === undefined || !('error' in reply) || reply.error.code !== ErrorCode.missingCapability) return false
  const { requiredCapabilities } = reply.error.data as { requiredCapabilities: Record<string, unknown> }
  const isDeclared = Object.entries(requiredCapabilities).every(
    ([need, how]) => need in client && (need !== 'elicitation' || canAnswer(client, how as { url?: unknown })),
  )
  return isDeclared && !recording.entries.some(({ type }) => type === 'started')
}
