import { findExpression } from './read-expression.ts'
import { suggestFromMessage } from './read-message.ts'
import type { Situation, Tool } from './situation.ts'
import { contentWords, stemOf, wordsOf } from './words.ts'

const NAME_WORD = 2
const DESCRIPTION_WORD = 1
const WHOLE_NAME = 3
const ARITHMETIC = 3
const LEAST_SCORE = 2

/** Returns the tool that a message is about, or `undefined`. */
export function chooseTool(situation: Situation): Tool | undefined {
  const best = rankTools(situation)[0]
  return best !== undefined && best.score >= LEAST_SCORE ? best.tool : undefined
}

/** Returns all tools, the best match first. */
export function rankTools(situation: Situation): { tool: Tool; score: number }[] {
  const { tools } = situation
  return tools.map((tool) => ({ tool, score: scoreOf(tool, situation) })).toSorted((a, b) => b.score - a.score)
}

function scoreOf(tool: Tool, situation: Situation): number {
  const { message, tools } = situation
  const asked = new Set(contentWords(message).map(stemOf))
  const shared = [...asked].filter((word) => weightOf(tool, word) > 0)
  // A word that matches several tools counts less for each of them.
  const words = shared.map((word) => weightOf(tool, word) / tools.filter((other) => weightOf(other, word) > 0).length)
  const named = squash(message).includes(squash(tool.name)) ? WHOLE_NAME : 0
  const matched = words.reduce((sum, word) => sum + word, named)
  const arithmetic = takesExpression(tool) && findExpression(message) !== undefined ? ARITHMETIC : 0
  return arithmetic + (matched === 0 ? 0 : matched + countArguments(tool, situation))
}

function weightOf({ name, description = '' }: Tool, word: string): number {
  if (contentWords(name).some((other) => stemOf(other) === word)) return NAME_WORD
  return contentWords(description).some((other) => stemOf(other) === word) ? DESCRIPTION_WORD : 0
}

/** Counts the required arguments that the message holds. */
function countArguments({ inputSchema }: Tool, situation: Situation): number {
  const { properties = {}, required = [] } = inputSchema as { properties?: Record<string, object>; required?: string[] }
  const suggest = suggestFromMessage(situation)
  const given = required.filter((name) => {
    const schema = { ...properties[name] }
    return suggest({ schema, name, path: name, required: false, index: 0, ordinal: 0, depth: 1 }).length > 0
  })
  return given.length
}

const takesExpression = ({ inputSchema }: Tool): boolean =>
  Object.keys((inputSchema.properties ?? {}) as object).some((name) => /^(expression|formula|expr)$/i.test(name))

const squash = (text: string): string => wordsOf(text).join('')
