import { refuseBlock } from './content.ts'
import { describe, show } from './describe.ts'
import { ToolUsageError } from './errors.ts'
import { digest } from './json.ts'
import { toJson } from './to-json.ts'

/** Data that a provider needs back with a block: signatures and item ids. */
interface WithMeta {
  _meta?: Record<string, unknown>
}

export interface TextBlock extends WithMeta {
  type: 'text'
  text: string
}
export interface ImageBlock extends WithMeta {
  type: 'image'
  data: string
  mimeType: string
  /** The name of the file that a person attached. MCP has no such field. */
  name?: string
}
export interface AudioBlock extends WithMeta {
  type: 'audio'
  data: string
  mimeType: string
}
/** A document of a person's message. MCP has no such block: a host that samples for a tool is told only its name. */
export interface FileBlock extends WithMeta {
  type: 'file'
  data: string
  mimeType: string
  name?: string
}
/** What a model thought before it answered. Between us and the model: MCP has no such block, so none goes over its wire. */
export interface ReasoningBlock extends WithMeta {
  type: 'reasoning'
  text: string
}
export interface ToolUseBlock extends WithMeta {
  type: 'tool_use'
  id: string
  name: string
  input: Record<string, unknown>
}
export interface ToolResultBlock extends WithMeta {
  type: 'tool_result'
  toolUseId: string
  content: (TextBlock | ImageBlock | AudioBlock)[]
  isError?: boolean
}
export type McpBlock = TextBlock | ImageBlock | AudioBlock | FileBlock | ReasoningBlock | ToolUseBlock | ToolResultBlock

/** A message in MCP content blocks: how all history is kept. */
export interface McpMessage {
  role: 'user' | 'assistant'
  content: McpBlock | McpBlock[]
}

/** Messages that can be passed as history: plain text and MCP messages, mixed. */
export type ExtendedMessage = { role: 'user' | 'assistant' | 'system'; content: string } | McpMessage

export const toBlocks = (message: McpMessage): McpBlock[] =>
  Array.isArray(message.content) ? message.content : [message.content]

export const textMessage = (role: 'user' | 'assistant', text: string): McpMessage => ({
  role,
  content: { type: 'text', text },
})

export const toText = (blocks: readonly McpBlock[]): string =>
  blocks
    .filter((block) => block.type === 'text')
    .map((block) => block.text)
    .join('')

/** Messages as MCP knows them: without what a model thought, and with files as their names. */
export const toMcpMessages = (messages: readonly McpMessage[]): McpMessage[] =>
  messages.map((message) =>
    Array.isArray(message.content)
      ? { ...message, content: message.content.filter(({ type }) => type !== 'reasoning').map(nameFile) }
      : { ...message, content: nameFile(message.content) },
  )

function nameFile(block: McpBlock): McpBlock {
  if (block.type === 'file') return { type: 'text', text: `(file ${block.name ?? ''} of type ${block.mimeType})` }
  if (block.type !== 'image') return block
  const { name: _name, ...image } = block
  return image
}

/** History as a model takes it: MCP messages, with the system messages taken out and joined. */
export function fromExtended(history: readonly ExtendedMessage[]): {
  messages: McpMessage[]
  system: string | undefined
} {
  if (!Array.isArray(history)) throw new ToolUsageError(`messages is a list of messages, not ${describe(history)}`)
  const messages: McpMessage[] = []
  const system: string[] = []
  for (const [index, message] of history.entries()) {
    refuseMalformed(message, index)
    if (typeof message.content !== 'string') messages.push(message as McpMessage)
    else if (message.role === 'system') system.push(message.content)
    else messages.push(textMessage(message.role, message.content))
  }
  return { messages, system: system.length === 0 ? undefined : system.join('\n\n') }
}

/** JavaScript may pass anything; a provider would say less about it, and later. */
function refuseMalformed(message: ExtendedMessage, index: number): void {
  const { role, content } = (message ?? {}) as { role?: unknown; content?: unknown }
  const blocks = typeof content === 'string' ? [] : [content].flat()
  const isWhole = blocks.every((block) => typeof (block as McpBlock | null | undefined)?.type === 'string')
  const isKnown = role === 'user' || role === 'assistant' || (role === 'system' && typeof content === 'string')
  if (isKnown && isWhole) {
    refuseUnreadable(message, index)
    for (const [at, block] of blocks.entries()) refuseMessageBlock(block as McpBlock, `messages[${index}]: block ${at}`)
    return
  }
  throw new ToolUsageError(
    `messages[${index}] is not a message: it needs a role ('user', 'assistant', or 'system' with text) and content, ` +
      `which is text or MCP blocks; this is ${show(message)}`.slice(0, 400),
  )
}

/** The texts that a block of each type has. */
const TEXTS: Readonly<Record<McpBlock['type'], readonly string[]>> = {
  text: ['text'],
  image: ['data', 'mimeType'],
  audio: ['data', 'mimeType'],
  file: ['data', 'mimeType'],
  reasoning: ['text'],
  tool_use: ['id', 'name'],
  tool_result: ['toolUseId'],
}

