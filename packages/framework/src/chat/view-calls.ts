import { isDivergence } from '../log/machine.ts'
import { toProblem } from './call-outcome.ts'
import type { ChatDriven } from './chat-driven.ts'
import { isStopping, openViewCalls } from './reduce-calls.ts'
import type { ToolCallState } from './state.ts'
import { deleteRuns, TurnWork } from './turn-work.ts'

/** The calls that the views of a chat make. They belong to no turn. */
export class ViewCalls {
  readonly #chat: ChatDriven
  readonly #defaultModel: () => string
  /** Those that run, by callId. */
  readonly #running = new Map<string, TurnWork>()
  /** Those that have ended and whose runs are not deleted yet. */
  #over: string[]

  constructor(chat: ChatDriven, defaultModel: () => string) {
    this.#chat = chat
    this.#defaultModel = defaultModel
    // The driver that cancelled a call may have died before it deleted the call's runs.
    const open = new Set(openViewCalls(chat.state))
    this.#over = Object.values(chat.state.toolCalls)
      .filter((call) => call.calledBy !== undefined && call.cancelling && !open.has(call))
      .map(({ callId }) => callId)
  }

  get works(): TurnWork[] {
    return [...this.#running.values()]
  }

  /** Starts the calls that views want, hands on what they wait for, and cancels the others. */
  reconcile(): void {
    const { state } = this.#chat
    const { model = this.#defaultModel() } = state
    const wanted = new Set<string>()
    for (const call of openViewCalls(state)) {
      const { callId } = call
      if (!call.cancelling) wanted.add(callId)
      if (this.#running.has(callId) || this.#over.includes(callId)) continue
      const work = new TurnWork(this.#chat, { turn: 0, model }, call)
      this.#running.set(callId, work)
      work.ended.then(
        (ended) => this.#end(call, ended.type === 'failed' ? ended.error : undefined),
        (error) => this.#fail(call, error),
      )
    }
    for (const [callId, work] of this.#running) {
      if (wanted.has(callId)) work.sync()
      else work.cancel()
    }
  }

  #fail(call: ToolCallState, error: unknown): void {
    if (!isDivergence(error)) return this.#chat.stop(error)
    // Its `finally` does not run.
    if (isStopping(this.#chat.state, call.callId)) this.#chat.onError(error)
    this.#end(call, error)
  }

  #end({ callId, toolName }: ToolCallState, error: unknown): void {
    if (error !== undefined) this.#chat.say({ type: 'tool_call_error', callId, ...toProblem(error) })
    else if (isStopping(this.#chat.state, callId)) {
      this.#chat.say({ type: 'tool_call_error', callId, code: 'cancelled', message: `${toolName} was cancelled` })
    }
    this.#running.delete(callId)
    this.#over.push(callId)
    this.#chat.ring()
  }

  /** Deletes the runs of calls that the log knows to be over. */
  async tidy(): Promise<void> {
    if (this.#over.length === 0) return
    const open = openViewCalls(this.#chat.state).map(({ callId }) => callId)
    const over = this.#over.filter((callId) => !open.includes(callId))
    this.#over = this.#over.filter((callId) => open.includes(callId))
    for (const callId of over) await deleteRuns(this.#chat, callId)
  }

  /** Deletes all runs, because the chat was deleted. */
  async gone(): Promise<void> {
    for (const callId of [...this.#running.keys(), ...this.#over]) await deleteRuns(this.#chat, callId)
  }
}
