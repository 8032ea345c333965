import type { JsonSchema, McpMessage } from '@sweatpants/framework'
import { SchemaForm } from '@sweatpants/framework/react'
import { type ReactNode, useState } from 'react'
import type { EffectState } from '../run-state.ts'
import { JsonDetails } from './json-view.tsx'

interface SampleFormProps {
  effect: EffectState
  disabled: boolean
  onAnswer(answer: unknown): void
}

/** The request of a sample, as `OpenedEffect` has it. */
interface ShownSample {
  messages: McpMessage[]
  tools?: { name: string; inputSchema: JsonSchema }[]
  toolChoice?: { mode: string }
}

const TEXT = {
  type: 'object',
  properties: { text: { type: 'string', title: 'Reply' } },
  required: ['text'],
}

/** Lets the person reply in place of a model: with a text, or with a call of one of the offered tools. */
export function SampleForm({ effect, disabled, onAnswer }: SampleFormProps): ReactNode {
  const { messages, tools = [], toolChoice } = effect.request as unknown as ShownSample
  const mustCall = toolChoice?.mode === 'required' && tools.length > 0
  const [chosen, setChosen] = useState(mustCall ? tools[0]!.name : '')
  const tool = tools.find(({ name }) => name === chosen)
  const submit = (value: unknown) => {
    const content =
      tool === undefined
        ? { type: 'text', text: (value as { text: string }).text }
        : { type: 'tool_use', id: `by_hand_${effect.at}`, name: tool.name, input: value }
    onAnswer({ content, model: 'by hand', stopReason: tool === undefined ? 'endTurn' : 'toolUse' })
  }
  return (
    <>
      {effect.refusal !== undefined && <p role="alert">{effect.refusal}</p>}
      <JsonDetails
        label={`Request with ${messages.length} ${messages.length === 1 ? 'message' : 'messages'}`}
        value={effect.request}
      />
      {tools.length > 0 && (
        <label className="inline">
          Reply with
          <select value={chosen} onChange={(event) => setChosen(event.currentTarget.value)}>
            {!mustCall && <option value="">text</option>}
            {tools.map(({ name }) => (
              <option key={name} value={name}>
                {name}
              </option>
            ))}
          </select>
        </label>
      )}
      <SchemaForm
        key={chosen}
        schema={tool?.inputSchema ?? TEXT}
        initial={{}}
        message={lastText(messages)}
        disabled={disabled}
        onSubmit={submit}
      >
        <div className="elicit-actions">
          <button type="submit" className="primary">
            Send reply
          </button>
        </div>
      </SchemaForm>
    </>
  )
}

function lastText(messages: readonly McpMessage[]): string {
  const blocks = [messages.at(-1)?.content ?? []].flat()
  const texts = blocks.flatMap((block) => (block.type === 'text' ? block.text : []))
  return texts.join('\n') || 'The last message has no text.'
}
