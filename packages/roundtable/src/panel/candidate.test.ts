import { expect, test } from 'vitest'
import { familyOf } from './candidate.ts'

test.for([
  ['anthropic/claude-sonnet-5-5', 'claude'],
  ['anthropic', 'claude'],
  ['openai/gpt-6.1-terra', 'gpt'],
  ['openai/o3', 'gpt'],
  ['google/gemini-3.8-flash', 'gemini'],
  ['perplexity/sonar-pro', 'sonar'],
  ['demo', 'demo'],
  ['ollama/llama3.2:3b', 'llama'],
  ['ollama/codellama', 'llama'],
  ['ollama/qwen3:8b', 'qwen'],
  ['ollama/qwq', 'qwen'],
  ['ollama/gemma3', 'gemma'],
  ['ollama/phi4-mini', 'phi'],
  ['ollama/dolphin3', 'dolphin'],
  ['ollama/dolphin-mixtral:8x7b', 'mistral'],
  ['ollama/hf.co/somebody/SmolLM2-GGUF:Q4', 'smollm'],
  ['groq/deepseek-r1-distill-llama-70b', 'deepseek'],
  ['groq/openai/gpt-oss-120b', 'gpt'],
  ['open-router/anthropic/claude-sonnet-5', 'claude'],
  ['open-router/mistralai/Mistral-Large', 'mistral'],
  ['xai/grok-5', 'grok'],
  ['lm-studio/olmo-2', 'olmo'],
  ['lm-studio/123', 'lm-studio'],
  ['lm-studio', 'lm-studio'],
  ['__proto__/constructor', 'constructor'],
  ['', ''],
] as const)('the model %s belongs to the family %s', ([model, family]) => {
  expect(familyOf(model)).toBe(family)
})
