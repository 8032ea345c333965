import { refuseOthers } from '../inbox/others.ts'
import type { Arrival } from '../tools/answer-box.ts'
import { defined } from '../tools/defined.ts'
import type { ElicitEffect } from '../tools/effects/elicit.ts'
import { type RecordSizeError, SweatpantsError } from '../tools/errors.ts'
import type { Json } from '../tools/json.ts'
import type { MaybePromise } from '../tools/maybe-promise.ts'
import { type Deferred, deferred, type Failed, failed, type Outcome, succeeded } from '../tools/outcome.ts'
import type { OutsideWait } from '../tools/outside.ts'
import type { Peer, PeerEffect } from '../tools/peer.ts'
import { type Ended, RunHandle } from '../tools/run-handle.ts'
import type { SentSignal } from '../tools/signal-box.ts'
import type { McpTool } from '../tools/tool.ts'
import { mintId } from '../tools/uuid.ts'
import { openQuestions } from './asked.ts'
import type { ChatDriven } from './chat-driven.ts'
import { isStopping } from './reduce-calls.ts'
import { sample } from './sample.ts'

export interface CallRequest {
  callId: string
  toolName: string
  arguments: Json
}

/** Milliseconds of a sleep for which a call need not stay in memory. */
const LONG_SLEEP = 60_000

/** A tool that runs in a chat, with a journal of its own. The person at the page answers its questions. */
export class CallWork implements Peer {
  readonly callId: string
  readonly ended: Promise<Ended>
  readonly #driven: ChatDriven
  readonly #model: string
  readonly #run: RunHandle
  /** Open questions: their id in the run, which attempt they are at and until when, by elicitId. */
  readonly #open = new Map<string, { questionId: string; attempt: number; expiresAt: number | undefined }>()
  /** Open questions to other people: their id in the run, and how many of their answers the run has, by elicitId. */
  readonly #others = new Map<string, { questionId: string; attempt: number; heard: number }>()
  /** How many signals the run has. */
  #signalled: number
  /** The elicitIds of all questions whose end is told here. */
  readonly #known = new Set<string>()

