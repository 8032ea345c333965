import { readBrief } from './debate-brief.ts'
import { fill } from './fill.ts'
import type { Place } from './place.ts'
import type { Strategy } from './strategy.ts'
import { wordsOf } from './words.ts'

const TOOL = 'request_context'

const PRIVATE = /\b(our|ours|my|we|us|internal|in-house|company's)\b/i

/** Asks for what only the caller can know, once: where the question or its answer is in the prompt, it was asked. */
export const requestContext: Strategy = (situation) => {
  const { tools, toolChoice, said, seed } = situation
  const tool = tools.find(({ name }) => name === TOOL)
  const brief = readBrief(situation)
  if (tool === undefined || brief === undefined || toolChoice.type !== 'auto' || !PRIVATE.test(brief.topic))
    return undefined
  const query = `What do you know that bears on “${brief.topic}”?`
  const asked = said.some((one) => (one.type === 'call' ? one.name === TOOL : one.text.includes(query)))
  if (asked || situation.system.includes(query)) return undefined
  const known: Record<string, string> = {
    query,
    reason: 'The topic is about something that only the caller can know.',
    priority: 'required',
  }
  const suggest = ({ name }: Place) => wordsOf(name).flatMap((word) => known[word] ?? [])
  const input = fill(tool.inputSchema, { suggest, seed, subject: brief.topic })
  return input === undefined ? undefined : { type: 'call', name: TOOL, input }
}
