import { isDivergence } from '../../log/driver.ts'
import type { Store } from '../../log/log.ts'
import { createReportOnce } from '../../log/report-once.ts'
import { type Drain, Drained } from '../../tools/drain.ts'
import { VersionError } from '../../tools/errors.ts'
import { canonicalJson, isObject, type Json } from '../../tools/json.ts'
import { type RunOptions, type RunResult, runTool } from '../../tools/run-tool.ts'
import type { McpTool } from '../../tools/tool.ts'
import {
  type Binding,
  type Carried,
  type Carrier,
  digestBinding,
  isHandle,
  notValid,
  StateSizeError,
  toHandle,
  toMark,
} from '../core/carrier.ts'
import type { Catalog } from '../core/catalog.ts'
import type { Channel } from '../core/channel.ts'
import { canRunTasks, toCan } from '../core/client-capabilities.ts'
import { ErrorCode, ProtocolError } from '../core/errors.ts'
import { toInputRequest } from '../core/input-request.ts'
import type { Sampler } from '../core/sampler.ts'
import { tracePeer, traceSteps } from '../core/telemetry.ts'
import { RoundJournal } from './call-work.ts'
import { ClientPeer } from './client-peer.ts'
import type { Envelope } from './envelope.ts'
import { addClaim, type Call, cancelled, digest, NO_ANSWERS, type Reply, type Round, toRunId } from './kept-call.ts'
import { Audience, KeptCalls, KeptElsewhereError, otherCode, type Play, type Waiting } from './kept-calls.ts'
import { findSubject } from './subject.ts'
import type { Tasks } from './tasks.ts'

type Result = Record<string, unknown>

/** One request of a call that may take several. */
export interface RoundRequest extends Call {
  inputResponses: unknown
  requestState: unknown
  /** Tells a first request that is sent again from another one. */
  idempotencyKey: string | undefined
  envelope: Envelope
}

export interface RoundsOptions {
  store: Store
  leaseTtl: number
  catalog: Catalog
  sampler: Sampler
  sealed: Carrier
  tasks: Tasks
  /** The name of the server, to which its states are bound. */
  audience: string
  stateTtl: number
  drain: Drain
  onVersionChange: RunOptions['onVersionChange']
  onError: (error: unknown) => void
}

/** Official clients give up after ten rounds; the last one must end the call. */
const MAX_ROUNDS = 10

/** The longest sealed state, in characters. A longer one is stored. */
const MAX_SEALED = 32_000

/** Where a result says which answers were ignored, and why. */
const IGNORED_META = 'dev.sweatpants/ignored'

/** Runs stateless calls: each request replays the run, takes its answers and goes as far as it can. */
export class Rounds {
  readonly #options: RoundsOptions
  readonly #calls: KeptCalls
  readonly #reportOnce: ReturnType<typeof createReportOnce>

