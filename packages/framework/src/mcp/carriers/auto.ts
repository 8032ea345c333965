import type { Recording } from '../../tools/journal.ts'
import type { Binding, Carrier } from './carrier.ts'
import { StateSizeError } from './sealed.ts'
import { isStored, type StoredCarrier } from './stored.ts'

export interface AutoCarrierOptions {
  sealed: Carrier
  stored: StoredCarrier
  /** The longest sealed state, in characters. */
  limit?: number
}

/** Sealed as long as that is short enough; from then on stored. */
export function createAutoCarrier({ sealed, stored, limit = 32_000 }: AutoCarrierOptions): Carrier {
  return {
    async pack(recording, binding, rounds) {
      // A run that is stored stays so: the state it came with must be used up.
      const state = stored.holds(recording) ? undefined : await trySeal(sealed, recording, binding, rounds)
      return state !== undefined && state.length <= limit ? state : stored.pack(recording, binding, rounds)
    },
    unpack: (state, binding) => (isStored(state) ? stored : sealed).unpack(state, binding),
  }
}

async function trySeal(
  sealed: Carrier,
  recording: Recording,
  binding: Binding,
  rounds: number,
): Promise<string | undefined> {
  try {
    return await sealed.pack(recording, binding, rounds)
  } catch (error) {
    if (error instanceof StateSizeError) return undefined
    throw error
  }
}
