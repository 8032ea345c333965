import { fromLanguageModel, type Model, withRetry } from '@sweatpants/framework/models'
import { createDemo } from '../../apps/yo-chat/server/models.ts'
import { createObedientModel, type ObedientModelOptions } from './obedient-model.ts'

/** A conversation begins with the one that obeys, and can change to the demo model, which sees no images. */
export const createModels = (options: ObedientModelOptions): [Model, Model] => [
  withRetry(fromLanguageModel(createObedientModel(options))),
  fromLanguageModel(createDemo({ pace: 'instant' }), { id: 'demo', traits: { structured: 'tool', files: [] } }),
]