  constructor(options: RoundsOptions) {
    const { store, leaseTtl, stateTtl, drain, onError } = options
    this.#options = options
    this.#reportOnce = createReportOnce(onError)
    this.#calls = new KeptCalls({
      store,
      leaseTtl,
      ttl: stateTtl,
      closing: drain.signal,
      accepts: (subject, version) => this.#accepts(subject, version),
      bind: (call) => this.#bind(call),
      play: (play) => this.#play(play),
      onError: (error) => (isDivergence(error) ? this.#reportOnce(error) : onError(error)),
    })
  }

  /** Takes up the rounds that other processes have left. */
  start(): Promise<void> {
    return this.#calls.start()
  }

  close(): Promise<void> {
    return this.#calls.close()
  }

  /** Resolves to the result of the request; rejects with a `ProtocolError`. */
  async run(request: RoundRequest, channel: Channel): Promise<Result> {
    const { subject, arguments: args, principal, requestState, idempotencyKey, envelope } = request
    const call: Call = { subject, arguments: args, principal }
    const waiting: Waiting = { envelope, channel }
    const first: Round = {
      rounds: 0,
      claims: [],
      answers: toAnswers(request.inputResponses),
      receivedAt: channel.receivedAt,
      capabilities: envelope.capabilities,
    }
    if (requestState !== undefined) return this.#resume(call, first, toState(requestState), waiting)
    if (idempotencyKey !== undefined) return this.#beginWithKey(call, first, idempotencyKey, waiting)
    const journal = new RoundJournal(undefined)
    const play: Play = { call, round: first, journal, signal: channel.signal, listeners: [waiting] }
    const reply = await this.#translated(() => this.#play(play))
    await this.#store(play, reply)
    return toResult(reply)
  }

  async #resume(call: Call, first: Round, state: string, waiting: Waiting): Promise<Result> {
    const binding = this.#bind(call)
    const claim = { from: toMark(state), answers: toDigest(first.answers) }
    if (isHandle(state)) {
      const kept = await this.#calls.unpack(state, binding)
      return this.#attend(await this.#calls.attend(kept, { ...first, claim }, waiting), state)
    }
    const { recording, rounds, claims } = await this.#options.sealed.unpack(state, binding)
    const round: Round = { ...first, claim, rounds, claims }
    return this.#playOrAttend(call, round, waiting, recording.header.runId, { recording, state })
  }

  /** The key of a client names the run, so that the same request again finds it. */
  async #beginWithKey(call: Call, first: Round, key: string, waiting: Waiting): Promise<Result> {
    const runId = toRunId(this.#options.audience, call, key)
    const round: Round = { ...first, claim: { from: digest(`key ${key}`), answers: toDigest(first.answers) } }
    return this.#playOrAttend(call, round, waiting, runId, {})
  }

  /** Plays a round here, or waits for it where the call is in the store. */
  async #playOrAttend(
    call: Call,
    round: Round,
    waiting: Waiting,
    runId: string,
    { recording, state }: { recording?: Carried['recording']; state?: string },
  ): Promise<Result> {
    const kept = await this.#calls.find(runId)
    if (kept !== undefined) {
      if (kept.binding !== digestBinding(this.#bind(call))) throw state === undefined ? keyUsed() : notValid()
      return this.#attend(await this.#calls.attend(kept, round, waiting), state)
    }
    const audience = new Audience()
    const playing = Promise.withResolvers<Reply>()
    const journal = new RoundJournal(recording, { keep: this.#calls.keep(call, round, audience, playing.promise) })
    const play: Play = { call, round, journal, signal: audience.signal, listeners: audience.listeners, runId }
    // A kept round goes on for the other requests that wait for it; one that is not kept ends with its only request.
    const leaving = Promise.withResolvers<never>()
    const leave = audience.add(waiting, () => journal.work && leaving.reject(cancelled()))
    this.#play(play).then(playing.resolve, playing.reject)
    try {
      const reply = await this.#translated(() => Promise.race([playing.promise, leaving.promise]), journal)
      if (journal.work === undefined) await this.#store(play, reply)
      if (journal.work === undefined || (await journal.work.isStored)) return toResult(reply)
    } catch (error) {
      const isElsewhere = error instanceof KeptElsewhereError || journal.work !== undefined
      if (!isElsewhere || waiting.channel.signal.aborted) throw error
    } finally {
      leave()
    }
    const now = await this.#calls.find(runId)
    if (now === undefined) throw notValid()
    return this.#attend(await this.#calls.attend(now, round, waiting, true), state)
  }

  /** Turns what a request in the store is answered into its result. Without a reply the client comes back with the same state. */
  #attend(reply: Awaited<ReturnType<KeptCalls['attend']>>, state: string | undefined): Result {
    if (reply !== undefined) return toResult(reply as Reply)
    if (state !== undefined) return { resultType: 'input_required', requestState: state }
    throw new ProtocolError(ErrorCode.internal, 'the server is shutting down; send the same request again')
  }

  /** A call whose state does not travel is stored when its round ends. */
  async #store({ call, round, journal }: Play, reply: Reply): Promise<void> {
    if (!('state' in reply) || reply.state === undefined || !isHandle(reply.state)) return
    await this.#calls.store(call, round, journal.read()!, reply)
  }

  async #play({ call, round, journal, signal, listeners, runId }: Play): Promise<Reply> {
    const { sampler, drain, onVersionChange, onError, catalog } = this.#options
    const found = findSubject(catalog, call.subject)
    // The offer was replaced just now.
    if (found === undefined) throw otherCode()
    const { tool, canDetach, toResult } = found
    const { capabilities, answers, receivedAt } = round
    const runStep = traceSteps(round.claim === undefined ? undefined : journal.runStep)
    try {
      const result = await runTool(tool, call.arguments, {
        peer: tracePeer(new ClientPeer(sampler, capabilities, canDetach, listeners)),
        journal: drain.over(journal),
        answers,
        receivedAt,
        can: toCan(capabilities, sampler.hasModel),
        signal,
        onError,
        ...(runId !== undefined && { runId }),
        ...(runStep !== undefined && { runStep }),
        ...(call.principal !== undefined && { principal: call.principal }),
        ...(onVersionChange !== undefined && { onVersionChange }),
      })
      // A round that is played again after a crash has recorded some of its answers before.
      const late = result.ignored.filter((one) => !(one.reason === 'answered' && one.at >= receivedAt))
      const ignored = late.length === 0 ? undefined : { [IGNORED_META]: late }
      if (result.type !== 'parked') return { result: withMeta(toResult(result), ignored) }
      const reply = await this.#park(call, tool, round, journal, result)
      return { ...reply, result: withMeta(reply.result, ignored) }
    } catch (error) {
      // A kept call goes on from its journal at another node.
      if (error instanceof Drained && journal.work === undefined) return this.#ask(call, tool, round, journal, {})
      if (error instanceof ProtocolError) return { error: toReplyError(error) }
      throw error
    }
  }

  async #park(
    call: Call,
    tool: McpTool,
    round: Round,
    journal: RoundJournal,
    { questions }: Extract<RunResult, { type: 'parked' }>,
  ) {
    const asked = questions.filter((question) => question.type !== 'detach')
    const { capabilities, rounds } = round
    const isLast = rounds + 1 >= MAX_ROUNDS && tool.task !== 'never' && canRunTasks(capabilities)
    if (asked.length === questions.length && !isLast) {
      const inputRequests = Object.fromEntries(asked.map((question) => [question.id, toInputRequest(question)]))
      return this.#ask(call, tool, round, journal, { inputRequests })
    }
    const recording = journal.read()!
    const result = await this.#options.tasks.create({
      // The same request again finds the same task.
      taskId: recording.header.runId,
      tool,
      arguments: call.arguments,
      principal: call.principal,
      capabilities,
      begun: recording,
      ...(round.claim !== undefined && { claim: `${round.claim.from} ${round.claim.answers}` }),
    })
    return { result }
  }

  async #ask(
    call: Call,
    tool: McpTool,
    round: Round,
    journal: RoundJournal,
    questions: object,
  ): Promise<{ result: Result; state: string }> {
    const carried: Carried = { recording: journal.read()!, rounds: round.rounds + 1, claims: addClaim(round) }
    const state = (await this.#seal(tool, carried, call)) ?? toHandle(carried.recording.header.runId, carried.rounds)
    return { result: { resultType: 'input_required', ...questions, requestState: state }, state }
  }

  /** Returns a sealed state, or `undefined` when the call must be stored. */
  async #seal({ carrier }: McpTool, carried: Carried, call: Call): Promise<string | undefined> {
    if (carrier === 'stored') return undefined
    try {
      const state = await this.#options.sealed.pack(carried, this.#bind(call))
      return state.length > MAX_SEALED ? undefined : state
    } catch (error) {
      if (error instanceof StateSizeError) return undefined
      throw error
    }
  }

  #bind({ subject, arguments: args, principal }: Call): Binding {
    return { subject, arguments: args, principal, audience: this.#options.audience }
  }

  #accepts(subject: string, version: string | undefined): boolean {
    const { catalog, onVersionChange = 'fail' } = this.#options
    const tool = findSubject(catalog, subject)?.tool
    if (tool === undefined || tool.version === version || onVersionChange !== 'fail') return tool !== undefined
    this.#reportOnce(new VersionError('a call', tool.name, version, tool.version))
    return false
  }

  /** The client is told in general words when other code is needed; the developer's words are reported once. */
  async #translated<T>(act: () => Promise<T>, journal?: RoundJournal): Promise<T> {
    try {
      return await act()
    } catch (error) {
      if (!isDivergence(error)) throw error
      if (journal?.work === undefined) this.#reportOnce(error)
      throw otherCode()
    }
  }
}

