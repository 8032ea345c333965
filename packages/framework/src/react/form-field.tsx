import type { ReactNode } from 'react'
import type { Control, Draft } from './form-controls.ts'
import type { FormField } from './form-fields.ts'

interface FieldViewProps {
  id: string
  field: FormField
  draft: Draft
  problem: string | undefined
  onChange(draft: Draft): void
}

/** One field: its label, description, hint, control and problem. */
export function FieldView({ id, field, draft, problem, onChange }: FieldViewProps): ReactNode {
  const { key, label, description, required, control } = field
  const notes = {
    description,
    hint: control.expects === '' ? undefined : control.expects.charAt(0).toUpperCase() + control.expects.slice(1),
    problem,
  }
  const describedBy = Object.entries(notes).flatMap(([name, text]) => (text === undefined ? [] : `${id}-${name}`))
  const view = {
    id,
    draft,
    required,
    onChange,
    'aria-invalid': problem !== undefined,
    'aria-describedby': describedBy.join(' ') || undefined,
  }
  const isGroup = control.type === 'several'
  const Box = isGroup ? 'fieldset' : 'div'
  return (
    <Box
      className="elicit-field"
      data-field={key}
      data-control={control.type}
      data-invalid={problem === undefined ? undefined : true}
      {...(isGroup && { id, tabIndex: -1, 'aria-describedby': view['aria-describedby'] })}
    >
      {isGroup ? (
        <legend>
          {label}
          {required && <span className="elicit-required"> (required)</span>}
        </legend>
      ) : (
        <label htmlFor={id}>
          {label}
          {required && control.type !== 'checkbox' && (
            <span className="elicit-required" aria-hidden="true">
              {' *'}
            </span>
          )}
        </label>
      )}
      <Note id={id} name="description" text={notes.description} />
      <Note id={id} name="hint" text={notes.hint} />
      <ControlView control={control} {...view} />
      <Note id={id} name="problem" text={notes.problem} />
    </Box>
  )
}

function Note({ id, name, text }: { id: string; name: string; text: string | undefined }): ReactNode {
  if (text === undefined) return null
  return (
    <p id={`${id}-${name}`} className={`elicit-${name}`}>
      {text}
    </p>
  )
}

interface ControlViewProps {
  id: string
  control: Control
  draft: Draft
  required: boolean
  onChange(draft: Draft): void
  'aria-invalid': boolean
  'aria-describedby': string | undefined
}

function ControlView({ control, draft, onChange, ...rest }: ControlViewProps): ReactNode {
  const text = typeof draft === 'string' ? draft : ''
  const type = (event: { currentTarget: { value: string } }) => onChange(event.currentTarget.value)
  switch (control.type) {
    case 'checkbox': {
      const { required, ...checkbox } = rest
      const checked = draft === true
      return <input {...checkbox} type="checkbox" checked={checked} onChange={() => onChange(!checked)} />
    }
    case 'choice':
      return (
        <select {...rest} value={text} onChange={type}>
          {(text === '' || !rest.required) && <option value="">{rest.required ? 'Choose…' : 'None'}</option>}
          {control.options.map(({ value, title }, index) => (
            <option key={value} value={index}>
              {title}
            </option>
          ))}
        </select>
      )
    case 'several':
      return (
        <SeveralView
          id={rest.id}
          options={control.options}
          chosen={Array.isArray(draft) ? draft : []}
          onChange={onChange}
        />
      )
    case 'json':
      return <textarea {...rest} value={text} onChange={type} rows={6} spellCheck={false} />
    case 'number':
      // An input of type `number` discards text that it cannot parse.
      return <input {...rest} type="text" inputMode="decimal" autoComplete="off" value={text} onChange={type} />
    case 'text':
      return control.long ? (
        <textarea {...rest} value={text} onChange={type} rows={4} />
      ) : (
        <input {...rest} type={control.input} value={text} onChange={type} />
      )
  }
}

interface SeveralViewProps {
  id: string
  options: readonly { value: string; title: string }[]
  chosen: readonly string[]
  onChange(draft: Draft): void
}

function SeveralView({ id, options, chosen, onChange }: SeveralViewProps): ReactNode {
  const toggle = (value: string) =>
    onChange(options.map((option) => option.value).filter((other) => chosen.includes(other) !== (other === value)))
  return options.map(({ value, title }, index) => (
    <div key={value} className="elicit-option">
      <input id={`${id}-${index}`} type="checkbox" checked={chosen.includes(value)} onChange={() => toggle(value)} />
      <label htmlFor={`${id}-${index}`}>{title}</label>
    </div>
  ))
}
