import type { ModelPreferences } from '../tools/sampling.ts'
import { ModelError } from './errors.ts'
import { knownModel } from './find-model.ts'
import type { KnownModel, Price } from './known-model.ts'
import type { Model } from './model.ts'

export interface ModelPoolOptions {
  /** Prices and ratings that take precedence over the built-in ones. */
  knownModels?: readonly KnownModel[]
}

/** Several models as one: each request goes to the model that suits its `modelPreferences` best; without preferences, to the first. */
export function createModelPool(models: readonly Model[], { knownModels }: ModelPoolOptions = {}): Model {
  const [first] = models
  if (first === undefined) throw new ModelError('configuration', 'createModelPool needs at least one model')
  return {
    id: first.id,
    answer: (request, call) => choose(models, request.modelPreferences, knownModels).answer(request, call),
  }
}

/** The first hint that matches decides. If it matches several models, or no hint matches, priorities decide, then the order. */
function choose(models: readonly Model[], preferences: ModelPreferences = {}, own?: readonly KnownModel[]): Model {
  const candidates = hinted(models, preferences) ?? models
  const scoreOf = ({ id }: Model) => score(preferences, knownModel(id, own))
  return candidates.reduce((best, model) => (scoreOf(model) > scoreOf(best) ? model : best))
}

function hinted(models: readonly Model[], { hints = [] }: ModelPreferences): readonly Model[] | undefined {
  return hints
    .flatMap(({ name }) => (name ? [name.toLowerCase()] : []))
    .map((name) => models.filter(({ id }) => id.toLowerCase().includes(name)))
    .find((fitting) => fitting.length > 0)
}

/** An unknown rating counts as 0.5. */
function score(preferences: ModelPreferences, known: Partial<KnownModel> = {}): number {
  const { price, speed = 0.5, intelligence = 0.5 } = known
  const { costPriority, speedPriority, intelligencePriority } = preferences
  const cheapness = price === undefined ? 0.5 : cheapnessOf(price)
  return weigh(costPriority) * cheapness + weigh(speedPriority) * speed + weigh(intelligencePriority) * intelligence
}

const weigh = (priority = 0): number => Math.min(1, Math.max(0, priority)) || 0

/** 1 for a free model, 0.5 for $2 per million tokens, of which three in four are input. */
const cheapnessOf = ({ input, output }: Price): number => 2 / (2 + (3 * input + output) / 4)
