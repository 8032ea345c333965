import { HttpError } from '../http/http-error.ts'
import { type Store, StreamGoneError } from '../log/log.ts'
import { Node } from '../log/node.ts'
import type { Json } from '../tools/json.ts'
import type { SignalClaims } from './token.ts'

/**
 * Sends a signal to the run that a token names. It is kept until the tool waits for it. The same `id` counts once. Rejects
 * with an `HttpError` when the run is gone.
 */
export async function appendSignal(
  store: Store,
  { refs, event }: SignalClaims,
  value: Json | undefined,
  id: string = crypto.randomUUID(),
): Promise<void> {
  const signal = { ...event, signalId: id, timestamp: Date.now(), ...(value !== undefined && { value }) }
  for (const ref of refs) {
    try {
      await store.log(ref.kind).append(ref.id, { events: [signal], commandId: `signal/${id}`, dueAt: 0 })
      return Node.wake(store, ref)
    } catch (error) {
      if (!(error instanceof StreamGoneError)) throw error
    }
  }
  throw new HttpError(404, 'run_gone', 'the run that waited for this signal is gone')
}
