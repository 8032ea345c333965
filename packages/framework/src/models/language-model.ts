import type { LanguageModelV4, LanguageModelV4CallOptions, LanguageModelV4GenerateResult } from '@ai-sdk/provider'
import type { SampleReply } from '../tools/effects/sample.ts'
import { SweatpantsError } from '../tools/errors.ts'
import { toCallOptions, wantedSchema } from './call-options.ts'
import { interrupted } from './errors.ts'
import type { Model, ModelCall, ReplyPart } from './model.ts'
import type { Price } from './price.ts'
import { toModelError } from './provider-error.ts'
import { toReply } from './reply.ts'
import { collectStream } from './stream.ts'
import { plainTraits, type Traits } from './traits.ts'

export interface LanguageModelSettings {
  /** Default: the provider and name that the model gives itself. */
  id?: string
  traits?: Traits
  price?: Price | undefined
}

/** A model of the AI SDK as a model of ours. It makes one call for one answer: nothing is retried here. */
export function fromLanguageModel(model: LanguageModelV4, settings: LanguageModelSettings = {}): Model {
  const { id = `${model.provider.split('.')[0]}/${model.modelId}`, traits = plainTraits, price } = settings
  return {
    id,
    async answer(request, { signal, onPart }) {
      signal.throwIfAborted()
      const schema = wantedSchema(request)
      const options = toCallOptions(request, traits, id)
      // Half a JSON text is nothing to show; data is heard of when it is whole.
      const listener = schema === undefined ? onPart : undefined
      const result = await call(model, options, { signal, onPart: listener }, id)
      if (traits.saysWhyItEnded && result.finishReason.raw === undefined) throw interrupted(id)
      const reply = toReply(result, { id, schema, price })
      if (schema !== undefined) hear(reply, onPart)
      return reply
    },
  }
}

interface Listening {
  signal: AbortSignal
  onPart: ModelCall['onPart']
}

async function call(
  model: LanguageModelV4,
  options: LanguageModelV4CallOptions,
  { signal, onPart }: Listening,
  id: string,
): Promise<LanguageModelV4GenerateResult> {
  // Not every package lets go of its connection when its stream is cancelled; all do when they are aborted.
  const leaving = new AbortController()
  const abortSignal = AbortSignal.any([signal, leaving.signal])
  let heard = false
  const listener =
    onPart &&
    ((part: ReplyPart) => {
      heard = true
      onPart(part)
    })
  try {
    if (listener === undefined) return await model.doGenerate({ ...options, abortSignal })
    return await collectStream(await model.doStream({ ...options, abortSignal }), listener)
  } catch (error) {
    leaving.abort()
    signal.throwIfAborted()
    // Errors of ours say what they mean already.
    if (error instanceof SweatpantsError) throw error
    if (!heard) throw toModelError(error, id)
    throw interrupted(id, error)
  }
}

function hear({ content }: SampleReply, onPart: ModelCall['onPart']): void {
  for (const block of [content].flat()) if (block.type === 'tool_use') onPart?.({ type: 'tool_use', block })
}
