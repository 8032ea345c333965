import { createOpenAI } from '@ai-sdk/openai'
import { fromLanguageModel, type Model } from '@sweatpants/framework/models'
import { describe, expect, test } from 'vitest'
import type { Provider } from '../../packages/framework/src/models/provider.ts'
import { anthropic } from '../../packages/framework/src/models/providers/anthropic.ts'
import { compatibleProviders } from '../../packages/framework/src/models/providers/compatible.ts'
import { google } from '../../packages/framework/src/models/providers/google.ts'
import { ollama } from '../../packages/framework/src/models/providers/ollama.ts'
import { openai } from '../../packages/framework/src/models/providers/openai.ts'
import { perplexity } from '../../packages/framework/src/models/providers/perplexity.ts'
import { THOUGHT } from './contract/scene.ts'
import { anthropicTurns, chatTurns, googleTurns, ollamaTurns, responsesTurns } from './histories.ts'
import { providerContract } from './provider-contract.ts'
import type { Wire } from './wire.ts'
import { serveWire } from './wire-server.ts'
import { SIGNATURE as anthropicSignature, anthropic as anthropicWire } from './wires/anthropic.ts'
import { SIGNATURE as googleSignature, google as googleWire } from './wires/google.ts'
import { ollama as ollamaWire } from './wires/ollama.ts'
import { openaiChat } from './wires/openai-chat.ts'
import { openaiResponses } from './wires/openai-responses.ts'
import { perplexity as perplexityWire } from './wires/perplexity.ts'

/** A model as it is resolved, without what is around it: what fails is not tried again. */
async function reach(provider: Provider, baseUrl: string, name = provider.defaultModel ?? 'loopback'): Promise<Model> {
  const load = await provider.load({ apiKey: 'loopback', baseUrl })
  return fromLanguageModel(load(name), { id: `${provider.name}/${name}`, traits: provider.traits })
}

const openaiAt = (baseUrl: string) => createOpenAI({ baseURL: `${baseUrl}/v1`, apiKey: 'loopback' })
const compatibleAt = (baseUrl: string) => compatibleProviders({ LOOPBACK_BASE_URL: baseUrl })[0]!

providerContract('anthropic', {
  wire: anthropicWire,
  model: (baseUrl) => reach(anthropic, baseUrl),
  structured: 'native',
  tools: true,
  turns: anthropicTurns,
  thoughts: { aloud: true, told: [THOUGHT, anthropicSignature] },
})

providerContract('google', {
  wire: googleWire,
  model: (baseUrl) => reach(google, baseUrl),
  structured: 'native',
  tools: true,
  turns: googleTurns,
  thoughts: { aloud: true, told: [THOUGHT, googleSignature] },
})

providerContract('openai responses', {
  wire: openaiResponses,
  model: (baseUrl) => fromLanguageModel(openaiAt(baseUrl).responses(openai.defaultModel!), { traits: openai.traits }),
  structured: 'native',
  tools: true,
  turns: responsesTurns,
  // Sealed, for it is not stored.
  thoughts: { aloud: false, told: [btoa(`sealed ${THOUGHT}`)] },
})

providerContract('openai chat completions', {
  wire: openaiChat,
  model: (baseUrl) => fromLanguageModel(openaiAt(baseUrl).chat(openai.defaultModel!), { traits: openai.traits }),
  structured: 'native',
  tools: true,
  turns: chatTurns,
})

providerContract('a compatible server', {
  wire: openaiChat,
  model: (baseUrl) => reach(compatibleAt(baseUrl), baseUrl),
  structured: 'tool',
  tools: true,
  turns: chatTurns,
  thoughts: { aloud: true, told: [THOUGHT] },
})

providerContract('perplexity', {
  wire: perplexityWire,
  model: (baseUrl) => reach(perplexity, baseUrl),
  structured: 'native',
  tools: false,
  turns: chatTurns,
})

providerContract('ollama', {
  wire: ollamaWire,
  model: (baseUrl) => reach(ollama, baseUrl),
  structured: 'native',
  tools: true,
  turns: ollamaTurns,
  thoughts: { aloud: true, told: [] },
})

describe('a base URL may have a version or not', () => {
  test.each<[string, Wire, (baseUrl: string) => Provider, string[]]>([
    ['anthropic', anthropicWire, () => anthropic, ['', '/v1']],
    ['google', googleWire, () => google, ['', '/v1beta']],
    ['openai', openaiResponses, () => openai, ['', '/v1']],
    ['a compatible server', openaiChat, compatibleAt, ['', '/v1']],
    ['perplexity', perplexityWire, () => perplexity, ['']],
    ['ollama', ollamaWire, () => ollama, ['', '/v1', '/api']],
  ])('%s', async (_name, wire, provider, suffixes) => {
    await using server = await serveWire(wire)
    for (const suffix of suffixes) {
      const baseUrl = `${server.baseUrl}${suffix}`
      const model = await reach(provider(baseUrl), baseUrl)
      server.script({ type: 'say', said: { text: 'Hello' } })
      const { signal } = new AbortController()
      const reply = await model.answer(
        { messages: [{ role: 'user', content: { type: 'text', text: 'Hi' } }] },
        { signal },
      )
      expect(reply.content).toMatchObject([{ type: 'text', text: 'Hello' }])
    }
    expect(server.violations).toEqual([])
  })
})
