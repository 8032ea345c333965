import { isObject } from './json.ts'

/** A block of a result whose data is kept beside the journal says so in `_meta`, and has empty data. */
const KEPT_META = 'dev.sweatpants/kept'

/** Where the data of a block is: by the digest of its base64 text. */
export interface KeptData {
  digest: string
  /** Bytes. */
  size: number
}

type WithMeta = { _meta?: Record<string, unknown> | undefined }

/** Returns where the data of a block is kept, or `undefined` if the block has its data. */
export function keptOf({ _meta }: WithMeta): KeptData | undefined {
  const kept = _meta?.[KEPT_META]
  if (!isObject(kept) || typeof kept.digest !== 'string' || typeof kept.size !== 'number') return undefined
  return { digest: kept.digest, size: kept.size }
}

/** Returns the `_meta` of a block whose data is kept elsewhere. */
export const keptMeta = (kept: KeptData): { _meta: Record<string, unknown> } => ({
  _meta: { [KEPT_META]: { ...kept } },
})
