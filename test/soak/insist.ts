import { setTimeout as pause } from 'node:timers/promises'
import type { Random } from '../faults/random.ts'
import type { Place } from './place.ts'
import type { Scene } from './scene.ts'

/** Milliseconds after which a request is given up, and made again elsewhere. */
const TIMEOUT = 10_000
const AGAIN_AFTER = 50

/** Asks one node after the other until one gives an answer; nothing for what is not one. */
export async function insist<T>(
  { tally, late }: Scene,
  place: Place,
  random: Random,
  ask: (url: string, signal: AbortSignal) => Promise<T | undefined>,
): Promise<T> {
  for (;;) {
    late.throwIfAborted()
    const answer = await attempt(tally, () =>
      ask(place.pick(random), AbortSignal.any([late, AbortSignal.timeout(TIMEOUT)])),
    )
    if (answer !== undefined) return answer
    tally.count('requests made again')
    await pause(AGAIN_AFTER)
  }
}

/** No answer, or half of one, is nothing: it may or may not have been heard. */
export async function attempt<T>(tally: Scene['tally'], ask: () => Promise<T | undefined>): Promise<T | undefined> {
  try {
    return await ask()
  } catch (error) {
    tally.error('client', reasonOf(error))
    return undefined
  }
}

function reasonOf(error: unknown): string {
  const { message, cause } = error as Error
  return cause instanceof Error ? `${message} (${(cause as NodeJS.ErrnoException).code ?? cause.message})` : message
}
