import {
  type Deferred,
  deferred,
  type ElicitEffect,
  failed,
  type Outcome,
  type Peer,
  type PeerEffect,
  type SampleEffect,
  succeeded,
} from '@sweatpants/framework'
import type { Model } from '@sweatpants/framework/models'
import type { Happening } from '../session/event.ts'

export interface RoundHostOptions {
  /** The name under which what it records is recorded once. */
  runId: string
  caller: string
  /** The model of a seat, by its `agentId`. */
  model: (agentId: string) => Promise<Model>
  record: (happening: Happening, commandId: string) => Promise<void>
  /** Ends what is outstanding, so that nothing of it is recorded. */
  interrupt: AbortSignal
}

/** Answers what a round asks: models answer samples, the log takes what is to be recorded. */
export class RoundHost implements Peer {
  readonly #options: RoundHostOptions

  constructor(options: RoundHostOptions) {
    this.#options = options
  }

  async answer(effect: PeerEffect, signal: AbortSignal): Promise<Outcome | Deferred> {
    if (effect.type === 'sample') return this.#sample(effect, signal)
    if (effect.type === 'elicit') return this.#record(effect)
    return succeeded(undefined)
  }

  /** Nothing is recorded of a call that was stopped: it is made again, or not wanted any more. */
  async #sample(effect: SampleEffect, signal: AbortSignal): Promise<Outcome | Deferred> {
    const { model, caller, interrupt } = this.#options
    try {
      const asked = await model(effect.key)
      interrupt.throwIfAborted()
      return succeeded(await asked.answer(effect, { signal: AbortSignal.any([signal, interrupt]), caller }))
    } catch (error) {
      interrupt.throwIfAborted()
      return signal.aborted ? deferred : failed(error)
    }
  }

  /** A log that cannot be written stops the run where it is. */
  async #record({ context, id }: ElicitEffect): Promise<Outcome> {
    const { record, runId, interrupt } = this.#options
    interrupt.throwIfAborted()
    // The table is ours, and asks for nothing else.
    await record(context.happening as unknown as Happening, `${runId}/${id}`)
    return succeeded({ action: 'accept', content: {} })
  }
}