/** Returns the answers in a request. An answer of the wrong form is refused by its question, which is then asked again. */
export function toAnswers(inputResponses: unknown): Record<string, unknown> {
  if (inputResponses === undefined) return {}
  if (isObject(inputResponses)) return inputResponses
  throw new ProtocolError(ErrorCode.invalidParams, 'inputResponses must be an object of answers by question id')
}

function toState(requestState: unknown): string {
  if (typeof requestState === 'string') return requestState
  throw new ProtocolError(ErrorCode.invalidParams, 'requestState must be a string')
}

const toDigest = (answers: Record<string, unknown>): string =>
  // They came as JSON.
  Object.keys(answers).length === 0 ? NO_ANSWERS : digest(canonicalJson(answers as Json))

function toResult(reply: Reply): Result {
  if ('result' in reply) return reply.result
  const { code, message, data } = reply.error
  throw new ProtocolError(code, message, data)
}

const toReplyError = ({ code, message, data }: ProtocolError) => ({
  code,
  message,
  ...(data !== undefined && { data }),
})

const withMeta = (result: Result, added: object | undefined): Result =>
  added === undefined ? result : { ...result, _meta: { ...(result._meta as object | undefined), ...added } }

const keyUsed = (): ProtocolError =>
  new ProtocolError(ErrorCode.invalidParams, 'this idempotency key was used for a call with other arguments')
