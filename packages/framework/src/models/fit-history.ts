import { digest } from '../tools/json.ts'
import { type McpBlock, type McpMessage, type ToolResultBlock, toBlocks } from '../tools/message.ts'
import { tellAsText } from './tell-as-text.ts'
import type { Traits } from './traits.ts'

/** The conversation as a provider with these traits takes it. */
export function fitHistory(messages: readonly McpMessage[], traits: Traits): McpMessage[] {
  const { tools = true, keepsReasoning = true, resultFiles = true } = traits
  return messages.map((message) => {
    const fitting = resultFiles ? message : withFilesApart(message)
    const blocks = toBlocks(fitting).filter((block) => keepsReasoning || block.type !== 'reasoning')
    const fitted = { role: message.role, content: blocks.map(withPlainId) }
    return tools ? fitted : tellAsText(fitted)
  })
}

/** Pictures stand beside the results that they are of. */
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

/** Providers differ in what an id may be; what all take is kept, and anything else stands for itself. */
const toPlainId = (id: string): string => (PLAIN_ID.test(id) ? id : `call_${digest(id)}`)

function withPlainId(block: McpBlock): McpBlock {
  if (block.type === 'tool_use') return { ...block, id: toPlainId(block.id) }
  return block.type === 'tool_result' ? { ...block, toolUseId: toPlainId(block.toolUseId) } : block
}
