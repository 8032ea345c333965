import { type McpMessage, sizeOf } from './message.ts'

/** A branch's messages: what it inherited from its parent at the fork, then its own. Forking copies nothing. */
export class Conversation {
  readonly #inherited: { from: Conversation; length: number } | undefined
  readonly #own: McpMessage[]
  /** Sizes of the first n own messages together, as far as they were measured. */
  #sums: number[] | undefined

  constructor(inherited: Conversation | undefined, own: readonly McpMessage[] = []) {
    this.#inherited = inherited && { from: inherited, length: inherited.length }
    this.#own = own.length === 0 ? [] : [...own]
  }

  /** How many messages of its own it has now; `read(length)` gives the conversation as of then. */
  get length(): number {
    return this.#own.length
  }

  push(messages: readonly McpMessage[]): void {
    this.#own.push(...messages)
  }

  own(): McpMessage[] {
    return [...this.#own]
  }

  inherited(): McpMessage[] {
    return this.#inherited === undefined ? [] : this.#inherited.from.read(this.#inherited.length)
  }

  read(length = this.length): McpMessage[] {
    const own = this.#own.slice(0, length)
    return this.#inherited === undefined ? own : [...this.inherited(), ...own]
  }

  /** Characters of JSON in the conversation as of `length`. Each message is measured once. */
  size(length = this.length): number {
    this.#sums ??= [0]
    const sums = this.#sums
    for (let n = sums.length; n <= length; n++) sums.push(sums[n - 1]! + sizeOf(this.#own[n - 1]!))
    const inherited = this.#inherited === undefined ? 0 : this.#inherited.from.size(this.#inherited.length)
    return inherited + sums[length]!
  }
}
