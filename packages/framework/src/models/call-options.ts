import type { LanguageModelV4CallOptions, LanguageModelV4FunctionTool } from '@ai-sdk/provider'
import type { WireTool } from '../tools/effects/sample.ts'
import { type McpMessage, toBlocks } from '../tools/message.ts'
import { SCHEMA_TOOL } from '../tools/sample.ts'
import type { JsonSchema } from '../tools/schema.ts'
import { ModelError } from './errors.ts'
import { fitHistory } from './fit-history.ts'
import type { ModelRequest } from './model.ts'
import { toPrompt } from './prompt.ts'
import type { Traits } from './traits.ts'

/** The schema that the answer must match, where that is all that is asked for. */
export function wantedSchema({ tools }: ModelRequest): JsonSchema | undefined {
  return tools?.length === 1 && tools[0]?.name === SCHEMA_TOOL ? tools[0].inputSchema : undefined
}

/** A request as the AI SDK takes it, in the way that suits the provider best. */
export function toCallOptions(request: ModelRequest, traits: Traits, id: string): LanguageModelV4CallOptions {
  const { systemPrompt, maxTokens, temperature } = request
  const schema = wantedSchema(request)
  const native = traits.structured === 'native' && schema !== undefined
  const offered = native ? [] : (request.tools ?? [])
  if (traits.tools === false && offered.length > 0) {
    throw new ModelError('unsupported', `${id} cannot be given tools; ask another model, or ask without tools`)
  }
  const messages = fitHistory(request.messages, traits)
  const declared = traits.declaresHistory ? toolsOfHistory(messages, offered) : []
  const options = traits.options?.(schema)
  return {
    prompt: toPrompt(messages, systemPrompt),
    ...(maxTokens !== undefined &&
      Number.isFinite(maxTokens) && { maxOutputTokens: Math.max(maxTokens, traits.minTokens ?? 1) }),
    ...(temperature !== undefined && { temperature }),
    ...(native && { responseFormat: { type: 'json', schema, name: 'answer' } }),
    ...(offered.length + declared.length > 0 && {
      tools: [...offered.map(toFunctionTool), ...declared],
      toolChoice:
        schema === undefined || native ? toToolChoice(request, offered) : { type: 'tool', toolName: SCHEMA_TOOL },
    }),
    ...(options !== undefined && { providerOptions: options }),
  }
}

const toToolChoice = ({ toolChoice }: ModelRequest, offered: readonly WireTool[]) => ({
  type: offered.length === 0 ? ('none' as const) : (toolChoice?.mode ?? ('auto' as const)),
})

const toFunctionTool = ({ name, description, inputSchema }: WireTool): LanguageModelV4FunctionTool => ({
  type: 'function',
  name,
  ...(description !== undefined && { description }),
  // The AI SDK has the type of draft 7; providers take what we have.
  inputSchema: inputSchema as LanguageModelV4FunctionTool['inputSchema'],
})

/** Tools that were used before and are not offered now, declared so that the history is accepted. */
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
