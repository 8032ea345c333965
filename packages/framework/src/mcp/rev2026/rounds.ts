import { describeWaits, refuseOthers } from '../../inbox/others.ts'
import { toNewQuestion } from '../../inbox/question.ts'
import type { Keyring } from '../../keys/keyring.ts'
import type { Store } from '../../log/log.ts'
import { isDivergence } from '../../log/machine.ts'
import type { NewQuestion } from '../../log/questions.ts'
import { createReportOnce } from '../../log/report-once.ts'
import { type Drain, Drained } from '../../tools/drain.ts'
import type { ElicitEffect } from '../../tools/effects/elicit.ts'
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
import type { CallRequest, CallRounds, ContinueRequest } from '../core/call-rounds.ts'
import { CALL_META, IGNORED_META, readCallState } from '../core/call-state.ts'
import {
  type Binding,
  type Carried,
  type Carrier,
  digestBinding,
  isHandle,
  notValid,
  readHandle,
  StateSizeError,
  toHandle,
  toMark,
  toWaitHandle,
} from '../core/carrier.ts'
import type { Catalog } from '../core/catalog.ts'
import type { Channel } from '../core/channel.ts'
import {
  type ClientCapabilities,
  canAnswer,
  canElicit,
  canRunTasks,
  canSample,
  toCan,
} from '../core/client-capabilities.ts'
import { ErrorCode, missingCapability, missingElicitation, ProtocolError } from '../core/errors.ts'
import { readAnswer } from '../core/fit-form.ts'
import { digest, keyUsed, toRunId } from '../core/idempotency.ts'
import {
  asksInWords,
  type Continued,
  type Handles,
  sayLost,
  toCallHandle,
  toQuestionResult,
  toRunningResult,
  toUnaskableResult,
} from '../core/in-words.ts'
import { type InputRequest, toInputRequest } from '../core/input-request.ts'
import { Pace } from '../core/pace.ts'
import { ProgressLine } from '../core/progress.ts'
import type { Sampler } from '../core/sampler.ts'
import { judgeAnswers } from '../core/unattended.ts'
import { RoundJournal } from './call-work.ts'
import { type Answering, ClientPeer } from './client-peer.ts'
import {
  addClaim,
  type Call,
  cancelled,
  type KeptCall,
  NO_ANSWERS,
  openRound,
  type Played,
  type Reply,
  type ReplyError,
  type Round,
} from './kept-call.ts'
import { type Attending, Audience, KeptCalls, KeptElsewhereError, OWN, otherCode, type Play } from './kept-calls.ts'
import { findSubject, isTool, toolSubject, toToolName } from './subject.ts'
import type { TaskMachineOptions } from './task-machine.ts'
import type { Tasks } from './tasks.ts'

type Result = Record<string, unknown>

/** One request of a call that may take several. */
export interface RoundRequest extends CallRequest, Call {}

export interface RoundsOptions {
  store: Store
  leaseTtl: number
  catalog: Catalog
  sampler: Sampler
  /** Seals the states of calls. Without it every call that asks is stored. */
  sealed?: Carrier | undefined
  tasks: Tasks
  /** The name of the server, to which its states are bound. */
  audience: string
  stateTtl: number
  /** Calls of one principal that are kept at one time. */
  keptCalls: number
  /** Seals the handles of calls that ask in words. Such a call is stored when absent, and its handle is short. */
  handles?: Keyring | undefined
  drain: Drain
  signalUrl?: TaskMachineOptions['signalUrl']
  /** Milliseconds between two heartbeats of a request. */
  heartbeat?: number | undefined
  /** Milliseconds for which a request waits for other people before the reply asks its client to retry. */
  patience?: number | undefined
  onVersionChange: RunOptions['onVersionChange']
  onError: (error: unknown) => void
}

/** Official clients give up after ten rounds; the last one must end the call. */
const MAX_ROUNDS = 10

/** The longest sealed state, in characters. A longer one is stored. */
const MAX_SEALED = 32_000

/** Requests of the views of one call within a minute. */
const VIEW_REQUESTS = 120

/** The label of a sealed handle. */
const HANDLE = 'handle0'

interface PlayOptions {
  recording?: Carried['recording']
  state?: string
  /** Whether a repeated request cannot be recognized, so that no stored call is looked up. */
  isFirst?: boolean
  /** The stored call, where it was looked up already. */
  found?: { kept: KeptCall | undefined }
}