function refuseMessageBlock(block: McpBlock, where: string): void {
  refuseBlock(block, where, TEXTS)
  if (block.type === 'tool_result' && !Array.isArray(block.content))
    throw new ToolUsageError(
      `${where} (${block.type}) needs a list of blocks as \`content\`, not ${describe(block.content)}`,
    )
}

/** The run makes a digest of each message, where an error would stop the run and not fail the sample. */
function refuseUnreadable(message: ExtendedMessage, index: number): void {
  try {
    digestOf(message)
  } catch {
    toJson(message, `messages[${index}]`, Number.POSITIVE_INFINITY)
    throw new ToolUsageError(`messages[${index}] cannot be written as JSON`)
  }
}

/** Refuses a history that no provider would accept: a `tool_use` whose result does not follow in the next message, and a result without one. */
export function refuseUnanswered(messages: readonly McpMessage[]): void {
  let open: ToolUseBlock[] = []
  const refuse = (): never => {
    const { name, id } = open[0]!
    throw new ToolUsageError(
      `the history has a tool_use without its result: ${name} (${id}). ` +
        'Pass the whole exchange (exchange.messages, withArguments or withResults)',
    )
  }
  for (const message of messages) {
    const blocks = toBlocks(message)
    let orphan: ToolResultBlock | undefined
    for (const block of blocks) {
      if (block.type !== 'tool_result') continue
      if (message.role !== 'user' || !open.some((use) => use.id === block.toolUseId)) orphan ??= block
      open = open.filter((use) => use.id !== block.toolUseId)
    }
    if (orphan !== undefined && (open.length === 0 || message.role !== 'user')) refuseOrphan(orphan, message)
    if (open.length > 0) refuse()
    open = blocks.filter((block) => block.type === 'tool_use')
    refuseTwins(open)
    if (open.length > 0 && message.role !== 'assistant') {
      throw new ToolUsageError(
        `the history has a tool_use in a message of the user: ${open[0]!.name} (${open[0]!.id}). Only the assistant uses tools`,
      )
    }
  }
  if (open.length > 0) refuse()
}

/** A result names its call by the id, so no result would be that of the second one. */
function refuseTwins(uses: readonly ToolUseBlock[]): void {
  const twin = uses.find(({ id }, index) => uses.findIndex((use) => use.id === id) < index)
  if (twin === undefined) return
  throw new ToolUsageError(
    `the history has two tool_use blocks with the id ${twin.id} in one message. Give each tool_use an id of its own`,
  )
}

function refuseOrphan({ toolUseId }: ToolResultBlock, { role }: McpMessage): never {
  throw new ToolUsageError(
    role === 'user'
      ? `the history has a tool_result without its tool_use in the message before it: ${toolUseId}. ` +
          'Pass the whole exchange (exchange.messages, withArguments or withResults)'
      : `the history has a tool_result in a message of the assistant: ${toolUseId}. Results are in messages of the user`,
  )
}

/**
 * The messages with an id of its own for each `tool_use`, as providers require. An exchange may be passed twice, and some
 * models number their calls anew in each reply; the second one and its result get another id.
 */
export function withUniqueIds(messages: McpMessage[]): McpMessage[] {
  if (!messages.some(hasCalls)) return messages
  const known = new Set<string>()
  let renamed = new Map<string, string>()
  return messages.map((message) => {
    const results = renamed
    renamed = new Map()
    let hasChanged = false
    const blocks = toBlocks(message).map((block) => {
      if (block.type === 'tool_result' && results.has(block.toolUseId)) {
        hasChanged = true
        return { ...block, toolUseId: results.get(block.toolUseId)! }
      }
      if (block.type !== 'tool_use') return block
      const id = newId(block.id, known)
      if (id === block.id) return block
      hasChanged = true
      renamed.set(block.id, id)
      return { ...block, id }
    })
    return hasChanged ? { ...message, content: blocks } : message
  })
}

const hasCalls = (message: McpMessage): boolean =>
  Array.isArray(message.content)
    ? message.content.some(({ type }) => type === 'tool_use')
    : message.content.type === 'tool_use'

/** The id, or the id with a number where it is known; from then on the new one is. */
function newId(id: string, known: Set<string>): string {
  let unique = id
  for (let n = 2; known.has(unique); n++) unique = `${id}_${n}`
  known.add(unique)
  return unique
}

/** Characters of JSON. */
export const sizeOf = (message: McpMessage): number => JSON.stringify(message).length

const digests = new WeakMap<ExtendedMessage, string>()

/** Worked out once: in a history that grows by pushing, each message costs once, not each time it is passed. */
export function digestOf(message: ExtendedMessage): string {
  let known = digests.get(message)
  if (known === undefined) {
    known = digest(JSON.stringify(message))
    digests.set(message, known)
  }
  return known
}
