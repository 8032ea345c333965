import { type McpMessage, measure } from './message.ts'

/** A branch's messages: what it inherited from its parent at the fork, then its own. Forking copies nothing. */
export class Conversation {
  readonly #inherited: { from: Conversation; length: number } | undefined
  readonly #own: McpMessage[] = []
  /** Characters of JSON in all of it. */
  size: number

  constructor(inherited: Conversation | undefined, own: readonly McpMessage[]) {
    this.#inherited = inherited && { from: inherited, length: inherited.#own.length }
    this.size = inherited?.size ?? 0
    this.push(own)
  }

  /** How many messages of its own it has now; `read(length)` gives the conversation as of then. */
  get length(): number {
    return this.#own.length
  }

  push(messages: readonly McpMessage[]): void {
    for (const message of messages) {
      this.#own.push(message)
      this.size += measure(message).size
    }
  }

  own(): McpMessage[] {
    return [...this.#own]
  }

  inherited(): McpMessage[] {
    return this.#inherited === undefined ? [] : this.#inherited.from.read(this.#inherited.length)
  }

  read(length = this.#own.length): McpMessage[] {
    return [...this.inherited(), ...this.#own.slice(0, length)]
  }
}
