import { moveFor } from './play-move.ts'
import { takesASeat } from './seat.ts'
import type { Exchange } from './situation.ts'
import type { Strategy } from './strategy.ts'

/** Ends the turn by telling what came of the calls. A board that was just played on waits for a move instead. */
export const summarizeResults: Strategy = (situation) => {
  const { exchanges, tools } = situation
  if (exchanges.length === 0 || takesASeat(situation) || (tools.length === 0 && moveFor(situation) !== undefined))
    return undefined
  return { type: 'text', text: exchanges.slice(-2).map(tell).join(' ') }
}

const tell = (exchange: Exchange): string => TELLINGS[exchange.result.outcome](exchange)

const TELLINGS: Record<Exchange['result']['outcome'], (exchange: Exchange) => string> = {
  done: ({ name, result }) => describe(name, result.text),
  denied: ({ name, result }) =>
    `You did not allow ${name}, so it was not run${result.text ? `: ${gist(result.text)}` : '.'}`,
  failed: ({ name, result }) => `${name} did not work: ${gist(result.text)}`,
}

function describe(name: string, text: string): string {
  const data = parse(text)
  if (Array.isArray(data)) return `${name} found ${data.length === 1 ? 'one entry' : `${data.length} entries`}.`
  if (typeof data === 'object' && data !== null) return `${name} is done: ${sentence(fieldsOf(data).join(', '))}`
  const told = gist(text)
  return told.includes(' ') ? told : `${name} gives ${told}`
}

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

/** The first paragraph, in reasonable length. */
function gist(text: string): string {
  const paragraph = text
    .trim()
    .split(/\n\s*\n/)[0]!
    .replace(/\s+/g, ' ')
  return sentence(paragraph.length <= LONGEST ? paragraph : `${paragraph.slice(0, LONGEST).replace(/\s+\S*$/, '')}…`)
}

const sentence = (text: string): string => (/[.!?…]$/.test(text) ? text : `${text || 'it says nothing'}.`)

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
