import type { ReplyPart } from '../models/model.ts'
import { Drained } from '../tools/drain.ts'
import type { SampleEffect } from '../tools/effects/sample.ts'
import { type Deferred, deferred, failed, type Outcome, succeeded } from '../tools/outcome.ts'
import type { ChatDriven } from './chat-driven.ts'

/** Asks the model of the turn. Nothing is recorded of a call that was stopped: it is made again, or not wanted any more. */
export async function sample(
  host: ChatDriven,
  modelId: string,
  effect: SampleEffect,
  signal: AbortSignal,
  onPart?: (part: ReplyPart) => void,
): Promise<Outcome | Deferred> {
  try {
    const model = await host.model(modelId)
    const call = { signal: AbortSignal.any([signal, host.leaving]), caller: host.id }
    return succeeded(await model.answer(effect, onPart === undefined ? call : { ...call, onPart }))
  } catch (error) {
    if (host.leaving.aborted) throw new Drained('the node is going down; the model is asked again elsewhere')
    // A rejection would stop the run before its `finally` could run.
    return signal.aborted ? deferred : failed(error)
  }
}
