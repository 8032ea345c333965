import { describeWaits, refuseOthers } from '../../inbox/others.ts'
import type { NewQuestion } from '../../log/questions.ts'
import { type Drain, Drained } from '../../tools/drain.ts'
import type { ElicitEffect } from '../../tools/effects/elicit.ts'
import type { Entry, Recording } from '../../tools/journal.ts'
import { isObject } from '../../tools/json.ts'
import { andThen, type MaybePromise } from '../../tools/maybe-promise.ts'
import type { OutsideWait } from '../../tools/outside.ts'
import type { Question } from '../../tools/peer.ts'
import { Run } from '../../tools/run.ts'
import type { RunResult } from '../../tools/run-tool.ts'
import type { McpTool } from '../../tools/tool.ts'
import { IGNORED_META, withMeta } from '../core/call-state.ts'
import { type Binding, type Carried, type Carrier, otherCode, StateSizeError, toHandle } from '../core/carrier.ts'
import { type ClientCapabilities, canElicit, canRunTasks, toCan } from '../core/client-capabilities.ts'
import { ProtocolError, toErrorObject } from '../core/errors.ts'
import { readAnswer } from '../core/fit-form.ts'
import { toInputRequest } from '../core/input-request.ts'
import { toArrival, toIndexed, toSentSignal } from '../core/outside-event.ts'
import { toQuestionResult, toRunningResult } from '../core/result-words.ts'
import type { ServerParts } from '../core/server-parts.ts'
import { findSubject, isTool, toToolName } from '../core/subject.ts'
import {
  type Asking,
  addClaim,
  type Call,
  OWN,
  type Played,
  type Reply,
  type Round,
  type ToTask,
} from './call-events.ts'
import type { CallHandles } from './call-handles.ts'
import type { RoundJournal } from './call-work.ts'
import { type Answering, ClientPeer, isAnsweredFor, type Need } from './client-peer.ts'
import type { Play } from './kept-calls.ts'
import type { Tasks } from './tasks.ts'

export interface RoundPlayerOptions extends ServerParts {
  /** Seals the states of calls. Without it every call that asks is stored. */
  sealed?: Carrier | undefined
  tasks: Tasks
  drain: Drain
}

/** Official clients give up after ten rounds; the last one must end the call. */
const MAX_ROUNDS = 10

/** The longest sealed state, in characters. A longer one is stored. */
const MAX_SEALED = 32_000

/** Plays one round of a call: replays its run, hands it the answers, and goes as far as it can. */
export class RoundPlayer {
  readonly #options: RoundPlayerOptions & { bind: (call: Call) => Binding }
  readonly #handles: CallHandles

  constructor(options: RoundPlayerOptions & { bind: (call: Call) => Binding }, handles: CallHandles) {
    this.#options = options
    this.#handles = handles
  }

