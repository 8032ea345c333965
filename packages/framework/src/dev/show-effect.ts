import { Effect, type RecordedEffect } from '../tools/effect.ts'
import { Elicit } from '../tools/effects/elicit.ts'
import { Sample } from '../tools/effects/sample.ts'
import { Sleep } from '../tools/effects/time.ts'
import type { Json } from '../tools/json.ts'
import type { Pending } from '../tools/pending.ts'
import type { AskedEffect, Place } from './run-event.ts'

/** An effect as the page shows it. */
export function showEffect({ address, id, effect }: Pending, place: Place | undefined): AskedEffect {
  return {
    at: address,
    branch: Effect.branchOf(effect).path,
    kind: effect.type,
    key: effect.key,
    ...(id !== '' && { id }),
    // Without what is undefined, as it is sent.
    request: JSON.parse(JSON.stringify(requestOf(effect))) as Json,
    ...(place !== undefined && { place }),
  }
}

function requestOf(effect: RecordedEffect): object {
  if (effect instanceof Elicit) {
    const { message, context, definition } = effect
    const { schema, ui, expiresIn } = definition
    return { message, context, schema, ui, expiresIn }
  }
  if (effect instanceof Sample) return effect.settings
  if (effect instanceof Sleep) return { milliseconds: effect.lasts }
  return effect.once ? { once: true } : {}
}
