import { ModelError } from './errors.ts'
import type { Model } from './model.ts'
import { resolveModel } from './resolve.ts'

/** Models that change while they are used, as when a person adds an API key. */
export interface ModelSource {
  /** Returns the ids that are offered. The first is the default. */
  list(): readonly [string, ...string[]]
  /** Resolves to a model by its id, which need not be offered. Rejects with an error that says what to do. */
  find(id: string): Promise<Model>
}

/** Resolves models once, to a source that never changes. Without any, it has what `resolveModel()` finds. */
export async function toModelSource(
  given: readonly (string | Model)[] | ModelSource | undefined,
): Promise<ModelSource> {
  if (isSource(given)) return given
  const [first, ...rest] = given ?? []
  const models = [
    await resolveModel(first),
    ...(await Promise.all(rest.map((choice) => resolveModel(choice)))),
  ] as const
  const [{ id: firstId }, ...others] = models
  const ids = [firstId, ...others.map(({ id }) => id)] as const
  const twice = ids.find((id, index) => ids.indexOf(id) !== index)
  if (twice !== undefined)
    throw new ModelError('configuration', `two models have the id "${twice}"; give each model an id of its own`)
  return {
    list: () => [...ids],
    async find(id) {
      const found = models.find((model) => model.id === id)
      if (found === undefined) throw new Error(`the model ${id} is not offered; the models are: ${ids.join(', ')}`)
      return found
    },
  }
}

const isSource = (given: readonly (string | Model)[] | ModelSource | undefined): given is ModelSource =>
  given !== undefined && 'find' in given && !Array.isArray(given)

/** Returns a model that answers as the default model of the source at the time of each call. */
export const defaultModelOf = (source: ModelSource): Model => ({
  get id() {
    return source.list()[0]
  },
  answer: async (request, call) => (await source.find(source.list()[0])).answer(request, call),
})
