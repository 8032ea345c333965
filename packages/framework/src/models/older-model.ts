import type { LanguageModelV2, LanguageModelV3, LanguageModelV4 } from '@ai-sdk/provider'
import { loadPackage } from './load-package.ts'

/** A model that was written against an earlier version of the AI SDK's interface, as one of today's. */
export async function fromOlderModel(model: LanguageModelV2 | LanguageModelV3): Promise<LanguageModelV4> {
  const { wrapLanguageModel } = await loadPackage('ai', () => import('ai'))
  return wrapLanguageModel({ model, middleware: [] })
}
