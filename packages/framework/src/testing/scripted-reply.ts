import {
  APICallError,
  type LanguageModelV4CallOptions,
  type LanguageModelV4Content,
  type LanguageModelV4FinishReason,
  type LanguageModelV4GenerateResult,
  type LanguageModelV4StreamPart,
  type LanguageModelV4Usage,
} from '@ai-sdk/provider'
import { SCHEMA_TOOL } from '../tools/sample.ts'
import type { Usage } from '../tools/usage.ts'

/** The reply of a scripted model to one call, or its failure. */
export interface ScriptedReply {
  /** A text or a pattern that the last message must contain, or a function that throws if the request is wrong. */
  expect?: string | RegExp | ((request: LanguageModelV4CallOptions) => void)
  text?: string
  /** The text in the pieces in which it is streamed, in place of `text`. */
  pieces?: readonly string[]
  reasoning?: string
  calls?: readonly { name: string; input: Record<string, unknown>; id?: string }[]
  /** The answer to a schema, given in the way in which it is asked for. */
  data?: unknown
  /** Without it the provider says nothing about usage. */
  usage?: Usage
  /** Default `stop`, or `tool-calls` where there are any. */
  stop?: LanguageModelV4FinishReason['unified']
  /** The call fails; where there is something to say as well, a stream says that first. A text is the provider's message. */
  error?: Error | string
  /** The call fails with this status. Without one, a text as `error` is a provider that cannot be reached. */
  status?: number
  /** Milliseconds, sent as the header `retry-after`. */
  retryAfter?: number
  /** Never ends, until it is aborted; a stream first says what there is to say. */
  hang?: true
}

/** The content of a reply, or `undefined` where it holds data and the request asks for none. */
export function toContent(
  reply: ScriptedReply,
  request: LanguageModelV4CallOptions,
  number: number,
): LanguageModelV4Content[] | undefined {
  const { reasoning, pieces, text = pieces?.join(''), calls = [], data } = reply
  const toCall = ({ name, input, id }: { name: string; input: unknown; id?: string }, index: number) => ({
    type: 'tool-call' as const,
    toolCallId: id ?? `call_${number}_${index + 1}`,
    toolName: name,
    input: JSON.stringify(input),
  })
  const content: LanguageModelV4Content[] = []
  if (reasoning !== undefined) content.push({ type: 'reasoning', text: reasoning })
  if (text !== undefined) content.push({ type: 'text', text })
  if (data !== undefined) {
    const name = schemaTool(request)
    if (request.responseFormat?.type === 'json') content.push({ type: 'text', text: JSON.stringify(data) })
    else if (name === undefined) return undefined
    else return [...content, ...[{ name, input: data }, ...calls].map(toCall)]
  }
  return [...content, ...calls.map(toCall)]
}

/** The tool by which a schema is asked for: the one that must be called. */
function schemaTool({ tools = [], toolChoice }: LanguageModelV4CallOptions): string | undefined {
  if (toolChoice?.type === 'tool') return toolChoice.toolName
  if (tools.some(({ name }) => name === SCHEMA_TOOL)) return SCHEMA_TOOL
  return toolChoice?.type === 'required' && tools.length === 1 ? tools[0]!.name : undefined
}

export const toResult = (reply: ScriptedReply, content: LanguageModelV4Content[]): LanguageModelV4GenerateResult => ({
  content,
  ...toEnd(reply, content),
  warnings: [],
})

/** Returns the parts of a stream that ends, fails or hangs, as the reply says. */
export function toParts(reply: ScriptedReply, content: LanguageModelV4Content[]): LanguageModelV4StreamPart[] {
  const parts = content.flatMap((part, index) => toStreamParts(part, `${index}`, reply.pieces))
  const ends = reply.hang === undefined && errorOf(reply) === undefined
  return [
    { type: 'stream-start', warnings: [] },
    ...parts,
    ...(ends ? [{ type: 'finish' as const, ...toEnd(reply, content) }] : []),
  ]
}

function toStreamParts(
  part: LanguageModelV4Content,
  id: string,
  pieces: readonly string[] | undefined,
): LanguageModelV4StreamPart[] {
  if (part.type === 'reasoning') {
    return [
      { type: 'reasoning-start', id },
      { type: 'reasoning-delta', id, delta: part.text },
      { type: 'reasoning-end', id },
    ]
  }
  if (part.type === 'text') {
    const deltas = pieces?.join('') === part.text ? pieces : [part.text]
    return [
      { type: 'text-start', id },
      ...deltas.map((delta) => ({ type: 'text-delta' as const, id, delta })),
      { type: 'text-end', id },
    ]
  }
  if (part.type === 'tool-call') {
    const { toolCallId, toolName, input } = part
    return [
      { type: 'tool-input-start', id: toolCallId, toolName },
      { type: 'tool-input-delta', id: toolCallId, delta: input },
      { type: 'tool-input-end', id: toolCallId },
      part,
    ]
  }
  return []
}

function toEnd({ stop, usage }: ScriptedReply, content: LanguageModelV4Content[]) {
  const unified = stop ?? (content.some((part) => part.type === 'tool-call') ? 'tool-calls' : 'stop')
  return { finishReason: { unified, raw: unified }, usage: toUsage(usage) }
}

const toUsage = (usage: Usage | undefined): LanguageModelV4Usage => ({
  inputTokens: { total: usage?.inputTokens, noCache: undefined, cacheRead: undefined, cacheWrite: undefined },
  outputTokens: { total: usage?.outputTokens, text: undefined, reasoning: undefined },
})

/** The error that a provider of the AI SDK would throw. */
export function errorOf({ error, status, retryAfter }: ScriptedReply): Error | undefined {
  if (error instanceof Error) return error
  if (error === undefined && status === undefined) return undefined
  return new APICallError({
    message: error ?? `scripted status ${status}`,
    url: 'script:',
    requestBodyValues: {},
    ...(status === undefined ? { isRetryable: true } : { statusCode: status }),
    responseHeaders: retryAfter === undefined ? {} : { 'retry-after': `${retryAfter / 1000}` },
  })
}
