import { modelContract } from '../testing/model-contract.ts'
import { describeContract } from '../testing/vitest.ts'
import { createBudget, withBudget } from './budget.ts'
import { createLane, withLane } from './lane.ts'
import { fromLanguageModel } from './language-model.ts'
import { createModelPool } from './preferences.ts'
import { withRetry } from './retry.ts'

const adapt = fromLanguageModel

describeContract('an AI SDK model', modelContract(adapt))
describeContract(
  'a model with retries',
  modelContract((provider) => withRetry(adapt(provider))),
)
describeContract(
  'a model in a lane',
  modelContract((provider) => withLane(adapt(provider), createLane({ concurrency: 1 }))),
)
describeContract(
  'a model with a budget',
  modelContract((provider) => withBudget(adapt(provider), createBudget({ maxTokens: 10_000 }))),
)
describeContract(
  'a pool of models',
  modelContract((provider) => createModelPool([adapt(provider)])),
)
