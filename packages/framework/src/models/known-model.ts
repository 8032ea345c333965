import type { Price } from './price.ts'

/** What is known of a model before it is called. */
export interface KnownModel {
  /** Matched against the whole id, `provider/name`. */
  pattern: RegExp
  /** Absent if the price is unknown, or does not depend on tokens alone. */
  price?: Price
  /** From 0, slow, to 1. */
  speed: number
  /** From 0 to 1, as providers rank their own models and others compare them. */
  intelligence: number
}

/**
 * A model by its id, its speed and intelligence, and its list price in November 2026 for a prompt of ordinary length: some
 * providers charge more for a very long one, and less for what they read from a cache. Where a price is announced to rise,
 * it is the later one. A date at the end of the id makes no difference.
 */
export const rate = (id: string, speed: number, intelligence: number, input?: number, output?: number): KnownModel => ({
  pattern: new RegExp(`^${id}(-preview|-\\d{8}|-\\d{4}-\\d{2}-\\d{2})?$`),
  ...(input !== undefined && output !== undefined && { price: { input, output } }),
  speed,
  intelligence,
})
