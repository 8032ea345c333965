import type { LogEffect, NotifyEffect } from './effects/emit.ts'
import { isPromise } from './maybe-promise.ts'
import type { Run } from './run.ts'

const NEVER = new AbortController().signal

/** Sends logs and progress without waiting, unless an earlier process has sent them (R8). */
export class Emitter {
  readonly #run: Run

  constructor(run: Run) {
    this.#run = run
  }

  emit(effect: LogEffect | NotifyEffect): void {
    if (this.#run.recorder.countEmission()) this.send(effect)
  }

  /** Sends what a step tells while it runs. It has no number: a step that runs again tells it again. */
  send(effect: LogEffect | NotifyEffect): void {
    this.#run.trace?.emitted(effect)
    try {
      const sent = this.#run.options.peer.answer(Object.freeze(this.#grow(effect)), NEVER)
      if (isPromise(sent)) this.#run.outstanding.add(sent)
    } catch (error) {
      // A peer that throws has broken down just as one that rejects; the tool cannot catch it.
      this.#run.outstanding.add(Promise.reject(error))
    }
  }

  /** Progress that is not higher than what was sent is left out, and the message goes on alone. */
  #grow(effect: LogEffect | NotifyEffect): LogEffect | NotifyEffect {
    if (effect.type === 'log' || effect.progress === undefined) return effect
    const { progress } = this.#run.recorder
    if (effect.progress > (progress.highest ?? Number.NEGATIVE_INFINITY)) {
      progress.highest = effect.progress
      return effect
    }
    const { message, total } = effect
    return { type: 'notify', message, ...(total !== undefined && { total }) }
  }
}
