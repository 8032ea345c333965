import type { Reader } from './read-message.ts'
import { asksFor } from './type-of.ts'

/** Quoted texts, in their order, for the texts that are asked for. */
export const readQuoted: Reader = ({ schema, ordinal }, { message }) => {
  if (!asksFor(schema, 'string') || schema.format !== undefined || schema.enum !== undefined) return []
  const quoted = [...message.matchAll(/"([^"]+)"|“([^”]+)”|(?<!\w)'([^']+)'(?!\w)/g)]
  return quoted.map(([, ...groups]) => groups.find((group) => group !== undefined)!).slice(ordinal, ordinal + 1)
}
