import { isDivergence, isLoss } from '../log/machine.ts'
import { type RunChange, toEnd, toProblem } from '../log/run-index.ts'
import type { SampleEffect } from '../tools/effects/sample.ts'
import { DivergenceError, RecordSizeError } from '../tools/errors.ts'
import type { Host, HostEffect } from '../tools/host.ts'
import { isForModel } from '../tools/hosted-app.ts'
import type { MaybePromise } from '../tools/maybe-promise.ts'
import { type McpMessage, toText } from '../tools/message.ts'
import { type Deferred, deferred, type Outcome, succeeded } from '../tools/outcome.ts'
import type { Peer, PeerEffect } from '../tools/peer.ts'
import { type Ended, RunHandle } from '../tools/run-handle.ts'
import { addUsage, noUsage, type Usage } from '../tools/usage.ts'
import { type CallOutcome, toCallOutcome } from './call-outcome.ts'
import { type CallRequest, CallWork } from './call-work.ts'
import type { ChatDriven } from './chat-driven.ts'
import { attach, toHistory } from './history.ts'
import type { ElicitPatch } from './patch.ts'
import { findTool, planCall, planViewCall, previewCall, toWireTool } from './plan.ts'
import { sample } from './sample.ts'
import { type ChatMessage, findMessage, type ToolCallState, type TurnState } from './state.ts'
import { createTurn, createViewCall, type HostRequests, type Opening, PLAN, type TurnContext } from './turn.ts'

/** Milliseconds for which the run of a call that failed is kept after its turn, for those who look into the failure. */
const FAILED_FOR = 7 * 86_400_000

/** After the text that the model is to go on with. Some providers refuse a conversation that ends with an answer. */
const CONTINUE: McpMessage = {
  role: 'user',
  content: {
    type: 'text',
    text: 'Your answer was cut off. Continue it exactly where it ends, without repeating or introducing anything.',
  },
}

/** A turn that this node drives, with the calls that it has made. A call that a view makes is driven in the same way. */
export class TurnWork implements Peer, Host {
  readonly turn: number
  /** Rejects when it could not be run here. */
  readonly ended: Promise<Ended & { usage: Usage }>
  /** Whether it was stopped because of an error. */
  hasFailed = false
  readonly #driven: ChatDriven
  readonly #model: string
  readonly #viewCall: ToolCallState | undefined
  readonly #run: RunHandle
  readonly #runId: string
  readonly #calls = new Map<string, CallWork>()
  /** Approvals that the turn waits for: the id of the effect and the attempt, by callId. */
  readonly #approvals = new Map<string, { id: string; attempt: number }>()
  readonly #ended: Promise<unknown>[] = []
  #callUsage: Usage = noUsage
  /** Whether it has reached the point where an earlier driver stopped. */
  #isLive = false
  #isCancelled = false
  #isBroken = false
  #breakdown = Promise.withResolvers<never>()

