import { chooseTool, rankTools } from './choose-tool.ts'
import { fill } from './fill.ts'
import type { Suggest } from './place.ts'
import type { Situation, Tool } from './situation.ts'
import { suggestFor } from './suggest.ts'
import type { Answer } from './voice.ts'
import { subjectOf } from './words.ts'

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
  const { seed, message, exchanges } = situation
  const failures = exchanges.filter(({ name, result }) => name === tool.name && result.outcome === 'failed').length
  const input = fill(tool.inputSchema, {
    suggest,
    seed: failures === 0 ? seed : `${seed} ${failures}`,
    subject: subjectOf(message),
  })
  return { type: 'call', name: tool.name, input: input ?? {} } satisfies Answer
}
