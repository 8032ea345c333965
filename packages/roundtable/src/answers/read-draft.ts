import { scanJson } from '@sweatpants/framework'
import { fieldsOf, readText, SIZES } from './read-object.ts'

/** Returns the readable part of a statement that is still being written, or `undefined`. Ballots and other texts have none. */
export function readDraft(text: string): string | undefined {
  const [found] = scanJson(text)
  const fields = fieldsOf(found?.value)
  const reasoning = readText(fields?.('reasoning'), SIZES.reasoning)
  const position = readText(fields?.('position'), SIZES.position)
  return reasoning === undefined || position === undefined ? undefined : `${position}\n\n${reasoning}`
}
