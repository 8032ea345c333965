import { fill } from './fill.ts'
import { findExpression } from './read-expression.ts'
import type { Suggest } from './schema.ts'
import type { Situation, Tool } from './situation.ts'
import { suggestFor, suggestFromMessage } from './suggest.ts'
import type { Answer } from './voice.ts'
import { contentWords, stemOf, subjectOf, wordsOf } from './words.ts'

/** Calls the tool that the caller demands: a named one, or any. `values` go before what the message says. */
export function callForced(situation: Situation, values: Suggest): Answer | undefined {
  const { tools, toolChoice } = situation
  const suggest = suggestFor(situation)
  const tool =
    toolChoice.type === 'tool'
      ? tools.find(({ name }) => name === toolChoice.toolName)
      : toolChoice.type === 'required'
        ? rankTools(situation)[0]?.tool
        : undefined
  return tool && toCall(tool, situation, (place) => [...values(place), ...suggest(place)])
}

/** Calls the tool that the message is about, once for each message. */
export function callTool(situation: Situation): Answer | undefined {
  const tool = situation.exchanges.length > 0 ? undefined : chooseTool(situation)
  return tool && toCall(tool, situation)
}

const ABOUT_ARGUMENTS =
  /\b(invalid|expected|required|must|missing|argument|parameter|schema|one of|at (least|most)|too \w+)\b/i

/** Repeats a call whose arguments were refused, once, if the refusal leads to other arguments. */
export function correctCall(situation: Situation): Answer | undefined {
  const { exchanges, tools } = situation
  const refused = exchanges.at(-1)
  if (refused?.result.outcome !== 'failed' || !ABOUT_ARGUMENTS.test(refused.result.text)) return undefined
  const tool = tools.find(({ name }) => name === refused.name)
  const attempts = exchanges.filter(({ name }) => name === refused.name).length
  if (tool === undefined || attempts > 1) return undefined
  const call = toCall(tool, situation)
  return canonical(call.input) === canonical(refused.input ?? {}) ? undefined : call
}

/** Returns the same text for the same data, regardless of the order of keys. */
const canonical = (data: unknown): string =>
  JSON.stringify(data, (_, value) =>
    typeof value === 'object' && value !== null && !Array.isArray(value)
      ? Object.fromEntries(Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1)))
      : value,
  )

/** Returns a call with valid arguments. After a failure, arguments without a suggestion are drawn again. */
export function toCall(tool: Tool, situation: Situation, suggest = suggestFor(situation)) {
  const { seed, today, message, exchanges } = situation
  const failures = exchanges.filter(({ name, result }) => name === tool.name && result.outcome === 'failed').length
  const input = fill(tool.inputSchema, {
    suggest,
    seed: failures === 0 ? seed : `${seed} ${failures}`,
    today,
    subject: subjectOf(message),
  })
  return { type: 'call', name: tool.name, input: input ?? {} } satisfies Answer
}

const NAME_WORD = 2
const DESCRIPTION_WORD = 1
const WHOLE_NAME = 3
const ARITHMETIC = 3
const LEAST_SCORE = 2

/** Returns the tool that a message is about, or `undefined`. */
function chooseTool(situation: Situation): Tool | undefined {
  const best = rankTools(situation)[0]
  return best !== undefined && best.score >= LEAST_SCORE ? best.tool : undefined
}

/** Returns all tools, the best match first. */
function rankTools(situation: Situation): { tool: Tool; score: number }[] {
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
