import { toShortMessage } from '../../tools/effects/elicit.ts'
import type { ElicitAnswer } from '../../tools/elicit.ts'
import type { ElicitHandler, ElicitRequest } from '../../tools/plugin.ts'
import { type PluginPage, runHandler } from '../../tools/render.ts'
import type { PendingElicitState } from '../state.ts'
import type { ToolEmissionTrackingState } from './tool-emission.ts'

export interface HandlerRunOptions {
  question: PendingElicitState
  handler: ElicitHandler
  /** Resolves to `false` if the question was answered before. Rejects if the answer is refused. */
  answer: (result: ElicitAnswer) => Promise<boolean>
  createId: () => string
  onChange: () => void
  retry: () => void
}

/** One run of a plugin's handler for a question. */
export class HandlerRun {
  readonly attempt: number
  emissions: readonly ToolEmissionTrackingState[] = []
  /** Whether the handler has returned its answer and the server has not refused it. */
  hasAnswered = false
  readonly #options: HandlerRunOptions
  readonly #halt = new AbortController()
  readonly #waiting = new Map<string, (response: unknown) => void>()

  constructor(options: HandlerRunOptions) {
    this.#options = options
    this.attempt = options.question.attempt
    void this.#run()
  }

  /** The first response to an emission counts. */
  respond(emissionId: string, response: unknown): void {
    const resolve = this.#waiting.get(emissionId)
    if (resolve === undefined) return
    this.#waiting.delete(emissionId)
    this.#show(
      this.emissions.map((emission) =>
        emission.emissionId === emissionId && emission.status === 'pending'
          ? { ...emission, status: 'responded', response }
          : emission,
      ),
    )
    resolve(response)
  }

  /** Runs the handler's `finally`. Its emissions are removed. */
  halt(): void {
    this.emissions = []
    this.#halt.abort()
  }

  /** Never rejects. */
  async #run(): Promise<void> {
    const { question, handler, answer, createId, retry } = this.#options
    const { signal } = this.#halt
    const { callId, elicitId, toolName, key } = question
    const about = { callId, elicitId, toolName, key }
    const page: PluginPage = {
      render: (component, props) => {
        const emissionId = createId()
        this.#show([...this.emissions, { ...about, emissionId, component, props, status: 'pending' }])
        return new Promise((resolve, reject) => {
          this.#waiting.set(emissionId, resolve)
          signal.addEventListener('abort', () => reject(signal.reason), { once: true })
        })
      },
    }
    try {
      // After the subscribers know of the question.
      await Promise.resolve()
      signal.throwIfAborted()
      const result = await runHandler((ctx) => handler(toRequest(question), ctx), page, signal)
      signal.throwIfAborted()
      this.hasAnswered = true
      if (!(await answer(result))) this.#show([])
    } catch (error) {
      this.hasAnswered = false
      this.#show([...this.emissions, { ...about, emissionId: createId(), status: 'error', error, retry }])
    }
  }

  #show(emissions: readonly ToolEmissionTrackingState[]): void {
    if (this.#halt.signal.aborted) return
    this.emissions = emissions
    this.#options.onChange()
  }
}

const toRequest = ({ key, context, schema = {}, refusal, ...words }: PendingElicitState): ElicitRequest<never> => ({
  key,
  message: toShortMessage(words),
  // The tool set it, and its author declared the type for this key.
  context: context as never,
  schema,
  refusal,
})
