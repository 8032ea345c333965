import { describeWaits, refuseOthers } from '../../inbox/others.ts'
import { toNewQuestion } from '../../inbox/question.ts'
import { isDivergence } from '../../log/driver.ts'
import type { Store } from '../../log/log.ts'
import type { NewQuestion } from '../../log/questions.ts'
import { createReportOnce } from '../../log/report-once.ts'
import { type Drain, Drained } from '../../tools/drain.ts'
import { VersionError } from '../../tools/errors.ts'
import { emptyProgress, type Recording } from '../../tools/journal.ts'
import { canonicalJson, isObject, type Json } from '../../tools/json.ts'
import type { OutsideWait } from '../../tools/outside.ts'
import type { Question } from '../../tools/peer.ts'
import { Run } from '../../tools/run.ts'
import type { RunOptions, RunResult } from '../../tools/run-tool.ts'
import { mintId } from '../../tools/seed.ts'
import type { SentSignal } from '../../tools/signal-box.ts'
import type { McpTool } from '../../tools/tool.ts'
import { findVersion } from '../../tools/tool-versions.ts'
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
import { digest, keyUsed, toRunId } from '../core/idempotency.ts'
import { toInputRequest } from '../core/input-request.ts'
import type { Sampler } from '../core/sampler.ts'
import { RoundJournal } from './call-work.ts'
import { ClientPeer } from './client-peer.ts'
import type { Envelope } from './envelope.ts'
import { addClaim, type Call, cancelled, NO_ANSWERS, type Played, type Reply, type Round } from './kept-call.ts'
import { type Attending, Audience, KeptCalls, KeptElsewhereError, OWN, otherCode, type Play } from './kept-calls.ts'
import { findSubject } from './subject.ts'
import type { TaskMachineOptions } from './task-work.ts'
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
  /** Calls of one principal that are kept at one time. */
  keptCalls: number
  drain: Drain
  signalUrl?: TaskMachineOptions['signalUrl']
  /** Milliseconds for which a request waits for other people before its client is told to come back. */
  patience?: number | undefined
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
    const { store, leaseTtl, stateTtl, keptCalls, drain, patience, onError } = options
    this.#options = options
    this.#reportOnce = createReportOnce(onError)
    this.#calls = new KeptCalls({
      store,
      leaseTtl,
      ttl: stateTtl,
      limit: keptCalls,
      closing: drain.signal,
      ...(patience !== undefined && { patience }),
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
    const waiting: Attending = { envelope, channel }
    const first: Round = {
      rounds: 0,
      claims: [],
      answers: toAnswers(request.inputResponses),
      receivedAt: channel.receivedAt,
      capabilities: envelope.capabilities,
    }
    if (requestState !== undefined) return this.#resume(call, first, toState(requestState), waiting)
    if (idempotencyKey !== undefined) return this.#beginWithKey(call, first, idempotencyKey, waiting)
    return this.#begin(call, first, waiting)
  }

  /** Nothing tells a first request without a key from another one. It is stored only when others have to find its call. */
  async #begin(call: Call, first: Round, waiting: Attending): Promise<Result> {
    const runId = mintId()
    const claim = { from: runId, answers: NO_ANSWERS }
    return this.#playOrAttend(call, { ...first, claim }, waiting, runId, { isFirst: true })
  }

  async #resume(call: Call, first: Round, state: string, waiting: Attending): Promise<Result> {
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

  /** The key of a client names the run, which is stored from its first write on, so that the same request again finds it. */
  async #beginWithKey(call: Call, first: Round, key: string, waiting: Attending): Promise<Result> {
    const runId = toRunId(this.#options.audience, call, key)
    const round: Round = { ...first, claim: { from: digest(`key ${key}`), answers: toDigest(first.answers) } }
    return this.#playOrAttend(call, round, waiting, runId, {})
  }

  /** Plays a round here, or waits for it where the call is in the store. */
  async #playOrAttend(
    call: Call,
    round: Round,
    waiting: Attending,
    runId: string,
    { recording, state, isFirst = false }: { recording?: Carried['recording']; state?: string; isFirst?: boolean },
  ): Promise<Result> {
    const kept = isFirst ? undefined : await this.#calls.find(runId)
    if (kept !== undefined) {
      if (kept.binding !== digestBinding(this.#bind(call))) throw state === undefined ? keyUsed() : notValid()
      return this.#attend(await this.#calls.attend(kept, round, waiting), state)
    }
    // Refused before its first step, if the call may be stored.
    const tool = findSubject(this.#options.catalog, call.subject)?.tool
    if (tool?.carrier === 'stored' || !isFirst) await this.#calls.requireRoom(call.principal)
    const audience = new Audience()
    const playing = Promise.withResolvers<Played>()
    // A tool that changes nothing can run again for the same request, so its reply is not worth a write.
    const isKeyed = recording === undefined && !isFirst && tool?.annotations?.readOnlyHint !== true
    const journal = new RoundJournal(recording, {
      keep: this.#calls.keep(call, round, audience, playing.promise),
      keepsOnce: !isFirst,
      keepsAll: isKeyed,
      onOnce: () => !isFirst && this.#calls.warn(call.subject),
    })
    const play: Play = { call, round, journal, signal: audience.signal, listeners: audience.listeners, runId }
    // A kept round goes on for the other requests that wait for it; one that is not kept ends with its only request.
    const leaving = Promise.withResolvers<never>()
    const leave = audience.add(waiting, () => journal.work && leaving.reject(cancelled()))
    this.#play(play).then(playing.resolve, playing.reject)
    try {
      const played = await this.#translated(() => Promise.race([playing.promise, leaving.promise]), journal)
      if (!('waitsFor' in played)) {
        if (journal.work === undefined && isKeyed) await this.#storeAll(play, played)
        else if (journal.work === undefined) await this.#store(play, played)
        if (journal.work === undefined || (await journal.work.isStored)) return toResult(played)
      } else if (journal.work === undefined) {
        await this.#calls.storeWaiting(call, round, journal.read()!, played)
      }
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

  /** Turns what a request in the store is answered into its result. Without a reply the client comes back with a state. */
  #attend(reply: Awaited<ReturnType<KeptCalls['attend']>>, state: string | undefined): Result {
    if (!('comeBackWith' in reply)) return toResult(reply as Reply)
    return { resultType: 'input_required', requestState: state ?? reply.comeBackWith }
  }

  /** A call whose state does not travel is stored when its round ends. */
  async #store({ call, round, journal }: Play, reply: Reply): Promise<void> {
    if (!('state' in reply) || reply.state === undefined || !isHandle(reply.state)) return
    // Known only now: the journal was too large to travel.
    if (findSubject(this.#options.catalog, call.subject)?.tool.carrier !== 'stored') {
      await this.#calls.requireRoom(call.principal)
    }
    await this.#calls.store(call, round, journal.read()!, reply)
  }

  /** A call with a key is stored even if its run wrote nothing: it has no effects, and its reply is final. */
  async #storeAll({ call, round, journal, runId }: Play, reply: Reply): Promise<void> {
    const recording = journal.read() ?? unwritten(findSubject(this.#options.catalog, call.subject)!.tool, runId!)
    if (!('error' in reply)) await this.#calls.store(call, round, recording, reply)
  }

  async #play({ call, round, journal, signal, listeners, runId, outside }: Play): Promise<Played> {
    const { store, sampler, drain, signalUrl, onVersionChange, onError, catalog } = this.#options
    const found = findSubject(catalog, call.subject)
    // The offer was replaced just now.
    if (found === undefined) throw otherCode()
    const { tool, canDetach, toResult } = found
    const { capabilities, answers, receivedAt } = round
    try {
      const run = new Run(tool, call.arguments, {
        onWait: (wait) => refuseOthers(store, wait),
        signals: toSignals(outside),
        // The call may go on as a task, which has the same id.
        ...(signalUrl && {
          signalUrl: (id, name) =>
            signalUrl(
              [
                { kind: 'task', id },
                { kind: 'call', id },
              ],
              { type: 'signal', name },
            ),
        }),
        peer: new ClientPeer(sampler, capabilities, canDetach, listeners),
        journal: drain.over(journal),
        can: toCan(capabilities, sampler.hasModel),
        signal,
        onError,
        ...(runId !== undefined && { runId }),
        ...(round.claim !== undefined && { runStep: journal.runStep }),
        ...(call.principal !== undefined && { principal: call.principal }),
        ...(onVersionChange !== undefined && { onVersionChange }),
      })
      run.receive(answers, { at: receivedAt })
      for (const { id, result, timestamp, attempt, answeredBy } of outside?.received ?? []) {
        run.receive({ [id]: result }, { at: timestamp, attempt, by: answeredBy })
      }
      const result = await run.advance()
      // A round that is played again after a crash has recorded some of its answers before.
      const late = result.ignored.filter((one) => !(one.reason === 'answered' && one.at >= receivedAt))
      const ignored = late.length === 0 ? undefined : { [IGNORED_META]: late }
      if (result.type !== 'parked') return { result: withMeta(toResult(result), ignored) }
      const played = await this.#park(call, tool, round, journal, result, outside)
      return 'waitsFor' in played ? played : { ...played, result: withMeta(played.result, ignored) }
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
    { questions, waits, wakeAt }: Extract<RunResult, { type: 'parked' }>,
    outside: Play['outside'],
  ): Promise<Exclude<Played, { error: unknown }>> {
    const asked = questions.filter((question) => question.type !== 'detach')
    const { capabilities, rounds } = round
    const canDetach = tool.task !== 'never' && canRunTasks(capabilities)
    const isLast = rounds + 1 >= MAX_ROUNDS && canDetach
    const waitsFor = describeWaits(waits)
    const others = toIndexed(waits, call.principal)
    const isWaiting = questions.length === 0 && waitsFor !== undefined
    if (asked.length === questions.length && !isWaiting && !isLast) {
      const inputRequests = Object.fromEntries(asked.map((question) => [question.id, toInputRequest(question)]))
      const indexed = [...others, ...toIndexed(asked, call.principal)]
      return this.#ask(call, tool, round, journal, { inputRequests }, { indexed, mustStore: waits.length > 0 })
    }
    if (isWaiting && !canDetach) return { waitsFor, questions: others, wakeAt }
    const recording = journal.read()!
    const result = await this.#options.tasks.create({
      // The same request again finds the same task.
      taskId: recording.header.runId,
      tool,
      arguments: call.arguments,
      principal: call.principal,
      capabilities,
      begun: recording,
      ...(outside && { outside }),
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
    { indexed = [], mustStore = false }: { indexed?: readonly NewQuestion[]; mustStore?: boolean } = {},
  ): Promise<{ result: Result; state: string; questions: readonly NewQuestion[] }> {
    const carried: Carried = { recording: journal.read()!, rounds: round.rounds + 1, claims: addClaim(round) }
    const sealed = mustStore ? undefined : await this.#seal(tool, carried, call)
    const state = sealed ?? toHandle(carried.recording.header.runId, carried.rounds)
    return { result: { resultType: 'input_required', ...questions, requestState: state }, state, questions: indexed }
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
    if (tool === undefined) return false
    if (findVersion(tool, version) !== undefined || onVersionChange !== 'fail') return true
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

/** Returns questions as the store indexes them: those to the client under names of their own. */
const toIndexed = (questions: readonly (Question | OutsideWait)[], owner: string | undefined): NewQuestion[] =>
  questions.flatMap((question) => {
    if (question.type !== 'elicit') return []
    const { id, at, attempt, to } = question
    const key = `${to === undefined ? OWN : ''}${id}~${attempt}`
    return [toNewQuestion(key, question, { owner, event: { type: 'answer', id, at, attempt } })]
  })

const toSignals = (outside: Play['outside']): SentSignal[] =>
  (outside?.signals ?? []).map(({ signalId, name, value, timestamp }) => ({ id: signalId, name, value, at: timestamp }))

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
