import type { Branch } from './branch.ts'
import type { LogEffect, NotifyEffect } from './effects/emit.ts'
import { isPromise } from './maybe-promise.ts'
import type { Outstanding } from './outstanding.ts'
import type { Peer } from './peer.ts'
import type { Recorder } from './recorder.ts'

const NEVER = new AbortController().signal

/** Sends logs and progress without waiting, unless an earlier process has sent them (R8). */
export class Emitter {
  readonly #peer: Peer
  readonly #recorder: Recorder
  readonly #outstanding: Outstanding
  readonly #onSend: (effect: LogEffect | NotifyEffect) => void

  constructor(
    peer: Peer,
    recorder: Recorder,
    outstanding: Outstanding,
    onSend: (effect: LogEffect | NotifyEffect) => void,
  ) {
    this.#peer = peer
    this.#recorder = recorder
    this.#outstanding = outstanding
    this.#onSend = onSend
  }

  emit(branch: Branch, effect: LogEffect | NotifyEffect): void {
    const { progress } = this.#recorder
    if (++branch.emitted <= (progress.emitted[branch.path] ?? 0)) return
    progress.emitted[branch.path] = branch.emitted
    this.#recorder.touch()
    this.send(effect)
  }

  /** Sends what a step tells while it runs. It has no number: a step that runs again tells it again. */
  send(effect: LogEffect | NotifyEffect): void {
    this.#onSend(effect)
    try {
      const sent = this.#peer.answer(Object.freeze(this.#grow(effect)), NEVER)
      if (isPromise(sent)) this.#outstanding.add(sent)
    } catch (error) {
      // A peer that throws has broken down just as one that rejects; the tool cannot catch it.
      this.#outstanding.add(Promise.reject(error))
    }
  }

  /** Progress that is not higher than what was sent is left out, and the message goes on alone. */
  #grow(effect: LogEffect | NotifyEffect): LogEffect | NotifyEffect {
    if (effect.type === 'log' || effect.progress === undefined) return effect
    const { progress } = this.#recorder
    if (effect.progress > (progress.highest ?? Number.NEGATIVE_INFINITY)) {
      progress.highest = effect.progress
      return effect
    }
    const { message, total } = effect
    return { type: 'notify', message, ...(total !== undefined && { total }) }
  }
}
