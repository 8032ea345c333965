import type { Driven } from '../log/machine.ts'
import { isPiece, type Patch } from './patch.ts'
import type { ChatState } from './state.ts'

/** Milliseconds between two appends of a text while a model writes it. A node that is killed loses at most so much of an answer. */
const CHECKPOINT = 1_300

/** Milliseconds between two broadcasts of a text: a page draws no more often. The first piece is broadcast at once. */
const BROADCAST = 16

/** Patches that are not appended yet. A text is appended once in a while, and its pieces are broadcast to readers before. */
export class Outbox {
  readonly #driven: Pick<Driven<ChatState, Patch>, 'ring' | 'broadcast'>
  #patches: Patch[] = []
  /** Whether it holds more than pieces of text, which can wait a moment. */
  #isUrgent = false
  /** Pieces of text that readers do not have yet. They are among the patches too. */
  #unsent: Patch[] = []
  /** Runs from the first piece that is not appended until it is. */
  #checkpoint: ReturnType<typeof setTimeout> | undefined
  /** Runs for a moment after a broadcast. */
  #pause: ReturnType<typeof setTimeout> | undefined
  #isAppending = false
  /** How many patches are appended at once: fewer while the store refuses them for their size. */
  #most = Number.POSITIVE_INFINITY

  constructor(driven: Pick<Driven<ChatState, Patch>, 'ring' | 'broadcast'>) {
    this.#driven = driven
  }

  get isEmpty(): boolean {
    return this.#patches.length === 0
  }

  add(patch: Patch): void {
    join(this.#patches, patch)
    if (isPiece(patch)) join(this.#unsent, patch)
    else this.#isUrgent = true
    if (this.#isUrgent) return this.#driven.ring()
    this.#checkpoint ??= setTimeout(() => {
      this.#checkpoint = undefined
      this.#driven.ring()
    }, CHECKPOINT)
    this.#broadcast()
  }

  /** Takes what is to be appended, which readers then receive; `undefined` while pieces of text wait for their checkpoint. */
  take(): Patch[] | undefined {
    // An own append rings too, and is no reason for a checkpoint.
    if (this.#checkpoint !== undefined && !this.#isUrgent) return undefined
    clearTimeout(this.#checkpoint)
    this.#checkpoint = undefined
    const patches = this.#patches.splice(0, this.#most)
    this.#unsent = []
    this.#isUrgent = !this.isEmpty
    this.#isAppending = patches.length > 0
    return patches
  }

  /** Takes back what could not be appended; until an append succeeds, at most `most` of it are appended at once. */
  putBack(patches: readonly Patch[], most = Number.POSITIVE_INFINITY): void {
    this.#isAppending = false
    this.#patches.unshift(...patches)
    this.#isUrgent = true
    this.#most = most
  }

  /** Changes what is not appended yet. */
  change(toChanged: (patch: Patch) => Patch): void {
    this.#patches = this.#patches.map(toChanged)
  }

  appended(): void {
    this.#isAppending = false
    this.#most = Number.POSITIVE_INFINITY
    if (this.#isUrgent) this.#driven.ring()
    this.#broadcast()
  }

  stop(): void {
    clearTimeout(this.#checkpoint)
    clearTimeout(this.#pause)
  }

  /**
   * Gives pieces of text to readers. While something is appended they wait for it: a piece then follows the place of that append,
   * which has all pieces before it and, with a fence, shows that no other node writes this attempt.
   */
  #broadcast(): void {
    if (this.#pause !== undefined || this.#isAppending || this.#isUrgent || this.#unsent.length === 0) return
    const pieces = this.#unsent
    this.#unsent = []
    for (const piece of pieces) this.#driven.broadcast(piece)
    this.#pause = setTimeout(() => {
      this.#pause = undefined
      this.#broadcast()
    }, BROADCAST)
  }
}

/** Adds a patch. Pieces of one text are joined, so that a model does not write a row per token. */
function join(patches: Patch[], patch: Patch): void {
  const last = patches.at(-1)
  const isMore = last !== undefined && isPiece(last) && last.type === patch.type && last.messageId === patch.messageId
  if (isMore && isPiece(patch)) patches[patches.length - 1] = { ...last, text: last.text + patch.text }
  else patches.push(patch)
}
