import type { LanguageModelV4 } from '@ai-sdk/provider'
import { ModelError } from './errors.ts'

/** Loads the optional package `@sweatpants/demo-model`. Throws a `ModelError` that says how to install it. */
export async function loadDemoModel(): Promise<LanguageModelV4> {
  // Some bundlers accept a missing package only if its import stands in a `try`.
  try {
    const { createDemoModel } = await import('@sweatpants/demo-model')
    return createDemoModel()
  } catch (cause) {
    const message = 'demo needs @sweatpants/demo-model, which could not be loaded; npm i @sweatpants/demo-model'
    throw new ModelError('configuration', message, { cause })
  }
}
