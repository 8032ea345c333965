import type { JsonSchema } from '@sweatpants/framework'
import { SchemaForm } from '@sweatpants/framework/react'
import { type ReactNode, useId, useState } from 'react'

interface ArgumentsEditorProps {
  schema: JsonSchema
  /** The arguments at first. */
  initial: object
  disabled: boolean
  onSubmit(value: unknown): void
  /** Shown below the fields, with a button that submits. */
  children: ReactNode
}

/** A form for the schema and the same value as JSON. An edit in one changes the other. */
export function ArgumentsEditor({ schema, initial, disabled, onSubmit, children }: ArgumentsEditorProps): ReactNode {
  const id = useId()
  const [text, setText] = useState(() => toText(initial))
  const [problem, setProblem] = useState<string>()
  // A form keeps its own input, so another initial value needs another form.
  const [form, setForm] = useState<{ key: number; initial: unknown }>({ key: 0, initial })

  const typeJson = (typed: string) => {
    setText(typed)
    try {
      const value: unknown = JSON.parse(typed)
      if (typeof value !== 'object' || value === null || Array.isArray(value)) throw new Error('expected an object')
      setForm(({ key }) => ({ key: key + 1, initial: value }))
      setProblem(undefined)
    } catch (error) {
      setProblem(`This JSON cannot be used: ${error instanceof Error ? error.message : error}`)
    }
  }
  const typeField = (value: unknown) => {
    setText(toText(value ?? {}))
    setProblem(undefined)
  }
  return (
    <div className="editor">
      <SchemaForm
        key={form.key}
        schema={schema}
        initial={form.initial}
        message="Arguments"
        disabled={disabled}
        onChange={typeField}
        onSubmit={(value) => problem === undefined && onSubmit(value)}
      >
        {children}
      </SchemaForm>
      <div className="elicit-field" data-control="json">
        <label htmlFor={id}>As JSON</label>
        <textarea
          id={id}
          value={text}
          onChange={(event) => typeJson(event.currentTarget.value)}
          rows={8}
          spellCheck={false}
          disabled={disabled}
          aria-invalid={problem !== undefined}
          aria-describedby={`${id}-problem`}
        />
        <p id={`${id}-problem`} className="problem" role="status">
          {problem}
        </p>
      </div>
    </div>
  )
}

const toText = (value: unknown): string => JSON.stringify(value, null, 2)
