import type { Branch } from './branch.ts'
import type { LogEffect, NotifyEffect } from './effects/emit.ts'
import { isPromise } from './maybe-promise.ts'
import type { Outstanding } from './outstanding.ts'
import type { Peer } from './peer.ts'
import type { Recorder } from './recorder.ts'

const NEVER = new AbortController().signal

/** Sends what a tool says without waiting, unless an earlier process has sent it (R8). */
export class Emitter {
  readonly #peer: Peer
  readonly #recorder: Recorder
  readonly #outstanding: Outstanding

  constructor(peer: Peer, recorder: Recorder, outstanding: Outstanding) {
    this.#peer = peer
    this.#recorder = recorder
    this.#outstanding = outstanding
  }

  emit(branch: Branch, effect: LogEffect | NotifyEffect): void {
    const { progress } = this.#recorder
    if (++branch.emitted <= (progress.emitted[branch.path] ?? 0)) return
    progress.emitted[branch.path] = branch.emitted
    if (effect.type === 'notify' && effect.progress !== undefined) {
      effect.progress = Math.max(effect.progress, progress.highest ?? effect.progress)
      progress.highest = effect.progress
    }
    this.#recorder.touch()
    try {
      const sent = this.#peer.answer(effect, NEVER)
      if (isPromise(sent)) this.#outstanding.add(sent)
    } catch (error) {
      // Not the tool's to catch: the peer broke down, and says so in either way.
      this.#outstanding.add(Promise.reject(error))
    }
  }
}
