import type { McpMessage } from '@sweatpants/framework'
import type { Model } from '@sweatpants/framework/models'

/** A call, as a person in a chat writes it for the model. */
export interface WrittenCall {
  tool: string
  arguments: Record<string, unknown>
}

/** A model that calls the tool which the message names, and then says "done". */
export const callingModel: Model = {
  id: 'test/calling',
  async answer({ messages }) {
    const call = readCall(messages.at(-1))
    if (call === undefined) {
      return { content: { type: 'text', text: 'done' }, model: 'calling', stopReason: 'endTurn' }
    }
    return {
      content: { type: 'tool_use', id: `use-${messages.length}`, name: call.tool, input: call.arguments },
      model: 'calling',
      stopReason: 'toolUse',
    }
  },
}

function readCall(message: McpMessage | undefined): WrittenCall | undefined {
  const blocks = message === undefined ? [] : [message.content].flat()
  const text = blocks.find((block) => block.type === 'text')?.text
  return text?.startsWith('{') ? JSON.parse(text) : undefined
}