  constructor(driven: ChatDriven, { turn, model }: Pick<TurnState, 'turn' | 'model'>, viewCall?: ToolCallState) {
    this.turn = turn
    this.#driven = driven
    this.#model = model
    this.#viewCall = viewCall
    this.#runId = runIdOf(driven.id, viewCall?.callId ?? turn)
    this.#run = new RunHandle(
      this.#createTurn(),
      {},
      {
        peer: this,
        host: this,
        runId: this.#runId,
        journal: driven.runs.journal(this.#runId),
        runStep: driven.runStep,
        onError: driven.onError,
        onPark: () => driven.ring(),
        can: { elicitation: true, sampling: true },
        ...(driven.principal !== undefined && { principal: driven.principal }),
      },
    )
    this.ended = Promise.race([this.#finish(), this.#breakdown.promise])
  }

  /** Whether nothing happens until a person answers. */
  get waits(): boolean {
    return this.#run.waits && [...this.#calls.values()].every((call) => call.waits)
  }

  get wakeAt(): number | undefined {
    const times = [this.#run, ...this.#calls.values()].flatMap(({ wakeAt }) => wakeAt ?? [])
    return times.length === 0 ? undefined : Math.min(...times)
  }

  cancel(): void {
    if (this.#isCancelled) return
    this.#isCancelled = true
    if (this.#isLive) this.#halt()
  }

  /** Stops the turn because of an error that the log has. */
  fail(): void {
    this.hasFailed = true
    this.cancel()
  }

  /** Fails a question of one of its calls. */
  refuse({ callId, elicitId }: Pick<ElicitPatch, 'callId' | 'elicitId'>, error: RecordSizeError): void {
    this.#calls.get(callId)?.refuse(elicitId, error)
  }

  /** Releases the turn and its calls; resolves when none of them runs any more. */
  async leave(): Promise<void> {
    this.#run.leave()
    for (const call of this.#calls.values()) call.leave()
    await this.#run.ended.catch(() => {})
    await Promise.all(this.#ended)
  }

  /** The turn came past the place at which it was blocked: its calls are listed by what they wait for. */
  async unblock(): Promise<void> {
    await Promise.all([...this.#calls.keys()].map((callId) => this.#mark(`${this.#runId}/${callId}`)))
  }

  /** Hands on the approvals and answers that are in the log. */
  sync(): void {
    for (const [callId, { id, attempt }] of this.#approvals) {
      const asked = this.#driven.state.pendingApprovals[callId]
      const response = (asked?.attempt ?? 1) === attempt ? asked?.response : undefined
      if (response === undefined) continue
      this.#approvals.delete(callId)
      this.#run.settle(id, succeeded(response))
    }
    for (const call of this.#calls.values()) {
      if (this.#driven.state.toolCalls[call.callId]?.cancelling) call.cancel()
      else call.sync()
    }
  }

  answer(effect: PeerEffect, signal: AbortSignal): MaybePromise<Outcome | Deferred> {
    this.#goLive()
    return effect.type === 'sample' ? this.#stream(effect, signal) : succeeded(undefined)
  }

  perform({ id, key, request }: HostEffect, signal: AbortSignal): Deferred {
    this.#goLive()
    // The turn is ours, and makes no other requests.
    if (key === 'call') this.#startCall(id, request as unknown as HostRequests['call'], signal)
    else {
      const { callId, attempt = 1 } = request as HostRequests['approval']
      this.#approvals.set(callId, { id, attempt })
    }
    this.#driven.ring()
    return deferred
  }

  /** The first effect that is performed: from here on the turn makes anew all that it waits for. */
  #goLive(): void {
    if (this.#isLive) return
    this.#isLive = true
    queueMicrotask(() => this.#isCancelled && this.#halt())
  }

  /** Its calls first: once the log says that the turn is halted, no driver returns to them. */
  #halt(): void {
    for (const call of this.#calls.values()) call.cancel()
    void Promise.all(this.#ended).then(() => this.#isBroken || this.#run.cancel())
  }

  async #finish(): Promise<Ended & { usage: Usage }> {
    const ended = await this.#run.ended.catch((error): Ended => {
      if (!(error instanceof RecordSizeError)) throw error
      // The run cannot record that it was cancelled.
      this.cancel()
      return { type: 'failed', error, usage: noUsage, ignored: [], abandoned: [] }
    })
    // A turn that is cancelled is over when its calls are, `finally` and all.
    await Promise.all(this.#ended)
    return { ...ended, usage: addUsage(ended.usage, this.#callUsage) }
  }

  #createTurn() {
    const { stepLimit } = this.#driven
    const call = this.#viewCall
    const turn: TurnContext = {
      number: this.turn,
      stepLimit,
      say: (patch) => this.#driven.say(patch),
      open: () => this.#createOpening(),
      attach: (messages) => attach(messages, this.#driven.state),
      hostOf: (toolName) => {
        const { origin, app } = findTool(this.#driven.tools(), toolName) ?? {}
        return { ...(origin !== undefined && { origin }), ...(app?.view !== undefined && { view: app.view }) }
      },
      plan: (toolName, input) =>
        call === undefined
          ? planCall(this.#driven.tools().filter(isForModel), toolName, input, this.#driven.onError)
          : planViewCall(this.#driven.tools(), this.#driven.state, call, this.#driven.onError),
      preview: (toolName, input) =>
        previewCall(findTool(this.#driven.tools(), toolName), input, { onError: this.#driven.onError }),
      spent: (usage) => {
        this.#callUsage = addUsage(this.#callUsage, usage)
      },
      now: () => this.#driven.now(),
    }
    return call === undefined ? createTurn(turn) : createViewCall(turn, call)
  }

  #createOpening(): Opening {
    const { state } = this.#driven
    const prompts = [this.#driven.systemPrompt(personaOf(this.#driven)), state.systemPrompt]
    const systemPrompt = prompts.filter(Boolean).join('\n\n')
    const { messageId } = state.turn?.continues ?? {}
    const answer = messageId === undefined ? undefined : findMessage(state, messageId)
    return {
      messages: [...toHistory(state, this.turn), ...(answer ? [CONTINUE] : [])],
      ...(answer && { continues: { messageId: answer.messageId, text: toText(answer.content) } }),
      tools: this.#driven.tools().filter(isForModel).map(toWireTool),
      ...(systemPrompt !== '' && { systemPrompt }),
      ...(typeof state.temperature === 'number' && { temperature: state.temperature }),
    }
  }

  #stream(effect: SampleEffect, signal: AbortSignal): Promise<Outcome | Deferred> {
    const messageId = effect.key
    const { state } = this.#driven
    const attempt = (findMessage(state, messageId)?.attempt ?? 0) + 1
    const { continues } = state.turn ?? {}
    const { turn } = this
    this.#driven.say({ type: 'streaming_start', messageId, turn, attempt, timestamp: this.#driven.now() })
    let offset = continues?.messageId === messageId ? continues.length : 0
    return sample(this.#driven, this.#model, effect, signal, {
      onPart: (part) => {
        if (part.type === 'tool_use') return
        const { type, text } = part
        this.#driven.say({ type: `streaming_${type}`, messageId, text, attempt, offset })
        offset += text.length
      },
      onRetry: ({ code, delay }) =>
        this.#driven.say({ type: 'streaming_retry', messageId, code, delay, at: this.#driven.now() + delay }),
    }).then((outcome) => {
      if (outcome.type === 'value') this.#driven.say({ type: 'streaming_end', messageId })
      return outcome
    })
  }

  #startCall(id: string, request: CallRequest, signal: AbortSignal): void {
    const { callId, toolName } = request
    const tool = findTool(this.#driven.tools(), toolName)
    const runId = `${this.#runId}/${callId}`
    if (tool === undefined) {
      this.#ended.push(this.#missTool(id, request, runId))
      return
    }
    const call = new CallWork(this.#driven, tool, request, runId, this.#model)
    this.#calls.set(callId, call)
    if (this.#driven.leaving.aborted) call.leave()
    signal.addEventListener('abort', () => call.cancel(), { once: true })
    const told = call.ended.then(
      async (ended) => {
        this.#tell(id, toCallOutcome(toolName, ended))
        await this.#mark(runId, toEnd(ended), ended.type === 'failed' ? this.#driven.now() + FAILED_FOR : undefined)
      },
      async (error) => {
        if (error instanceof RecordSizeError) return this.#failCall(id, runId, error)
        if (isDivergence(error)) await this.#mark(runId, toProblem('blocked', error))
        this.#fail(error)
      },
    )
    // A turn that is over waits for nothing.
    this.#ended.push(told.finally(() => this.#calls.delete(callId)))
  }

  /**
   * A call of an own tool that has begun waits until the tool is here again (R13). The model is told that one which has not begun
   * has no tool, and that a hosted tool is gone: its server may have been disabled, and must not hold the conversation up.
   */
  async #missTool(id: string, { callId, toolName }: CallRequest, runId: string): Promise<void> {
    try {
      const hasBegun = (await this.#driven.runs.read(runId)) !== undefined
      const isHosted = this.#driven.state.toolCalls[callId]?.origin !== undefined
      if (isHosted || !hasBegun) {
        const problem = `${toolName} was there when the call was made, and is not any more`
        return this.#tell(id, { type: 'failed', code: 'unknown_tool', problem, usage: noUsage })
      }
      const error = new DivergenceError(`run ${runId} is a run of the tool "${toolName}", which is not here`)
      await this.#mark(runId, toProblem('blocked', error))
      this.#fail(error)
    } catch (error) {
      this.#fail(error)
    }
  }

  /** The store does not accept what the call has to record, however often it is tried. */
  async #failCall(id: string, runId: string, error: RecordSizeError): Promise<void> {
    this.#tell(id, { type: 'failed', code: error.name, problem: error.message, usage: noUsage })
    await this.#mark(runId, toProblem('failed', error), this.#driven.now() + FAILED_FOR)
  }

  /** A turn does not fail because the list of runs could not be written: its own next write meets the same problem. */
  async #mark(runId: string, change?: RunChange, expiresAt?: number): Promise<void> {
    await this.#driven.runs
      .mark(runId, change, expiresAt)
      .catch((error) => isLoss(error) || this.#driven.onError(error))
  }

  /** The call could not be run here, so neither can its turn. */
  #fail(error: unknown): void {
    this.#isBroken = true
    this.#breakdown.reject(error)
  }

  #tell(id: string, outcome: CallOutcome): void {
    // A cancelled run must not resume with this outcome.
    if (this.#isCancelled) return
    this.#run.settle(id, succeeded(outcome))
    this.#driven.ring()
  }
}

/** Deletes the run of a turn, or of a call that a view makes, with those of its calls. It names them, as the state may not do any more. */
export async function deleteRuns({ runs, id }: Pick<ChatDriven, 'runs' | 'id'>, turn: number | string): Promise<void> {
  const runId = runIdOf(id, turn)
  const recording = await runs.read(runId)
  for (const entry of recording?.entries ?? []) {
    if (entry.type === 'halted' || entry.kind !== 'step' || !entry.key.startsWith(PLAN)) continue
    await runs.delete(`${runId}/${entry.key.slice(PLAN.length)}`)
  }
  await runs.delete(runId)
}

/** Returns the id of the run of a turn, or of a call that a view makes. */
export const runIdOf = (sessionId: string, turn: number | string): string => `chat/${sessionId}/${turn}`

/** The messages of the person that the last answer of the branch is for, or the next one. */
export function lastAsked(messages: readonly ChatMessage[]): ChatMessage[] {
  const last = messages.findLast(({ role, status }) => role === 'user' && status !== 'queued')
  return messages.filter(({ role, turn }) => role === 'user' && turn !== undefined && turn === last?.turn)
}

/** The persona that the person chose for this turn. */
const personaOf = ({ state }: ChatDriven): string | undefined =>
  lastAsked(state.messages).findLast(({ persona }) => persona !== undefined)?.persona ?? state.persona
