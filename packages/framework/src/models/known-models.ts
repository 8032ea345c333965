import { type KnownModel, rate } from './known-model.ts'
import type { Price } from './price.ts'
import { PROVIDERS } from './providers/index.ts'

const KNOWN_MODELS: readonly KnownModel[] = [
  ...PROVIDERS.flatMap(({ models = [] }) => models),
  rate('demo', 1, 0, 0, 0),
]

/** The first known model whose pattern matches the id; `own` models are tried first. */
export const knownModel = (id: string, own: readonly KnownModel[] = []): KnownModel | undefined =>
  [...own, ...KNOWN_MODELS].find(({ pattern }) => pattern.test(id))

/** The price of a model, or `undefined` if it is unknown; `own` prices are tried first. */
export const priceOf = (id: string, own: readonly KnownModel[] = []): Price | undefined => knownModel(id, own)?.price
