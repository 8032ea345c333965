import { describeWaits, refuseOthers } from '../../inbox/others.ts'
import { toNewQuestion } from '../../inbox/question.ts'
import type { NewQuestion } from '../../log/questions.ts'
import { type Drain, Drained } from '../../tools/drain.ts'
import type { ElicitEffect } from '../../tools/effects/elicit.ts'
import { andThen, type MaybePromise } from '../../tools/maybe-promise.ts'
import type { OutsideWait } from '../../tools/outside.ts'
import type { Question } from '../../tools/peer.ts'
import { Run } from '../../tools/run.ts'
import type { RunResult } from '../../tools/run-tool.ts'
import type { McpTool } from '../../tools/tool.ts'
import { IGNORED_META, withMeta } from '../core/call-state.ts'
import { type Binding, type Carried, type Carrier, otherCode, StateSizeError, toHandle } from '../core/carrier.ts'
import { type ClientCapabilities, canAnswer, canElicit, canRunTasks, toCan } from '../core/client-capabilities.ts'
import { ProtocolError, toErrorObject } from '../core/errors.ts'
import { readAnswer } from '../core/fit-form.ts'
import { toInputRequest } from '../core/input-request.ts'
import { toSentSignals } from '../core/outside-event.ts'
import { toQuestionResult, toRunningResult, toUnaskableResult } from '../core/result-words.ts'
import type { ServerParts } from '../core/server-parts.ts'
import { findSubject, isTool, toToolName } from '../core/subject.ts'
import type { CallHandles } from './call-handles.ts'
import { OWN } from './call-streams.ts'
import type { RoundJournal } from './call-work.ts'
import { type Answering, ClientPeer } from './client-peer.ts'
import { addClaim, type Call, type Played, type Round } from './kept-call.ts'
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
    const isForOther = (need: 'elicitation' | 'url' | 'roots') =>
      journal.work !== undefined && journal.read()?.header.can[need] === true
    try {
      const run = new Run(tool, call.arguments, {
        onWait: (wait) => refuseOthers(store, wait),
        signals: toSentSignals(outside?.signals ?? []),
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
      // A round that is played again after a crash hands its answers in again.
      run.receive(answers, { at: receivedAt, ...(round.claim && { from: round.claim.from }) })
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
            ? {
                ...toRunningResult(
                  tool.name,
                  this.#handles.toHandles(call, state, journal.read(), answering),
                  undefined,
                ),
              }
            : { resultType: 'input_required', requestState: state }
        return this.#ask(call, tool, round, journal, goOn, { mustStore: answering?.byView === true })
      }
      const unaskable = answering && error instanceof ProtocolError && toUnaskableResult(tool.name, error)
      if (unaskable) return { result: { ...unaskable } }
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
          const handles = this.#handles.toHandles(call, state, journal.read(), answering)
          return { ...toQuestionResult(tool.name, handles, inWords as ElicitEffect[], unknown) }
        }
        const mustStore = waits.length > 0 || answering.byView || !this.#handles.canSeal
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
    toResult: (state: string) => Record<string, unknown>,
    { indexed = [], mustStore = false }: { indexed?: readonly NewQuestion[]; mustStore?: boolean } = {},
  ): Promise<{ result: Record<string, unknown>; state: string; questions: readonly NewQuestion[] }> {
    const carried: Carried = { recording: journal.read()!, rounds: round.rounds + 1, claims: addClaim(round) }
    const sealed = mustStore ? undefined : await this.#seal(tool, carried, call)
    const state = sealed ?? toHandle(carried.recording.header.runId, carried.rounds)
    return { result: toResult(state), state, questions: indexed }
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

/** Returns questions as the store indexes them: those to the client under names of their own. */
const toIndexed = (questions: readonly (Question | OutsideWait)[], owner: string | undefined): NewQuestion[] =>
  questions.flatMap((question) => {
    if (question.type !== 'elicit') return []
    const { id, at, attempt, to } = question
    const key = `${to === undefined ? OWN : ''}${id}~${attempt}`
    return [toNewQuestion(key, question, { owner, event: { type: 'answer', id, at, attempt } })]
  })
