import type { ModelChoice } from '@sweatpants/framework/models'

type LanguageModel = Extract<ModelChoice, { specificationVersion: 'v4' }>
type Parts = Awaited<ReturnType<LanguageModel['doStream']>>['stream'] extends ReadableStream<infer Part> ? Part : never

const usage = {
  inputTokens: { total: 7, noCache: undefined, cacheRead: undefined, cacheWrite: undefined },
  outputTokens: { total: 3, text: undefined, reasoning: undefined },
}

/** A model whose text and timing the test controls. */
export class GatedModel implements LanguageModel {
  readonly specificationVersion = 'v4'
  readonly provider = 'test'
  readonly modelId = 'gated'
  readonly supportedUrls = {}
  #asked = Promise.withResolvers<ReadableStreamDefaultController<Parts>>()

  doGenerate = () => Promise.reject(new Error('the answers of this test are streamed'))

  async doStream() {
    const stream = new ReadableStream<Parts>({
      start: (controller) => {
        controller.enqueue({ type: 'stream-start', warnings: [] })
        controller.enqueue({ type: 'text-start', id: 'text' })
        this.#asked.resolve(controller)
      },
    })
    return { stream }
  }

  /** Says a piece of the answer, once it is asked for one. */
  async say(delta: string): Promise<void> {
    const controller = await this.#asked.promise
    controller.enqueue({ type: 'text-delta', id: 'text', delta })
  }

  async finish(): Promise<void> {
    const controller = await this.#asked.promise
    this.#asked = Promise.withResolvers()
    controller.enqueue({ type: 'text-end', id: 'text' })
    controller.enqueue({ type: 'finish', finishReason: { unified: 'stop', raw: 'stop' }, usage })
    controller.close()
  }
}
