import type { Usage } from '../tools/usage.ts'

/** US dollars for a million tokens. */
export interface Price {
  input: number
  output: number
}

export const costOf = (price: Price, { inputTokens, outputTokens }: Usage): number =>
  (price.input * inputTokens + price.output * outputTokens) / 1_000_000
