import { describe } from './describe.ts'
import { ToolUsageError } from './errors.ts'

export type Annotations = { audience?: ('user' | 'assistant')[]; priority?: number; lastModified?: string }

/** What a tool's result is made of, as MCP has it. */
export type ContentBlock = { annotations?: Annotations; _meta?: Record<string, unknown> } & (
  | { type: 'text'; text: string }
  | { type: 'image' | 'audio'; data: string; mimeType: string }
  | { type: 'resource'; resource: ResourceContents }
  | { type: 'resource_link'; uri: string; name: string; description?: string; mimeType?: string }
)

export type ResourceContents = { uri: string; mimeType?: string; _meta?: object } & (
  | { text: string }
  | { blob: string }
)

/** What a tool returns to choose its content blocks itself, instead of having its value written as text. */
export class ToolContent<S = unknown> {
  readonly blocks: ContentBlock[]
  readonly isError: boolean
  readonly structured: S | undefined
  /** The `_meta` of a hosted tool's result: for the view that shows it, and never for a model. */
  readonly meta: Readonly<Record<string, unknown>> | undefined

  constructor(blocks: ContentBlock[], isError: boolean, structured?: S, meta?: Record<string, unknown>) {
    this.blocks = blocks
    this.isError = isError
    this.structured = structured
    this.meta = meta
  }
}

/** Content blocks as a tool's result: `return content([{ type: 'image', … }])`. Throws a `ToolUsageError` for other blocks than MCP has. */
export function content(blocks: ContentBlock[], options: { isError?: boolean } = {}): ToolContent {
  if (!Array.isArray(blocks)) throw new ToolUsageError(`content takes a list of blocks, not ${describe(blocks)}`)
  for (const [index, block] of blocks.entries()) refuseContentBlock(block, `content: block ${index}`)
  return new ToolContent(blocks, options.isError ?? false)
}

/** The texts that a block of each type has. A client cannot read a result with other blocks. */
const TEXTS: Readonly<Record<string, readonly string[]>> = {
  text: ['text'],
  image: ['data', 'mimeType'],
  audio: ['data', 'mimeType'],
  resource: [],
  resource_link: ['uri', 'name'],
}

function refuseContentBlock(block: unknown, where: string): void {
  refuseBlock(block, where, TEXTS)
  const { type, resource } = block as Record<string, unknown>
  const { uri, text, blob } = (resource ?? {}) as Record<string, unknown>
  if (type === 'resource' && !(typeof uri === 'string' && (typeof text === 'string' || typeof blob === 'string')))
    throw new ToolUsageError(`${where} needs a resource: { uri, text } or { uri, blob }`)
}

/** Throws a `ToolUsageError` for a block of a type that is not among these, or without a text that its type has. */
export function refuseBlock(block: unknown, where: string, types: Readonly<Record<string, readonly string[]>>): void {
  const { type, ...fields } = (block ?? {}) as Record<string, unknown>
  const texts = typeof type === 'string' && Object.hasOwn(types, type) ? types[type]! : undefined
  if (texts === undefined)
    throw new ToolUsageError(`${where} has the type ${describe(type)}; use ${Object.keys(types).join(', ')}`)
  const missing = texts.find((field) => typeof fields[field] !== 'string')
  if (missing !== undefined)
    throw new ToolUsageError(`${where} (${type}) needs the text \`${missing}\`, not ${describe(fields[missing])}`)
}
