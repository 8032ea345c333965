import type { SharedV4ProviderMetadata, SharedV4ProviderOptions } from '@ai-sdk/provider'
import { isObject } from '../tools/json.ts'

/** Where a block keeps what its provider wants back: signatures of thoughts, ids of items. */
const PROVIDER_META = 'dev.sweatpants/provider'

/** The `_meta` of a block that came with a provider's metadata. */
export const providerMeta = (metadata: SharedV4ProviderMetadata | undefined): { _meta?: Record<string, unknown> } =>
  metadata === undefined ? {} : { _meta: { [PROVIDER_META]: metadata } }

/** The same, on its way back to the provider. It may have travelled through a client, so its shape is looked at. */
export function providerOptions(block: { _meta?: Record<string, unknown> }): {
  providerOptions?: SharedV4ProviderOptions
} {
  const kept = block._meta?.[PROVIDER_META]
  const isOptions = typeof kept === 'object' && kept !== null && Object.values(kept).every(isObject)
  return isOptions ? { providerOptions: kept as SharedV4ProviderOptions } : {}
}
