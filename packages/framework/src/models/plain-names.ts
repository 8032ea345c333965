import { digest } from '../tools/json.ts'
import { type McpBlock, type McpMessage, toBlocks } from '../tools/message.ts'
import type { ModelRequest } from './model.ts'

/** Tool names that every provider accepts. */
const PLAIN_NAME = /^[A-Za-z_][A-Za-z0-9_-]{0,63}$/
const MAX_NAME = 64

/** A request in which every tool has a name that providers accept, and how to read the reply to it. */
export interface PlainRequest {
  request: ModelRequest
  /** Returns a block of the reply with the name of the tool as the caller knows it. */
  restore<T extends McpBlock>(block: T): T
}

/**
 * Replaces the tool names that a provider would refuse, in the offer and in the history: one such name would fail every
 * request of a conversation. A name is replaced in the same way each time, unless another tool of the request has that name.
 */
export function toPlainNames(request: ModelRequest): PlainRequest {
  const { tools = [], messages } = request
  const used = messages.flatMap(toBlocks).flatMap((block) => (block.type === 'tool_use' ? [block.name] : []))
  const names = new Set([...tools.map(({ name }) => name), ...used])
  const unfit = [...names].filter((name) => !PLAIN_NAME.test(name))
  if (unfit.length === 0) return { request, restore: (block) => block }
  const plain = new Map<string, string>()
  const originals = new Map<string, string>()
  for (const name of unfit) {
    let candidate = toPlain(name, name)
    for (let number = 2; names.has(candidate) || originals.has(candidate); number++) {
      candidate = toPlain(name, `${name} ${number}`)
    }
    plain.set(name, candidate)
    originals.set(candidate, name)
  }
  const rename = <T extends McpBlock>(block: T, to: ReadonlyMap<string, string>): T =>
    block.type === 'tool_use' ? { ...block, name: to.get(block.name) ?? block.name } : block
  const toMessage = (message: McpMessage): McpMessage => ({
    ...message,
    content: toBlocks(message).map((block) => rename(block, plain)),
  })
  return {
    request: {
      ...request,
      messages: messages.map(toMessage),
      ...(request.tools && { tools: tools.map((tool) => ({ ...tool, name: plain.get(tool.name) ?? tool.name })) }),
    },
    restore: (block) => rename(block, originals),
  }
}

/** Returns a plain name that reads like `name` and differs for each `identity`. */
function toPlain(name: string, identity: string): string {
  const suffix = `_${digest(identity)}`
  const plain = name.replace(/[^A-Za-z0-9_-]+/g, '_').replace(/^(?=[^A-Za-z_])/, '_')
  return `${plain.slice(0, MAX_NAME - suffix.length)}${suffix}`
}
