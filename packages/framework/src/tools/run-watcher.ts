import { Effect, type RecordedEffect } from './effect.ts'
import { Elicit } from './effects/elicit.ts'
import { Sample } from './effects/sample.ts'
import { Signal } from './effects/signal.ts'
import { Sleep } from './effects/time.ts'
import type { Json } from './json.ts'
import type { Pending } from './pending.ts'

/** A recorded effect that a tool has yielded, as plain JSON. */
export interface OpenedEffect {
  /** Its address in the journal. */
  at: string
  /** The path of the branch that yielded it; empty for the root. */
  branch: string
  kind: string
  /** The name that the author gave: the key of an elicit, the name of a step. */
  key: string
  /** The id that an answer names; absent if no peer answers the effect. */
  id?: string
  request: Json
}

/** Follows the effects of a run, for a program that shows the run. */
export interface RunWatcher {
  /**
   * Called when the tool has yielded an effect, before it is performed or its recorded outcome is handed out. `yielded` is the
   * object that the tool yielded.
   */
  opened(effect: OpenedEffect, yielded: object): void
  /** Called when an effect is withdrawn, because the part of the tool that waited for it was halted. */
  withdrawn(at: string): void
}

export function toOpenedEffect({ address, id, effect }: Pending): OpenedEffect {
  return {
    at: address,
    branch: Effect.branchOf(effect).path,
    kind: effect.type,
    key: effect.key,
    ...(id !== '' && { id }),
    // Drops members that are undefined.
    request: JSON.parse(JSON.stringify(toRequest(effect))) as Json,
  }
}

function toRequest(effect: RecordedEffect): object {
  if (effect instanceof Elicit) {
    const { message, plain, context, schema, definition, to, quorum } = effect
    const { ui, expiresIn, origin } = definition
    return { message, plain, context, schema, ui, expiresIn, origin, to, quorum }
  }
  if (effect instanceof Sample) return effect.settings
  if (effect instanceof Signal) return effect.form
  if (effect instanceof Sleep) return { milliseconds: effect.lasts }
  return effect.once ? { once: true } : {}
}
