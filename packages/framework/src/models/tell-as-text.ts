import { type McpBlock, type McpMessage, toBlocks, toText } from '../tools/message.ts'

/** A message for a model that knows no tools: calls and results are told in words, on lines of their own. */
export const tellAsText = (message: McpMessage): McpMessage => ({
  role: message.role,
  content: toBlocks(message).map(tell),
})

function tell(block: McpBlock): McpBlock {
  if (block.type === 'tool_use')
    return { type: 'text', text: `\n[called ${block.name} with ${JSON.stringify(block.input)}]\n` }
  if (block.type !== 'tool_result') return block
  return { type: 'text', text: `\n[${block.isError ? 'it failed' : 'result'}: ${toText(block.content)}]\n` }
}
