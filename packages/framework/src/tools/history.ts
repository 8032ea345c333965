import type { Json } from './json.ts'
import { fingerprint } from './sha256.ts'

/** One thing that was asked and answered, or the histories of fibers that were joined. */
type Part = Json | undefined | History

/**
 * What was asked and answered on the way to a place (R15), as a chain. It is hashed when a step looks at its idempotency key
 * or a value is drawn, and most tools do neither after most answers.
 */
export class History {
  #before: History | undefined
  #parts: readonly Part[] | undefined
  #hash: string | undefined

  constructor(before: History | undefined, parts: readonly Part[]) {
    this.#before = before
    this.#parts = parts
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
    const parts = this.#parts!.map((part) => (part instanceof History ? part.hash : part))
    this.#hash = fingerprint(JSON.stringify([this.#before?.hash ?? '', ...parts]))
    this.#before = undefined
    this.#parts = undefined
  }
}
