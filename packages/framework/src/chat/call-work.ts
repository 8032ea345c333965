import type { ElicitEffect } from '../tools/effects/elicit.ts'
import { SweatpantsError } from '../tools/errors.ts'
import type { Json } from '../tools/json.ts'
import type { MaybePromise } from '../tools/maybe-promise.ts'
import { type Deferred, deferred, failed, type Outcome, succeeded } from '../tools/outcome.ts'
import type { Peer, PeerEffect } from '../tools/peer.ts'
import { type Ended, RunHandle } from '../tools/run-handle.ts'
import type { McpTool } from '../tools/tool.ts'
import type { ChatDriven } from './chat-driven.ts'
import { sample } from './sample.ts'

export interface CallRequest {
  callId: string
  toolName: string
  arguments: Json
}

/** A tool that runs in a chat, with a journal of its own. The person at the page answers its questions. */
export class CallWork implements Peer {
  readonly callId: string
  readonly ended: Promise<Ended>
  readonly #host: ChatDriven
  readonly #model: string
  readonly #run: RunHandle
  /** Open questions: their id in the run, which attempt they are at and until when, by elicitId. */
  readonly #open = new Map<string, { questionId: string; attempt: number; expiresAt: number | undefined }>()
  /** The elicitIds of all questions whose end is told here. */
  readonly #known = new Set<string>()

  constructor(host: ChatDriven, tool: McpTool, request: CallRequest, runId: string, model: string) {
    this.callId = request.callId
    this.#host = host
    this.#model = model
    if (Object.keys(tool.questions).length > 0) {
      host.say({ type: 'elicit_start', callId: request.callId, toolName: tool.name })
    }
    this.#run = new RunHandle(tool, request.arguments, {
      peer: this,
      runId,
      journal: host.runs.journal(runId, { arguments: request.arguments }),
      runStep: host.runStep,
      onError: host.onError,
      received: this.#answered(),
      can: { elicitation: true, sampling: true },
      // It goes on only to be halted: nothing that was in flight is done again.
      ...(host.state.turn?.aborting && { signal: AbortSignal.abort() }),
      ...(host.principal !== undefined && { principal: host.principal }),
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
    const { pendingElicits } = this.#host.state
    if (this.waits) this.#closeWithdrawn()
    for (const [elicitId, { questionId, attempt, expiresAt }] of this.#open) {
      const known = pendingElicits[elicitId]
      if (known?.status === 'pending' && expiresAt !== undefined && expiresAt <= this.#host.now()) {
        this.#withdraw(elicitId)
        continue
      }
      if (known?.response === undefined || known.attempt !== attempt) continue
      this.#open.delete(elicitId)
      this.#run.answer({ [questionId]: known.response.result }, { at: known.response.timestamp })
    }
  }

  answer(effect: PeerEffect, signal: AbortSignal): MaybePromise<Outcome | Deferred> {
    switch (effect.type) {
      case 'elicit':
        return this.#ask(effect, signal)
      case 'sample':
        return sample(this.#host, this.#model, effect, signal)
      case 'notify': {
        const { message, progress } = effect
        const patch = { type: 'tool_call_progress' as const, callId: this.callId, message }
        this.#host.say(progress === undefined ? patch : { ...patch, progress })
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
    const { id, key, message, context, schema, attempt, refusal, expiresAt, ui, toolName, origin } = effect
    const elicitId = `${this.callId}:${id}`
    this.#open.set(elicitId, { questionId: id, attempt, expiresAt })
    this.#known.add(elicitId)
    this.#host.say({
      type: 'elicit',
      callId: this.callId,
      toolName,
      elicitId,
      key,
      message,
      context,
      attempt,
      timestamp: this.#host.now(),
      schema,
      ...(refusal !== undefined && { refusal }),
      ...(expiresAt !== undefined && { expiresAt }),
      ...(ui !== undefined && { ui }),
      ...(origin !== undefined && { origin }),
    })
    signal.addEventListener('abort', () => this.#withdraw(elicitId), { once: true })
    // It may have been answered before this node came to drive.
    this.#host.ring()
    return deferred
  }

  #withdraw(elicitId: string): void {
    if (this.#open.delete(elicitId)) this.#host.say({ type: 'elicit_complete', callId: this.callId, elicitId })
  }

  /** Answers that the log has: whether each came before a deadline is decided by its own time (R16). */
  #answered(): { answers: Record<string, unknown>; at: number; attempt: number }[] {
    return Object.values(this.#host.state.pendingElicits).flatMap(({ callId, elicitId, attempt, response }) => {
      if (callId !== this.callId || response === undefined) return []
      const questionId = elicitId.slice(callId.length + 1)
      return [{ answers: { [questionId]: response.result }, at: response.timestamp, attempt }]
    })
  }

  /** An earlier driver may have died before it could say that a question was withdrawn. */
  #closeWithdrawn(): void {
    for (const { callId, elicitId, status } of Object.values(this.#host.state.pendingElicits)) {
      if (callId !== this.callId || status !== 'pending' || this.#known.has(elicitId)) continue
      this.#known.add(elicitId)
      this.#host.say({ type: 'elicit_complete', callId, elicitId })
    }
  }
}
