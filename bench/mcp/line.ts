import type { Message } from './messages.ts'

/** What one caller sends its requests through, one after another. */
export interface Line {
  /** Resolves to the response. Questions of the server are accepted. */
  call(message: Message): Promise<string>
}

let ids = 1_000_000

/** Ids are all of one length, and so are messages. */
export const nextId = (): number => ids++
