import { Effect, type RecordedEffect } from '../tools/effect.ts'
import { ElicitEffect } from '../tools/effects/elicit.ts'
import { SampleEffect } from '../tools/effects/sample.ts'
import { SleepEffect } from '../tools/effects/time.ts'
import type { Json } from '../tools/json.ts'
import type { Pending } from '../tools/pending.ts'
import type { AskedEffect, Place } from './run-event.ts'

/** An effect as the page shows it. */
export function showEffect({ address, effect }: Pending, place: Place | undefined): AskedEffect {
  return {
    at: address,
    branch: Effect.branchOf(effect).path,
    kind: effect.type,
    key: effect.key,
    ...(effect.asks && { id: effect.id }),
    // Without what is undefined, as it is sent.
    request: JSON.parse(JSON.stringify(requestOf(effect))) as Json,
    ...(place !== undefined && { place }),
  }
}

function requestOf(effect: RecordedEffect): object {
  if (effect instanceof ElicitEffect) {
    const { message, context, schema, ui, lasts } = effect
    return { message, context, schema, ui, expiresIn: lasts }
  }
  if (effect instanceof SampleEffect) {
    const { messages, systemPrompt, maxTokens, temperature, modelPreferences, tools, toolChoice } = effect
    return { messages, systemPrompt, maxTokens, temperature, modelPreferences, tools, toolChoice }
  }
  if (effect instanceof SleepEffect) return { milliseconds: effect.lasts }
  return effect.once ? { once: true } : {}
}
