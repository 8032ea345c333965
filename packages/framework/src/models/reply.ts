import type { LanguageModelV4Content, LanguageModelV4GenerateResult, LanguageModelV4Usage } from '@ai-sdk/provider'
import type { SampleReply } from '../tools/effects/sample.ts'
import { toBase64 } from '../tools/file-type.ts'
import { isObject } from '../tools/json.ts'
import { type McpBlock, type ToolUseBlock, toText } from '../tools/message.ts'
import { repairJson } from '../tools/repair-json.ts'
import { SCHEMA_TOOL } from '../tools/sample.ts'
import type { Source } from '../tools/sampling.ts'
import type { JsonSchema } from '../tools/schema.ts'
import type { Usage } from '../tools/usage.ts'
import { interrupted, ModelError } from './errors.ts'
import { costOf, type Price } from './known-model.ts'
import { providerMeta } from './prompt.ts'

interface Asked {
  id: string
  schema: JsonSchema | undefined
  price: Price | undefined
}

/** Converts a result of the AI SDK. If a schema was requested, the data is a `tool_use` block. */
export function toReply(result: LanguageModelV4GenerateResult, { id, schema, price }: Asked): SampleReply {
  const { content, finishReason, providerMetadata } = result
  if (finishReason.unified === 'interrupted') throw interrupted(id)
  if (finishReason.unified === 'error')
    throw new ModelError('unavailable', `${id} failed while it generated the reply; try again`)
  const blocks = content.flatMap(toBlock)
  const answer = schema === undefined ? blocks : asData(blocks, result.structuredOutputText)
  const usage = toUsage(result.usage, price)
  const sources = content.flatMap(toSource)
  return {
    content: answer.length === 0 ? [{ type: 'text', text: '' }] : answer,
    model: id,
    stopReason: answer.some((block) => block.type === 'tool_use') ? 'toolUse' : toStopReason(finishReason),
    ...(usage !== undefined && { usage }),
    ...(sources.length > 0 && { sources }),
    ...providerMeta(providerMetadata),
  }
}

export function toBlock(part: LanguageModelV4Content): McpBlock[] {
  if (part.type === 'text')
    return part.text === '' ? [] : [{ type: 'text', text: part.text, ...providerMeta(part.providerMetadata) }]
  if (part.type === 'reasoning') return [{ type: 'reasoning', text: part.text, ...providerMeta(part.providerMetadata) }]
  if (part.type === 'tool-call' && !part.providerExecuted) {
    const input = toInput(part.input, part.toolName)
    return [
      { type: 'tool_use', id: part.toolCallId, name: part.toolName, input, ...providerMeta(part.providerMetadata) },
    ]
  }
  if (part.type === 'file' && part.data.type === 'data' && part.mediaType.startsWith('image/')) {
    const { data } = part.data
    const base64 = typeof data === 'string' ? data : toBase64(data)
    return [{ type: 'image', data: base64, mimeType: part.mediaType, ...providerMeta(part.providerMetadata) }]
  }
  return []
}

/** Replaces text that is a JSON object with a call of the schema tool. Returns other blocks unchanged. */
function asData(blocks: McpBlock[], selected: string | undefined): McpBlock[] {
  if (blocks.some((block) => block.type === 'tool_use')) return blocks
  const input = repairJson(selected ?? toText(blocks))
  if (!isObject(input)) return blocks
  const call: ToolUseBlock = { type: 'tool_use', id: 'schema_0', name: SCHEMA_TOOL, input }
  return [...blocks.filter((block) => block.type === 'reasoning'), call]
}

const toSource = (part: LanguageModelV4Content): Source[] => {
  if (part.type !== 'source') return []
  const title = part.title === undefined ? {} : { title: part.title }
  return [part.sourceType === 'url' ? { url: part.url, ...title } : title]
}

/** `undefined` if the provider does not report usage: the budget then estimates it. */
function toUsage({ inputTokens, outputTokens }: LanguageModelV4Usage, price: Price | undefined): Usage | undefined {
  if (inputTokens.total === undefined || outputTokens.total === undefined) return undefined
  const usage = { inputTokens: inputTokens.total, outputTokens: outputTokens.total }
  return price === undefined ? usage : { ...usage, costUsd: costOf(price, usage) }
}

const STOP_REASONS: Record<string, string> = {
  stop: 'endTurn',
  length: 'maxTokens',
  'tool-calls': 'toolUse',
  'content-filter': 'contentFilter',
}

const toStopReason = ({ unified, raw }: LanguageModelV4GenerateResult['finishReason']): string =>
  STOP_REASONS[unified] ?? raw ?? 'endTurn'

/** Returns the arguments of a call from the JSON that the model wrote. */
function toInput(text: string, name: string): Record<string, unknown> {
  const input = text.trim() === '' ? {} : repairJson(text)
  if (isObject(input)) return input
  throw new ModelError('malformed', `the model called ${name} with input that is not an object: ${text.slice(0, 200)}`)
}
