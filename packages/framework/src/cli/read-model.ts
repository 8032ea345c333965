import type { Model } from '../models/model.ts'
import { readVariable } from '../models/provider.ts'
import { toUsageError } from './usage-error.ts'

/** Resolves the model in `--model` or `MODEL`, or to `undefined` if neither is set. */
export async function readModel(flag: string | undefined): Promise<Model | undefined> {
  const id = flag ?? readVariable(process.env, 'MODEL')
  if (id === undefined) return undefined
  const { resolveModel } = await import('../models/resolve.ts')
  return resolveModel(id).catch((cause) => {
    throw toUsageError(cause)
  })
}
