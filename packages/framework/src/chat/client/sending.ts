import { defined } from '../../tools/defined.ts'
import type { CommandOf } from '../command.ts'
import type { ChatState } from '../state.ts'
import type { UserContent } from '../user-content.ts'

/** A message that was sent and is not in the log yet. */
export interface SendingMessage {
  /** The message in the log that replaces this one has the same. */
  commandId: string
  content: UserContent
  timestamp: number
  model?: string
  persona?: string
  /** The place of the message in the log, once the server has accepted it. */
  lsn?: number
}

/** The messages that a page shows while the log does not have them yet. */
export class Sending {
  messages: readonly SendingMessage[] = []

  add({ commandId, content, model, persona }: CommandOf<'send'>, timestamp: number): void {
    const message: SendingMessage = {
      commandId,
      content,
      timestamp,
      ...defined({ model, persona }),
    }
    this.messages = [...this.messages, message]
  }

  accept(commandId: string, lsn: number): void {
    this.messages = this.messages.map((sent) => (sent.commandId === commandId ? { ...sent, lsn } : sent))
  }

  remove(commandId: string): void {
    this.messages = this.messages.filter((sent) => sent.commandId !== commandId)
  }

  /** Removes the messages that the state includes. */
  settle({ lsn, messages }: ChatState): void {
    if (this.messages.length === 0) return
    const isInLog = (sent: SendingMessage) =>
      (sent.lsn ?? Number.POSITIVE_INFINITY) <= lsn || messages.some(({ commandId }) => commandId === sent.commandId)
    const left = this.messages.filter((sent) => !isInLog(sent))
    if (left.length < this.messages.length) this.messages = left
  }
}
