import type { SampleEffect, SampleReply } from '../tools/effects/sample.ts'
import type { McpBlock, TextBlock, ToolUseBlock } from '../tools/message.ts'
import { SCHEMA_TOOL } from '../tools/sample.ts'
import type { Usage } from '../tools/usage.ts'

/** What the scripted model says: a text, a reply with more to it, or an error for a call that fails. */
export type Sample = string | SampleParts | Error

export interface SampleParts {
  text?: string
  /** The data of a structured answer: becomes a call of `__schema__`. */
  parsed?: unknown
  toolCalls?: readonly { name: string; input: Record<string, unknown>; id?: string }[]
  model?: string
  stopReason?: string
  usage?: Usage
}

export type ScriptedSample = Sample | ((question: SampleEffect) => Sample)

/** A reply as a model would send it. Ids follow from the question, so that a replay has the same ones. */
export function toSampleReply(sample: string | SampleParts, id: string): SampleReply {
  const { text, parsed, toolCalls = [], model = 'script', stopReason, usage } = partsOf(sample)
  const said: TextBlock[] = text === undefined ? [] : [{ type: 'text', text }]
  // The runtime checks what a model answers, so a script may hold what no schema takes.
  const data = parsed === undefined ? [] : [{ name: SCHEMA_TOOL, input: parsed as Record<string, unknown> }]
  const calls = [...data, ...toolCalls].map(
    (call, index): ToolUseBlock => ({ type: 'tool_use', id: `call_${id}_${index + 1}`, ...call }),
  )
  const blocks: McpBlock[] = [...said, ...calls]
  return {
    content: blocks.length > 1 ? blocks : (blocks[0] ?? { type: 'text', text: '' }),
    model,
    stopReason: stopReason ?? (calls.length > 0 ? 'toolUse' : 'endTurn'),
    ...(usage !== undefined && { usage }),
  }
}

const partsOf = (sample: string | SampleParts): SampleParts => (typeof sample === 'string' ? { text: sample } : sample)
