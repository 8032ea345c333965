import { readLimits } from '../../http/limits.ts'
import type { SchemaLimits } from '../../tools/survey-schema.ts'

/** How much a server may send. Each limit has a default; give those that you want to change. */
export interface HostedLimits {
  /** Bytes of one message: a JSON reply, an event, a line of a pipe. Default 28 MiB: 20 MB as base64. */
  message?: number
  /** Bytes of all messages that come with one reply. Default 32 MiB. */
  reply?: number
  /** Number of messages that come with one reply, such as progress. Default 10,000. */
  messages?: number
  /** Milliseconds until the server must answer a request of a call, or ask; to want it again is neither. Default one hour. */
  answerTime?: number
  /** Tools that are used; the others are refused. Default 500. */
  tools?: number
  /** Pages of the list of tools. Default 64. */
  pages?: number
  /** Characters of the list of tools; those after it are refused. Default 4,000,000. */
  list?: number
  /** Characters of the description of a tool. Default 20,000. */
  description?: number
  /** Characters of a view. Default 5,000,000. */
  view?: number
  /** The size of a schema: of arguments, results and forms. */
  schema?: SchemaLimits
}

const DEFAULTS: Required<Omit<HostedLimits, 'schema'>> = {
  message: 28 * 1024 * 1024,
  reply: 32 * 1024 * 1024,
  messages: 10_000,
  answerTime: 60 * 60 * 1000,
  tools: 500,
  pages: 64,
  list: 4_000_000,
  description: 20_000,
  view: 5_000_000,
}

export const toLimits = ({ schema = {}, ...given }: HostedLimits = {}): Required<HostedLimits> => ({
  ...readLimits(DEFAULTS, given),
  schema,
})

/** Returns text of a server on one line, without control characters and marks that reorder text, and not too long. */
export function toPlainText(text: string, length: number): string {
  const plain = text
    .slice(0, length * 4)
    .replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\s]+/gu, ' ')
    .trim()
  return plain.length > length ? `${plain.slice(0, length)}…` : plain
}
