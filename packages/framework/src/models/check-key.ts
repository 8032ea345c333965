import { APICallError } from '@ai-sdk/provider'
import { ModelError } from './errors.ts'
import { fromLanguageModel } from './language-model.ts'
import type { Provider, ProviderSettings } from './provider.ts'

/**
 * What a provider says to a key. `accepted`: it answered; `refused`: the key is wrong or may not be used; `limited`: the key is
 * known, and has no credit or too many requests; `unreachable`: the provider cannot be reached or is overloaded; `unclear`:
 * it refused the request for another reason, such as a model that the key may not use.
 */
export type KeyCheck = 'accepted' | 'refused' | 'limited' | 'unreachable' | 'unclear'

/** Asks the default model of a provider for as few tokens as it gives, to learn whether it accepts the key. Makes one request. */
export async function checkKey(
  provider: Provider,
  settings: ProviderSettings,
  { signal }: { signal: AbortSignal },
): Promise<KeyCheck> {
  const { name, defaultModel, traits, load } = provider
  if (defaultModel === undefined) return 'unclear'
  const model = fromLanguageModel((await load.call(provider, settings))(defaultModel), {
    id: `${name}/${defaultModel}`,
    traits,
    apiKey: settings.apiKey,
  })
  const messages = [{ role: 'user' as const, content: { type: 'text' as const, text: 'Hi' } }]
  try {
    await model.answer({ messages, maxTokens: traits.minTokens ?? 1 }, { signal })
    return 'accepted'
  } catch (error) {
    if (signal.aborted) return 'unreachable'
    if (!(error instanceof ModelError)) throw error
    return toCheck(error)
  }
}

function toCheck({ code, cause }: ModelError): KeyCheck {
  // A reply without text, as from a model that spends its tokens on reasoning, is a reply.
  if (code === 'malformed' || code === 'interrupted') return 'accepted'
  if (code === 'limited') return 'limited'
  if (code === 'unavailable') return 'unreachable'
  if (code !== 'configuration') return 'unclear'
  // A key that has no access to the default model is answered with 404.
  return APICallError.isInstance(cause) && cause.statusCode === 404 ? 'unclear' : 'refused'
}