  async play({ call, round, journal, signal, listeners, runId, outside }: Play): Promise<Played> {
    const { store, sampler, drain, signalUrl, onVersionChange, onError, catalog } = this.#options
    const found = findSubject(catalog, call.subject)
    // The offer was replaced just now.
    if (found === undefined) throw otherCode()
    const { tool, canDetach, toResult } = found
    const { capabilities, answers, receivedAt } = round
    const asked = this.answering(call, capabilities)
    const answering = asked && (await asked)
    const isForOther = (need: Need) => journal.work !== undefined && journal.read()?.header.can[need] === true
    const begun = journal.work && journal.read()!
    // The process that made the task was killed before the call could say so.
    if (
      begun !== undefined &&
      canBeTask(tool, capabilities) &&
      (await this.#options.tasks.isBegun(begun.header.runId, toTaskClaim(round)))
    )
      return this.#toTask(call, tool, round, begun, outside)
    try {
      const run = new Run(tool, call.arguments, {
        onWait: (wait) => refuseOthers(store, wait),
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
        runStep: journal.runStep,
        ...(call.principal !== undefined && { principal: call.principal }),
        ...(onVersionChange !== undefined && { onVersionChange }),
      })
      // A round that is played again after a crash hands its answers in again, and has recorded some of them.
      const own = toAnswered(journal.read()?.entries ?? [], receivedAt)
      // First: an answer to a question of the client was stored before the request that closed the question.
      for (const event of outside ?? []) {
        if (event.type === 'signal') run.receiveSignal(toSentSignal(event))
        else run.receive({ [event.id]: event.result }, toArrival(event))
      }
      for (const [id, answer] of Object.entries(answers)) {
        const attempt = round.shown && { attempt: round.shown[id] ?? 0 }
        run.receive({ [id]: answer }, { at: receivedAt, ...attempt, from: round.claim.from })
      }
      const result = await run.advance()
      const late = result.ignored.filter(
        (one) => Object.hasOwn(answers, one.id) && !(one.reason === 'answered' && own.has(one.at)),
      )
      const ignored = late.length === 0 ? undefined : { [IGNORED_META]: late }
      if (result.type !== 'parked') return { result: withMeta(toResult(result), ignored) }
      const played = await this.#park(call, tool, round, journal, result, outside, answering)
      return 'waitsFor' in played ? played : { ...played, result: withMeta(played.result, ignored) }
    } catch (error) {
      // A kept call goes on from its journal at another node.
      if (error instanceof Drained && journal.work === undefined) {
        const goOn = (state: string) =>
          answering
            ? {
                ...toRunningResult(
                  tool.name,
                  this.#handles.toHandles(call, state, journal.read(), answering),
                  undefined,
                ),
              }
            : { resultType: 'input_required', requestState: state }
        // Any server goes on with what is stored.
        return this.#ask(call, tool, round, journal, goOn, { mustStore: answering?.byView === true, wakeAt: 0 })
      }
      if (error instanceof ProtocolError) return { error: toErrorObject(error) }
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
    const { capabilities, rounds, isUnattended = false, unattended = 0 } = round
    const canDetach = canBeTask(tool, capabilities)
    const isLast = rounds + 1 - unattended >= MAX_ROUNDS && canDetach && !isUnattended
    const waitsFor = describeWaits(waits)
    const others = indexAll(waits, call.principal)
    const isWaiting = questions.length === 0 && waitsFor !== undefined
    if (asked.length === questions.length && !isWaiting && !isLast) {
      const indexed = [...others, ...indexAll(asked, call.principal)]
      const attempts = Object.fromEntries(asked.map(({ id, attempt }) => [id, attempt]))
      const asking: Asking = { questions: indexed, wakeAt, asked: attempts }
      const inWords = asked.filter(
        (question) => question.type === 'elicit' && isAnsweredFor(question, capabilities, answering),
      )
      if (answering && inWords.length === asked.length && asked.length > 0) {
        const unknown = ignored.flatMap(({ id, reason }) => (reason === 'unknown' ? [id] : []))
        const toWords = (state: string) => {
          const handles = this.#handles.toHandles(call, state, journal.read(), answering)
          return { ...toQuestionResult(tool.name, handles, inWords as ElicitEffect[], unknown) }
        }
        const mustStore = waits.length > 0 || answering.byView || !this.#handles.canSeal
        return this.#ask(call, tool, round, journal, toWords, { ...asking, mustStore })
      }
      // What the client can answer goes first; the questions in words follow with the next round.
      const sent = asked.filter((question) => !(inWords as readonly Question[]).includes(question))
      const toRequest = async (question: (typeof sent)[number]) => {
        const view = question.type === 'elicit' ? this.#options.catalog.questionView(capabilities, question) : undefined
        return [question.id, toInputRequest(question, await view)] as const
      }
      const inputRequests = Object.fromEntries(await Promise.all(sent.map(toRequest)))
      const toRequests = (requestState: string) => ({ resultType: 'input_required', inputRequests, requestState })
      return this.#ask(call, tool, round, journal, toRequests, { ...asking, mustStore: waits.length > 0 })
    }
    if (isWaiting && !canDetach) return { waitsFor, questions: others, wakeAt }
    const recording = journal.read()!
    await journal.work?.confirm()
    return this.#toTask(call, tool, round, recording, outside)
  }

  /** Goes on as a task. The same request again finds the same task. */
  async #toTask(
    call: Call,
    tool: McpTool,
    round: Round,
    begun: Recording,
    sent: Play['outside'] = [],
  ): Promise<Extract<Reply, { result: unknown }>> {
    const toTask: ToTask = (outside) =>
      this.#options.tasks.create({
        taskId: begun.header.runId,
        tool,
        arguments: call.arguments,
        principal: call.principal,
        capabilities: round.capabilities,
        begun,
        outside,
        claim: toTaskClaim(round),
      })
    return { result: await toTask(sent), toTask }
  }

  async #ask(
    call: Call,
    tool: McpTool,
    round: Round,
    journal: RoundJournal,
    toResult: (state: string) => Record<string, unknown>,
    { mustStore = false, ...asking }: { mustStore?: boolean } & Partial<Asking>,
  ): Promise<Extract<Reply, { result: unknown }>> {
    const { wakeAt } = asking
    const carried: Carried = { recording: journal.read()!, rounds: round.rounds + 1, claims: addClaim(round), wakeAt }
    const sealed = mustStore ? undefined : await this.#seal(tool, carried, call)
    const state = sealed ?? toHandle(carried.recording.header.runId, carried.rounds)
    return { result: toResult(state), state, ...asking }
  }

  /** Resolves to who answers in place of a client that cannot be asked; `undefined` if the client can, or if no one does. */
  answering({ subject }: Call, capabilities: ClientCapabilities): MaybePromise<Answering | undefined> {
    const { catalog } = this.#options
    if (!isTool(subject) || canElicit(capabilities)) return undefined
    return andThen(catalog.toolView(capabilities, toToolName(subject)), (view) => {
      const byView = view !== undefined
      const byModel = catalog.inWords?.asks === true
      return byView || byModel ? { byView, byModel } : undefined
    })
  }

  /** Returns a sealed state, or `undefined` when the call must be stored. */
  async #seal(tool: McpTool, carried: Carried, call: Call): Promise<string | undefined> {
    const { sealed } = this.#options
    if (sealed === undefined || this.isStored(tool)) return undefined
    try {
      const state = await sealed.pack(carried, this.#options.bind(call))
      return state.length > MAX_SEALED ? undefined : state
    } catch (error) {
      if (error instanceof StateSizeError) return undefined
      throw error
    }
  }

  /** Whether the calls of a tool are stored, however short their states are. */
  isStored({ carrier }: McpTool): boolean {
    return carrier === 'stored' || this.#options.sealed === undefined
  }
}

const canBeTask = ({ task }: McpTool, capabilities: ClientCapabilities): boolean =>
  task !== 'never' && canRunTasks(capabilities)

const toTaskClaim = ({ claim }: Round): string => `${claim.from} ${claim.answers}`

/** Returns questions as the store indexes them: those to the client under names of their own. */
const indexAll = (questions: readonly (Question | OutsideWait)[], owner: string | undefined): NewQuestion[] =>
  questions.flatMap((question) => {
    if (question.type !== 'elicit') return []
    const { id, attempt, to } = question
    return [toIndexed(`${to === undefined ? OWN : ''}${id}~${attempt}`, question, owner)]
  })

/** Returns when answers were recorded from a time on. A question that expired has none. */
const toAnswered = (entries: readonly Entry[], since: number): ReadonlySet<number> =>
  new Set(
    entries.flatMap((entry) => {
      if (entry.type !== 'value' || entry.time < since) return []
      const isExpired = isObject(entry.value) && entry.value.reason === 'expired'
      return isExpired ? [] : [entry.time]
    }),
  )
