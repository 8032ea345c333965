import type { FlatForm } from '../tools/flat-form.ts'
import type { Checked } from '../tools/schema.ts'
import { type Field, toField } from './field.ts'
import { prompt } from './prompt.ts'
import type { Terminal } from './terminal.ts'

/** Asks a flat form field by field. Optional fields that are left empty are absent from the answer. */
export async function askForm(
  terminal: Terminal,
  { properties, required = [] }: FlatForm,
  signal: AbortSignal,
): Promise<Record<string, unknown>> {
  const content: Record<string, unknown> = {}
  const fields = Object.entries(properties)
  if (fields.length === 0)
    await prompt(terminal, 'Press Enter to accept: ', () => ({ type: 'valid', value: {} }), signal)
  for (const [key, schema] of fields) {
    const value = await askField(terminal, toField(key, schema), required.includes(key), signal)
    if (value !== undefined) content[key] = value
  }
  return content
}

function askField(terminal: Terminal, field: Field, required: boolean, signal: AbortSignal): Promise<unknown> {
  if (field.introduction !== undefined) terminal.print(field.introduction)
  const empty = field.default ?? (required ? field.none : undefined)
  const read = (line: string): Checked<unknown> => {
    if (line !== '') return field.read(line)
    if (empty !== undefined || !required) return { type: 'valid', value: empty }
    return { type: 'invalid', problem: 'An answer is needed here; /decline or /cancel leaves the question.' }
  }
  return prompt(terminal, promptOf(field, empty, required), read, signal)
}

function promptOf(field: Field, empty: unknown, required: boolean): string {
  const enter = empty === undefined ? !required && 'optional' : `Enter for ${show(empty)}`
  const hints = [field.hint, enter].filter(Boolean).join('; ')
  return hints === '' ? `${field.label}: ` : `${field.label} (${hints}): `
}

function show(value: unknown): string {
  if (typeof value === 'boolean') return value ? 'y' : 'n'
  return Array.isArray(value) ? value.join(', ') || 'none' : String(value)
}
