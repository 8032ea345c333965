import { type Parsed, readObject, readText, readTexts, SIZES } from './read-object.ts'

/** Reads the summary of a round. */
export function parseSummary(text: string): Parsed<{ text: string; keyPoints: string[] }> {
  const found = readObject(text, ['summary'])
  if (found.type === 'malformed') return found
  const summary = readText(found.value('summary'), SIZES.reasoning)
  if (summary === undefined) return { type: 'malformed', problem: 'expected "summary" to be a text' }
  return { type: 'parsed', value: { text: summary, keyPoints: readTexts(found.value('keyPoints', 'points')) } }
}
