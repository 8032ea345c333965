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
  const read = (line: string): Checked<unknown> => {
    if (line !== '') return field.read(line)
    if (field.default !== undefined || !required) return { type: 'valid', value: field.default }
    return { type: 'invalid', problem: 'An answer is needed here; /decline or /cancel leaves the question.' }
  }
  return prompt(terminal, promptOf(field, required), read, signal)
}

function promptOf(field: Field, required: boolean): string {
  const empty = field.default === undefined ? !required && 'optional' : `Enter for ${show(field.default)}`
  const hints = [field.hint, empty].filter(Boolean).join('; ')
  return hints === '' ? `${field.label}: ` : `${field.label} (${hints}): `
}

function show(value: unknown): string {
  if (typeof value === 'boolean') return value ? 'y' : 'n'
  return Array.isArray(value) ? value.join(', ') || 'none' : String(value)
}
