import { SweatpantsError } from '@sweatpants/framework'
import type { Store } from '@sweatpants/framework/chat'
import { readThresholds } from '../consensus/thresholds-from-env.ts'
import { createRoundtable } from '../debate/create-roundtable.ts'
import type { Roundtable } from '../debate/roundtable.ts'
import { createPanel } from '../panel/create-panel.ts'
import type { Env } from './data-folder.ts'
import { defaultPlace, openStore } from './open-store.ts'
import { preferModel } from './prefer-model.ts'
import { messageOf, UsageError } from './usage-error.ts'

/** What every command takes. */
export const TABLE_OPTIONS = { store: { type: 'string' }, model: { type: 'string' } } as const

export interface TableChoice {
  store?: string | undefined
  model?: string | undefined
}

export interface OpenTable extends AsyncDisposable {
  roundtable: Roundtable
  store: Store
  /** A file, or `postgres://…`. */
  place: string
}

/** Opens the store and the roundtable on it. Flags go before variables of the environment; an empty variable says nothing. */
export async function openTable(choice: TableChoice, env: Env): Promise<OpenTable> {
  const place = choice.store ?? (env.STORE || defaultPlace(env))
  const model = choice.model ?? (env.MODEL || undefined)
  const panel = createPanel({ env })
  const thresholds = orUsage(() => readThresholds(env))
  const store = await openStore(place)
  const roundtable = createRoundtable({
    store,
    panel: model === undefined ? panel : preferModel(panel, model),
    settings: { thresholds },
    onError: tell,
  })
  return {
    roundtable,
    store,
    place,
    async [Symbol.asyncDispose]() {
      await roundtable.close()
      await store.close()
    },
  }
}

function orUsage<T>(read: () => T): T {
  try {
    return read()
  } catch (cause) {
    throw new UsageError(messageOf(cause), { cause })
  }
}

/** What the framework says of the world outside is a sentence; anything else needs its stack. */
export const tell = (error: unknown): void =>
  console.error(error instanceof SweatpantsError ? `ai-roundtable: ${error.message}` : error)
