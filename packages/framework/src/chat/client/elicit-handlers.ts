/**
 * Runs the plugins of a page: a handler for each open question that a plugin handles.
 *
 * - H1 A handler starts once for each attempt at a question, with the context of the question; a reload starts it again.
 * - H2 A handler is halted when its question is answered elsewhere, withdrawn, or asked again.
 * - H3 A handler that fails leaves its question open and can be retried; it never answers for the person.
 */
import type { ElicitAnswer } from '../../tools/elicit.ts'
import type { ElicitHandler } from '../../tools/plugin.ts'
import type { ChatState, PendingElicitState } from '../state.ts'
import { HandlerRun } from './handler-run.ts'
import type { ToolEmissionTrackingState } from './tool-emission.ts'

export type FindHandler = (question: PendingElicitState) => ElicitHandler | undefined

export interface ElicitHandlersOptions {
  find: FindHandler
  /** Resolves to `false` if the question was answered before. Rejects if the answer is refused. */
  answer: (question: PendingElicitState, result: ElicitAnswer) => Promise<boolean>
  onChange: () => void
}

export class ElicitHandlers {
  readonly #options: ElicitHandlersOptions
  /** By elicitId. */
  readonly #runs = new Map<string, HandlerRun>()
  #count = 0
  #emissions: readonly ToolEmissionTrackingState[] = []

  constructor(options: ElicitHandlersOptions) {
    this.#options = options
  }

  /** The same array until something changes. */
  get emissions(): readonly ToolEmissionTrackingState[] {
    return this.#emissions
  }

  /** Starts and halts handlers so that they match the open questions. */
  sync(questions: ChatState['pendingElicits']): void {
    for (const [elicitId, run] of this.#runs) {
      const question = questions[elicitId]
      if (question === undefined || !this.#isFor(run, question)) this.#halt(elicitId, run)
    }
    for (const question of Object.values(questions)) {
      if (question.status === 'pending' && !this.#runs.has(question.elicitId)) this.#start(question)
    }
    this.#collect()
  }

  respond(callId: string, emissionId: string, response: unknown): void {
    const { elicitId } = this.#emissions.find((e) => e.callId === callId && e.emissionId === emissionId) ?? {}
    if (elicitId !== undefined) this.#runs.get(elicitId)?.respond(emissionId, response)
  }

  haltAll(): void {
    for (const [elicitId, run] of this.#runs) this.#halt(elicitId, run)
    this.#collect()
  }

  #isFor(run: HandlerRun, question: PendingElicitState): boolean {
    const isOpen = question.status === 'pending' || run.hasAnswered
    return isOpen && run.attempt === question.attempt && this.#options.find(question) !== undefined
  }

  #start(question: PendingElicitState): void {
    const { find, answer } = this.#options
    const handler = find(question)
    if (handler === undefined) return
    const { elicitId } = question
    const run = new HandlerRun({
      question,
      handler,
      answer: (result) => answer(question, result),
      createId: () => `${elicitId}/${++this.#count}`,
      onChange: () => this.#changed(),
      retry: () => {
        if (this.#runs.get(elicitId) !== run) return
        this.#halt(elicitId, run)
        this.#start(question)
        this.#changed()
      },
    })
    this.#runs.set(elicitId, run)
  }

  #halt(elicitId: string, run: HandlerRun): void {
    this.#runs.delete(elicitId)
    run.halt()
  }

  #changed(): void {
    this.#collect()
    this.#options.onChange()
  }

  #collect(): void {
    const emissions = [...this.#runs.values()].flatMap((run) => run.emissions)
    const isSame = emissions.length === this.#emissions.length && emissions.every((e, i) => e === this.#emissions[i])
    if (!isSame) this.#emissions = emissions
  }
}
