import type { Model } from '../models/model.ts'
import { messageOf, UsageError } from './usage-error.ts'

/** The model that was asked for, by a flag or in `MODEL`; none when nobody asked. What it takes is loaded only then. */
export async function readModel(flag: string | undefined): Promise<Model | undefined> {
  const id = flag ?? (process.env.MODEL || undefined)
  if (id === undefined) return undefined
  const { resolveModel } = await import('../models/resolve.ts')
  try {
    return await resolveModel(id)
  } catch (cause) {
    throw new UsageError(messageOf(cause), { cause })
  }
}
