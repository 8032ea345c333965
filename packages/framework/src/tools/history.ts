import type { Entry } from './journal.ts'
import { fingerprint } from './sha256.ts'

/** An answer, or the histories of fibers that were joined. */
type Part = Extract<Entry, { type: 'value' }> | readonly (History | undefined)[]

/**
 * What was asked and answered on the way to a place (R15), as a chain. It is hashed when a step reads its idempotency key or
 * a value is drawn, and most tools do neither after most answers.
 */
export class History {
  #before: History | undefined
  #part: Part | undefined
  #hash: string | undefined

  constructor(before: History | undefined, part: Part) {
    this.#before = before
    this.#part = part
  }

  get hash(): string {
    if (this.#hash !== undefined) return this.#hash
    // Oldest first, in a loop: a chain may be longer than the stack is deep.
    const open: History[] = []
    for (let link: History | undefined = this; link !== undefined && link.#hash === undefined; link = link.#before) {
      open.push(link)
    }
    for (const link of open.reverse()) link.#close()
    return this.#hash!
  }

  #close(): void {
    this.#hash = fingerprint(JSON.stringify([this.#before?.hash ?? '', ...describe(this.#part!)]))
    this.#before = undefined
    this.#part = undefined
  }
}

function describe(part: Part): unknown[] {
  if ('type' in part) return [part.kind, part.key, part.digest, part.value]
  return part.map((history) => history?.hash ?? '')
}
