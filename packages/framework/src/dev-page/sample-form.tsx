import { type ReactNode, useState } from 'react'
import type { EffectState } from '../dev/run-state.ts'
import { SchemaForm } from '../react/schema-form.tsx'
import type { WireTool } from '../tools/effects/sample.ts'
import type { McpMessage } from '../tools/message.ts'
import { JsonDetails } from './json-view.tsx'

interface SampleFormProps {
  effect: EffectState
  disabled: boolean
  onAnswer(answer: unknown): void
}

const TEXT = {
  type: 'object',
  properties: { text: { type: 'string', title: 'What the model says' } },
  required: ['text'],
}

/** Answers in the place of a model: with a text, or with a call of one of the tools that it was given. */
export function SampleForm({ effect, disabled, onAnswer }: SampleFormProps): ReactNode {
  // As `showEffect` has made it.
  const {
    messages,
    tools = [],
    toolChoice,
  } = effect.request as unknown as {
    messages: McpMessage[]
    tools?: WireTool[]
    toolChoice?: { mode: string }
  }
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
      <JsonDetails label={`Its messages (${messages.length})`} value={effect.request} />
      {tools.length > 0 && (
        <label className="inline">
          Answer with
          <select value={chosen} onChange={(event) => setChosen(event.currentTarget.value)}>
            {!mustCall && <option value="">a text</option>}
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
        message={lastWords(messages)}
        disabled={disabled}
        onSubmit={submit}
      >
        <div className="elicit-actions">
          <button type="submit" className="primary">
            Answer
          </button>
        </div>
      </SchemaForm>
    </>
  )
}

function lastWords(messages: readonly McpMessage[]): string {
  const blocks = [messages.at(-1)?.content ?? []].flat()
  const texts = blocks.flatMap((block) => (block.type === 'text' ? block.text : []))
  return texts.join('\n') || 'The model is asked to go on.'
}
