import { isDivergence } from '../log/machine.ts'
import { toProblem } from './call-outcome.ts'
import type { ChatDriven } from './chat-driven.ts'
import { openViewCalls } from './reduce-calls.ts'
import { runIdOf, TurnWork } from './turn-work.ts'

/** The calls that the views of a chat make. They belong to no turn. */
export class ViewCalls {
  readonly #chat: ChatDriven
  readonly #defaultModel: () => string
  /** Those that run, by callId. */
  readonly #running = new Map<string, TurnWork>()
  /** Those that have ended and whose runs are not deleted yet. */
  #over: string[] = []
  /** The runs of calls that failed. */
  readonly #failed = new Set<string>()

  constructor(chat: ChatDriven, defaultModel: () => string) {
    this.#chat = chat
    this.#defaultModel = defaultModel
  }

  get works(): TurnWork[] {
    return [...this.#running.values()]
  }

  /** Starts the calls that views want, hands on what they wait for, and cancels those whose view is gone. */
  reconcile(): void {
    const { state } = this.#chat
    const { toolCalls, model = this.#defaultModel() } = state
    for (const call of openViewCalls(state)) {
      const { callId } = call
      if (this.#running.has(callId) || this.#over.includes(callId)) continue
      const work = new TurnWork(this.#chat, { turn: 0, model }, call)
      this.#running.set(callId, work)
      work.ended.then(
        (ended) => this.#end(callId, work, ended.type === 'failed' ? ended.error : undefined),
        (error) => (isDivergence(error) ? this.#end(callId, work, error) : this.#chat.stop(error)),
      )
    }
    for (const [callId, work] of this.#running) {
      if (toolCalls[callId] === undefined || toolCalls[callId].status === 'cancelled') work.cancel()
      else work.sync()
    }
  }

  #end(callId: string, { failed }: TurnWork, error: unknown): void {
    for (const runId of failed) this.#failed.add(runId)
    if (error !== undefined) this.#chat.say({ type: 'tool_call_error', callId, ...toProblem(error) })
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
    await this.#deleteRuns(over)
  }

  /** Deletes all runs, because the chat was deleted. */
  async gone(): Promise<void> {
    await this.#deleteRuns([...this.#running.keys(), ...this.#over])
  }

  async #deleteRuns(callIds: readonly string[]): Promise<void> {
    const { runs, id } = this.#chat
    for (const callId of callIds) {
      const runId = runIdOf(id, callId)
      // The run of a call that failed expires by itself.
      if (!this.#failed.delete(`${runId}/${callId}`)) await runs.delete(`${runId}/${callId}`)
      await runs.delete(runId)
    }
  }
}
