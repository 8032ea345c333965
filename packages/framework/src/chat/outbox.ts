import { isPiece, type Patch } from './patch.ts'

/** Patches that are not appended yet. Pieces of one text are joined, so that a model does not write a row per token. */
export class Outbox {
  #patches: Patch[] = []
  #urgent = false

  get isEmpty(): boolean {
    return this.#patches.length === 0
  }

  /** Whether it holds more than pieces of text, which can wait a moment. */
  get isUrgent(): boolean {
    return this.#urgent
  }

  add(patch: Patch): void {
    const last = this.#patches.at(-1)
    if (isPiece(patch)) {
      if (last !== undefined && isPiece(last) && last.type === patch.type && last.messageId === patch.messageId) {
        this.#patches[this.#patches.length - 1] = { ...last, text: last.text + patch.text }
        return
      }
    } else this.#urgent = true
    this.#patches.push(patch)
  }

  /** Takes back what could not be appended. */
  putBack(patches: readonly Patch[]): void {
    this.#patches.unshift(...patches)
    this.#urgent = true
  }

  take(): Patch[] {
    const patches = this.#patches
    this.#patches = []
    this.#urgent = false
    return patches
  }
}
