export {
  type Budget,
  type BudgetLimits,
  createBudget,
  type ExpectedCall,
  type Reservation,
  withBudget,
} from './budget.ts'
export { checkKey, type KeyCheck } from './check-key.ts'
export { type DiscoveredModel, discoverModels } from './discover.ts'
export { BudgetError, DocumentError, type DocumentErrorCode, ModelError, type ModelErrorCode } from './errors.ts'
export { describeRemedies, OTHER_PROVIDERS, parseModelId, priceOf } from './find-model.ts'
export type { KnownModel, Price } from './known-model.ts'
export { createLane, type Lane, type LaneLimits, laneOf, withLane } from './lane.ts'
export { fromLanguageModel, type LanguageModelSettings } from './language-model.ts'
export type { Model, ModelCall, ModelRequest, ModelRetry, ReplyPart } from './model.ts'
export type { ModelSource } from './model-source.ts'
export { createModelPool, type ModelPoolOptions } from './preferences.ts'
export {
  keyOf,
  type LocalServer,
  type ModelFamily,
  type Provider,
  type ProviderSettings,
  settingsOf,
  type Traits,
} from './provider.ts'
export { PROVIDERS } from './providers/index.ts'
export { type ReadDocument, type ReadOptions, readDocument } from './read-document.ts'
export { type ModelChoice, type ResolveOptions, resolveModel } from './resolve.ts'
export { type RetryOptions, withRetry } from './retry.ts'