/** Runs stateless calls: each request replays the run, takes its answers and goes as far as it can. */
export class Rounds implements CallRounds {
  readonly #options: RoundsOptions
  readonly #calls: KeptCalls
  readonly #reportOnce: ReturnType<typeof createReportOnce>
  /** The requests of each call's views. */
  readonly #pace = new Pace('requests of a view', VIEW_REQUESTS)

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

  /** Starts to drive the rounds of processes that have ended. */
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
    const { inWords } = this.#options.catalog
    const notify = (params: Record<string, unknown>) => channel.notify('notifications/progress', params)
    const progress = new ProgressLine(envelope.progressToken, notify, this.#options.heartbeat)
    const isInWords = inWords !== undefined && isTool(subject) && !canElicit(envelope.capabilities)
    const until = isInWords ? performance.now() + inWords.wait : Number.POSITIVE_INFINITY
    const waiting: Attending = { envelope, channel, progress, until, isInWords }
    const first: Round = {
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
    } finally {
      progress.stop()
    }
  }

  #runFirst(
    call: Call,
    first: Round,
    waiting: Attending,
    requestState: unknown,
    idempotencyKey: string | undefined,
  ): Promise<Result> {
    if (requestState !== undefined) return this.#resume(call, first, toState(requestState), waiting)
    if (idempotencyKey !== undefined) return this.#beginWithKey(call, first, idempotencyKey, waiting)
    return this.#begin(call, first, waiting)
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
      const isWrong = error instanceof ProtocolError && error.code === ErrorCode.invalidParams
      if (!isWrong || continued.key !== undefined) throw error
      // For a model, which does not see JSON-RPC errors in every host.
      return { content: [{ type: 'text', text: sayLost(continued.tool, error) }], isError: true }
    }
  }

  async #goOn({ tool, state, key, answers }: Continued, request: ContinueRequest, channel: Channel): Promise<Result> {
    const { principal, envelope, requestState, inputResponses } = request
    const { call, state: own, kept } = await this.#openHandle(tool, state, principal)
    const goOn = (from: unknown, given: unknown) =>
      this.run({ ...call, requestState: from, inputResponses: given, idempotencyKey: undefined, envelope }, channel)
    const look = async (now: KeptCall, ignored?: object) => {
      const reply = readReply(now)
      if (reply === undefined) return withMeta(await goOn(toNewest(now), {}), ignored)
      // A view shows the end of its call, also if that is an error.
      const isError = 'error' in reply && key !== undefined
      return withMeta(isError ? toFailed(reply.error) : toResult(reply), ignored)
    }
    if (key === undefined) {
      const play = () => (Object.keys(answers).length === 0 && kept ? look(kept) : goOn(own, answers))
      if (requestState === undefined) refuseForModel(kept, own, answers)
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
      const now = error instanceof ProtocolError ? await this.#calls.find(kept.id) : undefined
      if (now === undefined || (now.last?.next === toMark(own) && !now.isCancelled)) throw error
      // The first answer counts. A view that is late sees how the call is now.
      return look(now, { [IGNORED_META]: Object.keys(answers).map((id) => ({ id, reason: 'answered' })) })
    }
  }

  /** `kept` is the stored call, where the handle does not hold all of it. */
  async #openHandle(
    tool: string,
    state: string,
    principal: string | undefined,
  ): Promise<{ call: Call; state: string; kept?: KeptCall }> {
    const subject = toolSubject(tool)
    if (!isHandle(state)) {
      const opened = this.#options.handles?.open(HANDLE, state)
      if (opened === undefined) throw notValid()
      // Only this server's keys can have sealed it.
      const { args, state: own } = JSON.parse(opened.toString()) as { args: unknown; state: string }
      return { call: { subject, arguments: args, principal }, state: own }
    }
    const id = readHandle(state)
    const kept = id === undefined ? undefined : await this.#calls.find(id)
    const call: Call = { subject, arguments: kept?.arguments, principal }
    if (kept === undefined || kept.binding !== digestBinding(this.#bind(call))) throw notValid()
    // The handles of a cancelled call show that it was.
    if (!kept.isCancelled) this.#calls.check(kept, state)
    return { call, state, kept }
  }

  /** Cancels a call that waits for answers: its request was cancelled, and its `finally` blocks run. */
  cancel(id: string): Promise<void> {
    return this.#calls.cancel(id)
  }

  #toHandle({ subject, arguments: args }: Call, state: string): string {
    const { handles } = this.#options
    const isOwn = isHandle(state) || handles === undefined
    const handle = isOwn ? state : handles.seal(HANDLE, Buffer.from(JSON.stringify({ args, state })))
    return toCallHandle(toToolName(subject), handle)
  }

  #toHandles(call: Call, state: string, recording: Recording | undefined, { byView, byModel }: Answering): Handles {
    const key = byView && recording !== undefined ? toViewKey(recording) : undefined
    const view = key === undefined ? undefined : toCallHandle(toToolName(call.subject), state, key)
    return { call: this.#toHandle(call, state), view, asks: byModel }
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
    const judged = (askedAt = 0) => judgeAnswers(first.answers, first.receivedAt - askedAt)
    if (isHandle(state)) {
      const kept = await this.#calls.unpack(state, binding)
      const round: Round = { ...first, answers: judged(kept.last?.time), claim }
      return this.#attend(await this.#calls.attend(kept, round, waiting), call, state, waiting)
    }
    const { sealed } = this.#options
    if (sealed === undefined) throw notValid()
    const { recording, rounds, claims, askedAt } = await sealed.unpack(state, binding)
    const round: Round = { ...first, answers: judged(askedAt), claim, rounds, claims }
    return this.#playOrAttend(call, round, waiting, recording.header.runId, { recording, state })
  }

  /** The key of a client names the run, which is stored from its first write on, so that the same request again finds it. */
  async #beginWithKey(call: Call, first: Round, key: string, waiting: Attending): Promise<Result> {
    const round: Round = { ...first, claim: { from: digest(`key ${key}`), answers: toDigest(first.answers) } }
    for (let attempt = key; ; attempt = `${attempt} again`) {
      const runId = toRunId(this.#options.audience, call, attempt)
      const kept = await this.#calls.find(runId)
      // The same request of a client that now declares what was missing begins another run.
      const isSame = kept?.binding === digestBinding(this.#bind(call))
      if (!isSame || !isRefusedFor(kept, first.capabilities))
        return this.#playOrAttend(call, round, waiting, runId, { found: { kept } })
    }
  }

  /** Plays a round here, or waits for it where the call is in the store. */
  async #playOrAttend(
    call: Call,
    round: Round,
    waiting: Attending,
    runId: string,
    { recording, state, isFirst = false, found }: PlayOptions,
  ): Promise<Result> {
    const { kept } = found ?? { kept: isFirst ? undefined : await this.#calls.find(runId) }
    if (kept !== undefined) {
      if (kept.binding !== digestBinding(this.#bind(call))) throw state === undefined ? keyUsed() : notValid()
      return this.#attend(await this.#calls.attend(kept, round, waiting), call, state, waiting)
    }
    // Refused before its first step, if the call may be stored.
    const tool = findSubject(this.#options.catalog, call.subject)?.tool
    if ((tool !== undefined && this.#isStored(tool)) || !isFirst) await this.#calls.requireRoom(call.principal)
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
    const handingOver = this.#handOver(play, audience, waiting)
    try {
      const played = await this.#translated(
        () => Promise.race([playing.promise, leaving.promise, handingOver.done]),
        journal,
      )
      if (played === undefined) {
        return this.#attend({ comeBackWith: toWaitHandle(runId, round.rounds + 1) }, call, state, waiting)
      }
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
      handingOver.stop()
      leave()
    }
    const now = await this.#calls.find(runId)
    if (now === undefined) throw notValid()
    return this.#attend(await this.#calls.attend(now, round, waiting, true), call, state, waiting)
  }

  /**
   * Lets a call go on without a client that gives up soon: `done` resolves once the call is stored. The request goes on waiting
   * if it cannot be stored.
   */
  #handOver(
    { call, journal }: Play,
    audience: Audience,
    { until, channel }: Attending,
  ): { done: Promise<undefined>; stop: () => void } {
    const done = Promise.withResolvers<undefined>()
    if (until === Number.POSITIVE_INFINITY) return { done: done.promise, stop: () => {} }
    const handOver = async () => {
      if (journal.work === undefined) {
        await this.#calls.requireRoom(call.principal)
        await journal.keepNow()
      }
      if (journal.work === undefined || channel.signal.aborted) return
      audience.letGo()
      done.resolve(undefined)
    }
    const timer = setTimeout(() => void handOver().catch(() => {}), until - performance.now())
    return { done: done.promise, stop: () => clearTimeout(timer) }
  }

  /** Converts the stored reply to a request into its result. Without a reply, the client retries with a state. */
  async #attend(
    reply: Awaited<ReturnType<KeptCalls['attend']>>,
    call: Call,
    state: string | undefined,
    { isInWords, envelope }: Attending,
  ): Promise<Result> {
    if (!('comeBackWith' in reply)) return toResult(reply as Reply)
    const { comeBackWith, waitsFor } = reply
    if (!isInWords) return { resultType: 'input_required', requestState: state ?? comeBackWith }
    const answering = (await this.#answering(call, envelope.capabilities)) ?? { byView: false, byModel: false }
    const kept = answering.byView ? await this.#calls.find(readHandle(comeBackWith)!) : undefined
    const handles = this.#toHandles(call, comeBackWith, kept?.recording, answering)
    return { ...toRunningResult(toToolName(call.subject), handles, waitsFor) }
  }

  /** A call whose state does not travel is stored when its round ends. */
  async #store({ call, round, journal }: Play, reply: Reply): Promise<void> {
    if (!('state' in reply) || reply.state === undefined || !isHandle(reply.state)) return
    // Known only now: the journal was too large to travel.
    if (!this.#isStored(findSubject(this.#options.catalog, call.subject)!.tool)) {
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
    const answering = await this.#answering(call, capabilities)
    const isForOther = (need: 'elicitation' | 'url' | 'roots') =>
      journal.work !== undefined && journal.read()?.header.can[need] === true
    try {
      const run = new Run(tool, call.arguments, {
        onWait: (wait) => refuseOthers(store, wait),
        signals: toSignals(outside),
        readAnswer,
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
        peer: new ClientPeer(sampler, capabilities, { canDetach, answering, isForOther }, listeners),
        journal: drain.over(journal),
        can: { ...toCan(capabilities, sampler.hasModel), ...(answering?.byView && { elicitation: true }) },
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
      const played = await this.#park(call, tool, round, journal, result, outside, answering)
      return 'waitsFor' in played ? played : { ...played, result: withMeta(played.result, ignored) }
    } catch (error) {
      // A kept call goes on from its journal at another node.
      if (error instanceof Drained && journal.work === undefined) {
        const goOn = (state: string) =>
          answering
            ? { ...toRunningResult(tool.name, this.#toHandles(call, state, journal.read(), answering), undefined) }
            : { resultType: 'input_required', requestState: state }
        return this.#ask(call, tool, round, journal, goOn, { mustStore: answering?.byView === true })
      }
      const unaskable = answering && error instanceof ProtocolError && toUnaskableResult(tool.name, error)
      if (unaskable) return { result: { ...unaskable } }
      if (error instanceof ProtocolError) return { error: toReplyError(error) }
      throw error
    }
  }

  async #park(
    call: Call,
    tool: McpTool,
    round: Round,
    journal: RoundJournal,
    { questions, waits, wakeAt, ignored }: Extract<RunResult, { type: 'parked' }>,
    outside: Play['outside'],
    answering: Answering | undefined,
  ): Promise<Exclude<Played, { error: unknown }>> {
    const asked = questions.filter((question) => question.type !== 'detach')
    const { capabilities, rounds } = round
    const canDetach = tool.task !== 'never' && canRunTasks(capabilities)
    const isLast = rounds + 1 >= MAX_ROUNDS && canDetach
    const waitsFor = describeWaits(waits)
    const others = toIndexed(waits, call.principal)
    const isWaiting = questions.length === 0 && waitsFor !== undefined
    if (asked.length === questions.length && !isWaiting && !isLast) {
      const indexed = [...others, ...toIndexed(asked, call.principal)]
      const inWords = asked.filter(
        (question) => question.type === 'elicit' && answering !== undefined && !canAnswer(capabilities, question),
      )
      if (answering && inWords.length === asked.length && asked.length > 0) {
        const unknown = ignored.flatMap(({ id, reason }) => (reason === 'unknown' ? [id] : []))
        const toWords = (state: string) => {
          const handles = this.#toHandles(call, state, journal.read(), answering)
          return { ...toQuestionResult(tool.name, handles, inWords as ElicitEffect[], unknown) }
        }
        const mustStore = waits.length > 0 || answering.byView || this.#options.handles === undefined
        return this.#ask(call, tool, round, journal, toWords, { indexed, mustStore })
      }
      // What the client can answer goes first; the questions in words follow with the next round.
      const sent = asked.filter((question) => !(inWords as readonly Question[]).includes(question))
      const toRequest = async (question: (typeof sent)[number]) => {
        const view = question.type === 'elicit' ? this.#options.catalog.questionView(capabilities, question) : undefined
        return [question.id, toInputRequest(question, await view)] as const
      }
      const inputRequests = Object.fromEntries(await Promise.all(sent.map(toRequest)))
      const toRequests = (requestState: string) => ({ resultType: 'input_required', inputRequests, requestState })
      return this.#ask(call, tool, round, journal, toRequests, { indexed, mustStore: waits.length > 0 })
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
    toResult: (state: string) => Result,
    { indexed = [], mustStore = false }: { indexed?: readonly NewQuestion[]; mustStore?: boolean } = {},
  ): Promise<{ result: Result; state: string; questions: readonly NewQuestion[] }> {
    const carried: Carried = { recording: journal.read()!, rounds: round.rounds + 1, claims: addClaim(round) }
    const sealed = mustStore ? undefined : await this.#seal(tool, carried, call)
    const state = sealed ?? toHandle(carried.recording.header.runId, carried.rounds)
    return { result: toResult(state), state, questions: indexed }
  }

  /** Resolves to who answers in place of a client that cannot be asked; `undefined` if the client can, or if no one does. */
  async #answering({ subject }: Call, capabilities: ClientCapabilities): Promise<Answering | undefined> {
    const { catalog } = this.#options
    if (!isTool(subject) || canElicit(capabilities)) return undefined
    const byView = (await catalog.toolView(capabilities, toToolName(subject))) !== undefined
    const byModel = catalog.inWords?.asks === true
    return byView || byModel ? { byView, byModel } : undefined
  }

  /** Returns a sealed state, or `undefined` when the call must be stored. */
  async #seal(tool: McpTool, carried: Carried, call: Call): Promise<string | undefined> {
    const { sealed } = this.#options
    if (sealed === undefined || tool.carrier === 'stored') return undefined
    try {
      const state = await sealed.pack(carried, this.#bind(call))
      return state.length > MAX_SEALED ? undefined : state
    } catch (error) {
      if (error instanceof StateSizeError) return undefined
      throw error
    }
  }

  #isStored({ carrier }: McpTool): boolean {
    return carrier === 'stored' || this.#options.sealed === undefined
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

  /** If other code is needed, the client receives a general message, and the message for the developer is reported once. */
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

const NEEDS: Readonly<Record<string, (client: ClientCapabilities, params: Record<string, unknown>) => boolean>> = {
  'elicitation/create': canAnswer,
  'sampling/createMessage': (client, { tools }) => canSample(client, tools !== undefined),
  'roots/list': ({ roots }) => roots !== undefined,
}

/** Throws unless the client can answer what a result asks. */
function requireCapabilities({ inputRequests = {} }: Result, client: ClientCapabilities): void {
  // Only `#park` makes them.
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

/** Returns the key of the views of a call. The seed of a run is secret, and stored with it. */
const toViewKey = ({ header }: Recording): string => digest(`view ${header.seed}`)

/** Returns the newest reply of a call, if the call waits for answers in words or has ended. */
function readReply(call: KeptCall): Reply | undefined {
  const { last, isCancelled } = call
  if (last === undefined || openRound(call) !== undefined) return undefined
  // The stored reply is one that was sent.
  const reply = last.reply as Reply
  if (isCancelled && last.next !== undefined) return { error: toReplyError(cancelled()) }
  return last.next === undefined || ('result' in reply && asksInWords(reply.result)) ? reply : undefined
}

/** Returns the state from which a call goes on that has no such reply. */
const toNewest = (call: KeptCall): string =>
  openRound(call) === undefined ? call.last!.next! : toWaitHandle(call.id, call.rounds + 1)

/** Throws if a model answers a question that only the person may answer, in the view. */
function refuseForModel(kept: KeptCall | undefined, state: string, answers: Record<string, unknown>): void {
  const { reply, next } = kept?.last ?? {}
  if (reply === undefined || !('result' in reply) || next !== toMark(state)) return
  const shown = readCallState(reply.result as Result)
  const questions = shown !== undefined && 'questions' in shown ? shown.questions : []
  const asked = questions.find(({ id, mustAsk }) => mustAsk && Object.hasOwn(answers, id))
  if (asked === undefined) return
  throw new ProtocolError(
    ErrorCode.invalidParams,
    `only the person may answer ${JSON.stringify(asked.id)}, in the view of the tool`,
  )
}

/** Returns a result for the model, which must not get the handle of a view. */
function withoutView(result: Result): Result {
  const state = readCallState(result)
  if (state === undefined) return result
  const { call } = result.structuredContent as { call: string }
  return withMeta(result, { [CALL_META]: { version: state.version, status: state.status, call } })
}

const toFailed = ({ message }: ReplyError): Result => ({ content: [{ type: 'text', text: message }], isError: true })

const withMeta = (result: Result, added: object | undefined): Result =>
  added === undefined ? result : { ...result, _meta: { ...(result._meta as object | undefined), ...added } }
