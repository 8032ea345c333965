import type { Exchange, Outcome, Situation } from './situation.ts'
import type { Answer } from './voice.ts'
import { MOST_READ, toSecondPerson, withoutLastWord, wordsOf } from './words.ts'

/** Ends the turn with a sentence about the results of the last calls. */
export function summarizeResults({ exchanges }: Situation): Answer | undefined {
  if (exchanges.length === 0) return undefined
  const told = exchanges.slice(-2).map((exchange) => SUMMARIES[exchange.result.outcome](exchange))
  return { type: 'text', text: told.join(' ') }
}

const SUMMARIES: Record<Outcome, (exchange: Exchange) => string> = {
  done: ({ name, result }) => describe(name, result.text),
  denied: ({ name, result }) =>
    `You did not allow ${titleOf(name)}, so I did not run it${result.text ? `: ${gist(result.text)}` : '.'}`,
  failed: ({ name, result }) => `${titleOf(name)} did not work: ${gist(result.text)}`,
}

function describe(name: string, text: string): string {
  const data = parse(text)
  if (Array.isArray(data)) return `I found ${data.length === 1 ? 'one entry' : `${data.length} entries`} for you.`
  if (typeof data === 'object' && data !== null) {
    return `Here is what ${titleOf(name)} did for you: ${sentence(fieldsOf(data).join(', '))}`
  }
  const short = toSecondPerson(gist(text))
  return short.includes(' ') ? short : `${titleOf(name)} gives you ${short}`
}

/** Returns the name of a tool as people write it: `pick card`. */
const titleOf = (name: string): string => `“${wordsOf(name).join(' ')}”`

const MOST_FIELDS = 6

const fieldsOf = (data: object): string[] =>
  Object.entries(data)
    .filter(([, value]) => typeof value !== 'object' || Array.isArray(value))
    .slice(0, MOST_FIELDS)
    .map(([key, value]) => `${key} ${Array.isArray(value) ? `${value.length} entries` : (SPOKEN.get(value) ?? value)}`)

const SPOKEN = new Map<unknown, string>([
  [true, 'yes'],
  [false, 'no'],
])

const LONGEST = 300

/** Returns the first paragraph, shortened after a whole word. */
function gist(text: string): string {
  const paragraph = text
    .trim()
    .slice(0, MOST_READ)
    .split(/\n\s*\n/, 1)[0]!
    .replace(/\s+/g, ' ')
  return sentence(paragraph.length <= LONGEST ? paragraph : `${withoutLastWord(paragraph.slice(0, LONGEST))}…`)
}

const sentence = (text: string): string => (/[.!?…]$/.test(text) ? text : `${text || 'it says nothing'}.`)

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
