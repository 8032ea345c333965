import { keptMeta, keptOf } from '../tools/attachment.ts'
import { ToolContent } from '../tools/content.ts'
import { messageOf } from '../tools/describe.ts'
import { EffectError } from '../tools/errors.ts'
import type { Json } from '../tools/json.ts'
import { type ToolResultBlock, toText } from '../tools/message.ts'
import type { Ended } from '../tools/run-handle.ts'
import { toJson } from '../tools/to-json.ts'
import type { Usage } from '../tools/usage.ts'

/** How a call ended: what a page shows, what the model is shown, and what it used. */
export type CallOutcome = {
  usage: Usage
} /** `blocks` where the tool chose them; otherwise the model is shown the value as text. */ & (
  | { type: 'done'; value: Json; blocks?: ToolResultBlock['content']; meta?: Json }
  | { type: 'failed'; code: string; problem: string }
)

export function toCallOutcome(toolName: string, ended: Ended): CallOutcome {
  const { usage } = ended
  if (ended.type === 'cancelled')
    return { type: 'failed', code: 'cancelled', problem: `${toolName} was cancelled`, usage }
  if (ended.type === 'failed') return toFailure(ended.error, usage)
  try {
    const done = toDone(toolName, ended.value, usage)
    // The turn records the outcome as one entry, and what does not fit would end the turn.
    toJson(done, `the result of ${toolName}`)
    return done
  } catch (error) {
    return toFailure(error, usage)
  }
}

function toFailure(error: unknown, usage: Usage): CallOutcome {
  const { code, message } = toProblem(error)
  return { type: 'failed', code, problem: cutProblem(message), usage }
}

/** The most characters of a problem that a turn records and shows to the model. */
const MAX_PROBLEM = 100_000

/** Providers refuse text with half a surrogate pair. */
const cutProblem = (text: string): string =>
  text.length > MAX_PROBLEM ? `${text.slice(0, MAX_PROBLEM).toWellFormed()}…` : text

/** What a chat says of an error: the code of the effect that failed, or the name of the error. */
export function toProblem(error: unknown): { code: string; message: string } {
  const code = error instanceof EffectError ? error.failure.code : undefined
  const name = error instanceof Error ? error.name : 'Error'
  return { code: typeof code === 'string' ? code : name, message: messageOf(error) || name }
}

function toDone(toolName: string, value: unknown, usage: Usage): CallOutcome {
  if (value instanceof ToolContent) {
    const blocks = value.blocks.map(toResultBlock)
    const text = toText(blocks)
    if (value.isError)
      return { type: 'failed', code: 'tool_error', problem: cutProblem(text) || `${toolName} failed`, usage }
    const meta = value.meta && toJson(value.meta, `the _meta of ${toolName}`)
    const done = { type: 'done' as const, value: toValue(toolName, value.structured ?? text), blocks, usage }
    return meta === undefined ? done : { ...done, meta }
  }
  return { type: 'done', value: toValue(toolName, value), usage }
}

const toValue = (toolName: string, value: unknown): Json => toJson(value, `the result of ${toolName}`) ?? null

/** What a model can be shown of a result. */
function toResultBlock(block: ToolContent['blocks'][number]): ToolResultBlock['content'][number] {
  switch (block.type) {
    case 'text':
      return { type: 'text', text: block.text }
    case 'image':
    case 'audio': {
      const kept = keptOf(block)
      return { type: block.type, data: block.data, mimeType: block.mimeType, ...(kept && keptMeta(kept)) }
    }
    case 'resource_link':
      return { type: 'text', text: `${block.name}: ${block.uri}` }
    case 'resource': {
      const { resource } = block
      return { type: 'text', text: 'text' in resource ? resource.text : `(binary resource ${resource.uri})` }
    }
  }
}
