/** The tokens that model calls used. */
export interface Usage {
  inputTokens: number
  outputTokens: number
  /** The cost, if the price of the model is known. */
  costUsd?: number
}

/** The usage of a run without model calls. */
export const noUsage: Usage = { inputTokens: 0, outputTokens: 0 }

/** Together; a cost that only one of them knows is still a cost. */
export function addUsage(a: Usage, b: Usage): Usage {
  const sum: Usage = { inputTokens: a.inputTokens + b.inputTokens, outputTokens: a.outputTokens + b.outputTokens }
  if (a.costUsd !== undefined || b.costUsd !== undefined) sum.costUsd = (a.costUsd ?? 0) + (b.costUsd ?? 0)
  return sum
}
