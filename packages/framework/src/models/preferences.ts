import type { ModelPreferences } from '../tools/sampling.ts'
import { ModelError } from './errors.ts'
import type { KnownModel } from './known-model.ts'
import { knownModel } from './known-models.ts'
import type { Model } from './model.ts'
import type { Price } from './price.ts'

export interface ModelPoolOptions {
  /** Prices and ratings that go before those that are known. */
  knownModels?: readonly KnownModel[]
}

/** Several models as one: each request goes to the one that suits its `modelPreferences` best; without any, to the first. */
export function createModelPool(models: readonly Model[], { knownModels }: ModelPoolOptions = {}): Model {
  const [first] = models
  if (first === undefined) throw new ModelError('configuration', 'a pool takes at least one model')
  return {
    id: first.id,
    answer: (request, call) => choose(models, request.modelPreferences, knownModels).answer(request, call),
  }
}

/** Hints go first, in their order. Where several models fit a hint, or none fits any, priorities decide, then the order. */
function choose(models: readonly Model[], preferences: ModelPreferences = {}, own?: readonly KnownModel[]): Model {
  const candidates = hinted(models, preferences) ?? models
  const suits = ({ id }: Model) => score(preferences, knownModel(id, own))
  return candidates.reduce((best, model) => (suits(model) > suits(best) ? model : best))
}

function hinted(models: readonly Model[], { hints = [] }: ModelPreferences): readonly Model[] | undefined {
  return hints
    .flatMap(({ name }) => (name ? [name.toLowerCase()] : []))
    .map((name) => models.filter(({ id }) => id.toLowerCase().includes(name)))
    .find((fitting) => fitting.length > 0)
}

/** What nothing is known of is taken to be in the middle. */
function score(preferences: ModelPreferences, known: Partial<KnownModel> = {}): number {
  const { price, speed = 0.5, intelligence = 0.5 } = known
  const { costPriority, speedPriority, intelligencePriority } = preferences
  const cheapness = price === undefined ? 0.5 : cheapnessOf(price)
  return weigh(costPriority) * cheapness + weigh(speedPriority) * speed + weigh(intelligencePriority) * intelligence
}

const weigh = (priority = 0): number => Math.min(1, Math.max(0, priority)) || 0

/** 1 when it costs nothing, one half at 2 dollars for a million tokens, of which most are read. */
const cheapnessOf = ({ input, output }: Price): number => 2 / (2 + (3 * input + output) / 4)