  constructor(driven: ChatDriven, tool: McpTool, request: CallRequest, runId: string, model: string) {
    this.callId = request.callId
    this.#driven = driven
    this.#model = model
    if (Object.keys(tool.questions).length > 0) {
      driven.say({ type: 'elicit_start', callId: request.callId, toolName: tool.name })
    }
    const signals = this.#sent()
    this.#signalled = signals.length
    const { signalUrl } = driven
    const refs = [{ kind: 'chat', id: driven.id }]
    this.#run = new RunHandle(tool, request.arguments, {
      peer: this,
      onWait: (wait, signal) => this.#waitFor(wait, signal),
      signals,
      ...(signalUrl && {
        signalUrl: (_, name, startedAt) =>
          signalUrl(refs, { type: 'signal', callId: request.callId, name }, { id: runId, startedAt }),
      }),
      runId,
      // A chat that was deleted may be created again under its id, and then numbers its turns again.
      forkId: mintId(),
      longSleep: LONG_SLEEP,
      journal: driven.runs.journal(runId, { arguments: request.arguments, ...defined({ origin: tool.origin }) }),
      attach: (data) => driven.runs.attachments.put(data),
      runStep: driven.runStep,
      onError: driven.onError,
      received: this.#answered(),
      onPark: () => driven.ring(),
      can: { elicitation: true, url: true, sampling: true },
      // It goes on only to be halted: nothing that was in flight is done again.
      ...(isStopping(driven.state, request.callId) && { signal: AbortSignal.abort() }),
      ...defined({ principal: driven.principal, onVersionChange: driven.onVersionChange }),
    })
    this.ended = this.#run.ended
  }

  get waits(): boolean {
    return this.#run.waits
  }

  get wakeAt(): number | undefined {
    return this.#run.wakeAt
  }

  cancel(): void {
    this.#run.cancel()
  }

  leave(): void {
    this.#run.leave()
  }

  /** Hands on what has been answered of what is open, and closes what only the log takes for open. */
  sync(): void {
    const { pendingElicits } = this.#driven.state
    if (this.waits) this.#closeWithdrawn()
    for (const [elicitId, { questionId, attempt, expiresAt }] of this.#open) {
      const known = pendingElicits[elicitId]
      if (known?.status === 'pending' && expiresAt !== undefined && expiresAt <= this.#driven.now()) {
        this.#withdraw(elicitId)
        continue
      }
      if (known?.response === undefined || known.attempt !== attempt) continue
      this.#open.delete(elicitId)
      this.#run.answer({ [questionId]: known.response.result }, this.#toArrival(known.response))
    }
    for (const [elicitId, other] of this.#others) {
      const wait = this.#driven.state.pendingWaits[elicitId]
      if (wait?.attempt !== other.attempt) continue
      for (const { result, ...answer } of wait.answers.slice(other.heard)) {
        this.#run.answer({ [other.questionId]: result }, this.#toArrival(answer))
      }
      other.heard = wait.answers.length
    }
    const signals = this.#sent()
    for (const { name, value, id, at } of signals.slice(this.#signalled)) this.#run.signal(name, value, { id, at: at! })
    this.#signalled = signals.length
  }

  /** Fails a question that is too large for the store, so that the tool sees it. */
  refuse(elicitId: string, error: RecordSizeError): void {
    const asked = this.#open.get(elicitId) ?? this.#others.get(elicitId)
    if (asked === undefined) return
    this.#open.delete(elicitId)
    this.#others.delete(elicitId)
    this.#run.settle(asked.questionId, failed(error))
  }

  #toArrival({ timestamp, answeredBy = this.#driven.principal }: { timestamp: number; answeredBy?: string }): Arrival {
    return { at: timestamp, ...(answeredBy !== undefined && { by: answeredBy }) }
  }

  #sent(): SentSignal[] {
    return Object.values(this.#driven.state.signals)
      .filter(({ callId }) => callId === this.callId)
      .map(({ signalId, name, value, timestamp }) => ({ id: signalId, name, value, at: timestamp }))
  }

  /** A question to other people is indexed in the store. The log of the chat says only for whom the call waits. */
  #waitFor(wait: OutsideWait, signal: AbortSignal): Failed | undefined {
    if (wait.type !== 'elicit') return undefined
    const { id, to, attempt, quorum, expiresAt } = wait
    const refusal = refuseOthers(this.#driven, wait)
    if (refusal !== undefined) return refusal
    const elicitId = `${this.callId}:${id}`
    const known = this.#others.get(elicitId)
    if (known?.attempt === attempt) return undefined
    this.#others.set(elicitId, { questionId: id, attempt, heard: 0 })
    this.#known.add(elicitId)
    this.#driven.ask(
      {
        type: 'elicit_wait',
        callId: this.callId,
        elicitId,
        to: [...to],
        attempt,
        timestamp: this.#driven.now(),
        ...defined({ quorum, expiresAt }),
      },
      wait,
    )
    signal.addEventListener(
      'abort',
      () => {
        if (this.#others.delete(elicitId)) this.#driven.say({ type: 'elicit_complete', callId: this.callId, elicitId })
      },
      { once: true },
    )
    this.#driven.ring()
    return undefined
  }

  answer(effect: PeerEffect, signal: AbortSignal): MaybePromise<Outcome | Deferred> {
    switch (effect.type) {
      case 'elicit':
        return this.#ask(effect, signal)
      case 'sample':
        return sample(this.#driven, this.#model, effect, signal)
      case 'notify': {
        const { message, progress } = effect
        const patch = { type: 'tool_call_progress' as const, callId: this.callId, message }
        this.#driven.say(progress === undefined ? patch : { ...patch, progress })
        return succeeded(undefined)
      }
      case 'log':
        return succeeded(undefined)
      case 'roots':
        return failed(new SweatpantsError('a chat has no roots to give'))
      case 'detach':
        return succeeded(false)
    }
  }

  #ask(effect: ElicitEffect, signal: AbortSignal): Deferred {
    const { id, key, message, plain, context, schema, attempt, refusal, expiresAt, ui, url, toolName } = effect
    const { origin, app } = effect
    const elicitId = `${this.callId}:${id}`
    this.#open.set(elicitId, { questionId: id, attempt, expiresAt })
    this.#known.add(elicitId)
    this.#driven.ask(
      {
        type: 'elicit',
        callId: this.callId,
        toolName,
        elicitId,
        key,
        message,
        context,
        attempt,
        timestamp: this.#driven.now(),
        schema,
        ...defined({ refusal, expiresAt, ui, plain, url, origin, app }),
      },
      effect,
    )
    signal.addEventListener('abort', () => this.#withdraw(elicitId), { once: true })
    // It may have been answered before this node took over.
    this.#driven.ring()
    return deferred
  }

  #withdraw(elicitId: string): void {
    if (this.#open.delete(elicitId)) this.#driven.say({ type: 'elicit_complete', callId: this.callId, elicitId })
  }

  /** Answers that the log has: whether each came before a deadline is decided by its own time (R16). */
  #answered(): (Arrival & { answers: Record<string, unknown> })[] {
    const { pendingElicits, pendingWaits } = this.#driven.state
    const own = Object.values(pendingElicits).map(({ response, ...asked }) => ({
      ...asked,
      answers: response ? [response] : [],
    }))
    return [...own, ...Object.values(pendingWaits)].flatMap(({ callId, elicitId, attempt, answers }) => {
      if (callId !== this.callId) return []
      const questionId = elicitId.slice(callId.length + 1)
      return answers.map((answer) => ({
        answers: { [questionId]: answer.result },
        ...this.#toArrival(answer),
        attempt,
      }))
    })
  }

  /** An earlier driver may have died before it could say that a question was withdrawn. */
  #closeWithdrawn(): void {
    const { state } = this.#driven
    for (const { callId, elicitId } of [...openQuestions(state), ...Object.values(state.pendingWaits)]) {
      if (callId !== this.callId || this.#known.has(elicitId)) continue
      this.#known.add(elicitId)
      this.#driven.say({ type: 'elicit_complete', callId, elicitId })
    }
  }
}
