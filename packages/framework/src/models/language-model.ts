import type { LanguageModelV4, LanguageModelV4CallOptions, LanguageModelV4GenerateResult } from '@ai-sdk/provider'
import { SweatpantsError } from '../tools/errors.ts'
import { toCallOptions, wantedSchema } from './call-options.ts'
import { interrupted } from './errors.ts'
import { fitFiles } from './fit-files.ts'
import { hideKey } from './hide-key.ts'
import type { Price } from './known-model.ts'
import { type Model, type ModelCall, withListener } from './model.ts'
import { type PlainRequest, toPlainNames } from './plain-names.ts'
import { plainTraits, type Traits } from './provider.ts'
import { toModelError } from './provider-error.ts'
import { toReply } from './reply.ts'
import { collectStream } from './stream.ts'

export interface LanguageModelSettings {
  /** Default: the provider and name that the model reports. */
  id?: string
  traits?: Traits
  price?: Price | undefined
  /** Left out of the texts of errors. */
  apiKey?: string | undefined
}

/** Adapts a language model of the AI SDK. Each `answer` makes one call; it does not retry. */
export function fromLanguageModel(model: LanguageModelV4, settings: LanguageModelSettings = {}): Model {
  const { id = `${model.provider.split('.')[0]}/${model.modelId}`, traits = plainTraits, price, apiKey } = settings
  return {
    id,
    ...(traits.files !== undefined && { files: traits.files }),
    async answer(given, givenCall) {
      const { request: named, restore } = toPlainNames(given)
      const call = restoreParts(givenCall, restore)
      const { signal, onPart } = call
      signal.throwIfAborted()
      const request = { ...named, messages: await fitFiles(named.messages, traits, id, signal) }
      const schema = wantedSchema(request)
      const options = toCallOptions(request, traits, id)
      // A listener cannot use partial JSON, so data is reported once it is complete.
      const result = await generate(model, options, schema === undefined ? call : { signal }, { id, apiKey })
      if (traits.saysWhyItEnded && result.finishReason.raw === undefined) throw interrupted(id)
      const reply = toReply(result, { id, schema, price })
      if (schema !== undefined) {
        for (const block of [reply.content].flat()) if (block.type === 'tool_use') onPart?.({ type: 'tool_use', block })
      }
      return { ...reply, content: [reply.content].flat().map(restore) }
    },
  }
}

/** The same call, whose listener gets the names of tools as the caller knows them. */
function restoreParts({ onPart, ...call }: ModelCall, restore: PlainRequest['restore']): ModelCall {
  if (onPart === undefined) return call
  return {
    ...call,
    onPart: (part) => onPart(part.type === 'tool_use' ? { ...part, block: restore(part.block) } : part),
  }
}

async function generate(
  model: LanguageModelV4,
  options: LanguageModelV4CallOptions,
  call: ModelCall,
  { id, apiKey }: { id: string; apiKey: string | undefined },
): Promise<LanguageModelV4GenerateResult> {
  let hasParts = false
  const { signal, onPart } = withListener(call, () => {
    hasParts = true
  })
  // Some packages keep the connection open if their stream is cancelled; all close it on abort.
  const failed = new AbortController()
  const abortSignal = AbortSignal.any([signal, failed.signal])
  try {
    if (onPart === undefined) return await model.doGenerate({ ...options, abortSignal })
    return await collectStream(await model.doStream({ ...options, abortSignal }), onPart)
  } catch (error) {
    failed.abort()
    signal.throwIfAborted()
    // Our own errors need no translation.
    if (error instanceof SweatpantsError) throw error
    throw hideKey(hasParts ? interrupted(id, error) : toModelError(error, id, apiKey), apiKey)
  }
}
