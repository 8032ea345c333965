import type {
  LanguageModelV4CallOptions,
  LanguageModelV4FunctionTool,
  LanguageModelV4ProviderTool,
} from '@ai-sdk/provider'
import type { WireTool } from '../tools/effects/sample.ts'
import { digest } from '../tools/json.ts'
import { type McpBlock, type McpMessage, type ToolResultBlock, toBlocks, toText } from '../tools/message.ts'
import { SCHEMA_TOOL } from '../tools/sample.ts'
import type { JsonSchema } from '../tools/schema.ts'
import { ModelError } from './errors.ts'
import type { ModelRequest } from './model.ts'
import { toPrompt } from './prompt.ts'
import type { Traits } from './provider.ts'

/** The schema of the reply, if the request asks for data only. */
export function wantedSchema({ tools }: ModelRequest): JsonSchema | undefined {
  return tools?.length === 1 && tools[0]?.name === SCHEMA_TOOL ? tools[0].inputSchema : undefined
}

/** Converts a request to the AI SDK's call options, in the way that suits the provider best. */
export function toCallOptions(request: ModelRequest, traits: Traits, id: string): LanguageModelV4CallOptions {
  const { systemPrompt, maxTokens, temperature } = request
  const schema = wantedSchema(request)
  const native = traits.structured === 'native' && schema !== undefined
  const offered = native ? [] : (request.tools ?? [])
  if (traits.tools === false && offered.length > 0) {
    throw new ModelError('unsupported', `${id} does not support tools; use another model, or send no tools`)
  }
  const messages = fitHistory(request.messages, traits)
  const declared = traits.declaresHistory ? toolsOfHistory(messages, offered) : []
  const search = toSearch(request, traits)
  const options = traits.options?.(schema)
  return {
    prompt: toPrompt(messages, systemPrompt),
    ...(maxTokens !== undefined &&
      Number.isFinite(maxTokens) && { maxOutputTokens: Math.max(maxTokens, traits.minTokens ?? 1) }),
    ...(temperature !== undefined && { temperature }),
    ...(native && { responseFormat: { type: 'json', schema, name: 'answer' } }),
    ...(offered.length + declared.length + search.length > 0 && {
      tools: [...offered.map(toFunctionTool), ...declared, ...search],
      toolChoice:
        schema === undefined || native
          ? toToolChoice(request, [...offered, ...search])
          : { type: 'tool', toolName: SCHEMA_TOOL },
    }),
    ...(options !== undefined && { providerOptions: options }),
  }
}

const toSearch = ({ webSearch }: ModelRequest, traits: Traits): LanguageModelV4ProviderTool[] =>
  webSearch === undefined || traits.webSearch === undefined
    ? []
    : [{ type: 'provider', ...traits.webSearch(webSearch.maxUses) }]

const toToolChoice = ({ toolChoice }: ModelRequest, offered: readonly object[]) => ({
  type: offered.length === 0 ? ('none' as const) : (toolChoice?.mode ?? ('auto' as const)),
})

const toFunctionTool = ({ name, description, inputSchema }: WireTool): LanguageModelV4FunctionTool => ({
  type: 'function',
  name,
  ...(description !== undefined && { description }),
  // The AI SDK types it as draft 7; providers accept later drafts.
  inputSchema: inputSchema as LanguageModelV4FunctionTool['inputSchema'],
})

/** Tools that the history uses and the request does not offer, declared so that the provider accepts the history. */
function toolsOfHistory(messages: readonly McpMessage[], offered: readonly WireTool[]): LanguageModelV4FunctionTool[] {
  const known = new Set(offered.map((tool) => tool.name))
  const used = messages.flatMap(toBlocks).filter((block) => block.type === 'tool_use' && !known.has(block.name))
  const names = new Set(used.map((block) => (block.type === 'tool_use' ? block.name : '')))
  return [...names].map((name) => ({
    type: 'function',
    name,
    description: 'Was used earlier in this conversation.',
    inputSchema: { type: 'object' },
  }))
}

/** The conversation in a form that a provider with these traits accepts. */
export function fitHistory(messages: readonly McpMessage[], traits: Traits): McpMessage[] {
  const { tools = true, keepsReasoning = true, resultFiles = true } = traits
  return messages.map((message) => {
    const fitting = resultFiles ? message : withFilesApart(message)
    const blocks = toBlocks(fitting).filter((block) => keepsReasoning || block.type !== 'reasoning')
    const fitted = { role: message.role, content: blocks.map(withPlainId) }
    return tools ? fitted : { ...fitted, content: fitted.content.map(toPlainText) }
  })
}

/** Moves files out of the tool results, to the end of the message. */
function withFilesApart(message: McpMessage): McpMessage {
  const blocks = toBlocks(message)
  const files = blocks.flatMap((block) => (block.type === 'tool_result' ? block.content.filter(isFile) : []))
  return files.length === 0 ? message : { ...message, content: [...blocks.map(withoutFiles), ...files] }
}

function withoutFiles(block: McpBlock): McpBlock {
  if (block.type !== 'tool_result' || !block.content.some(isFile)) return block
  const texts = block.content.filter((part) => !isFile(part))
  return { ...block, content: texts.length > 0 ? texts : [{ type: 'text', text: '(shown below)' }] }
}

const isFile = (part: ToolResultBlock['content'][number]): boolean => part.type !== 'text'

const PLAIN_ID = /^[A-Za-z0-9_-]{1,64}$/

/** Keeps an id that every provider accepts; replaces any other with a digest of it. */
const toPlainId = (id: string): string => (PLAIN_ID.test(id) ? id : `call_${digest(id)}`)

function withPlainId(block: McpBlock): McpBlock {
  if (block.type === 'tool_use') return { ...block, id: toPlainId(block.id) }
  return block.type === 'tool_result' ? { ...block, toolUseId: toPlainId(block.toolUseId) } : block
}

/** For a model without tools: calls and results become text, on lines of their own. */
function toPlainText(block: McpBlock): McpBlock {
  if (block.type === 'tool_use')
    return { type: 'text', text: `\n[called ${block.name} with ${JSON.stringify(block.input)}]\n` }
  if (block.type !== 'tool_result') return block
  return { type: 'text', text: `\n[${block.isError ? 'it failed' : 'result'}: ${toText(block.content)}]\n` }
}
