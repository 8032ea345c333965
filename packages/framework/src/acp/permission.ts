import type { ElicitAnswer } from '../tools/elicit.ts'
import { isObject } from '../tools/json.ts'
import type { JsonSchema } from '../tools/schema.ts'

export interface PermissionOption {
  optionId: string
  name: string
  kind: 'allow_once' | 'reject_once'
}

/** A question that an editor without forms can show: as a request for permission. */
export interface PermissionForm {
  options: PermissionOption[]
  toAnswer(optionId: string): ElicitAnswer
}

const DECLINE: PermissionOption = { optionId: 'decline', name: 'Decline', kind: 'reject_once' }

/** Returns a yes/no question, a single choice or a bare consent as options, and `undefined` for every other form. */
export function toPermissionForm(schema: JsonSchema | undefined): PermissionForm | undefined {
  const fields = Object.entries(isObject(schema?.properties) ? schema.properties : {})
  if (fields.length === 0) {
    const options = [{ optionId: 'accept', name: 'Accept', kind: 'allow_once' as const }, DECLINE]
    return { options, toAnswer: (id) => (id === 'accept' ? { action: 'accept', content: {} } : { action: 'decline' }) }
  }
  const [[key, field]] = fields as [[string, unknown]]
  if (fields.length > 1 || !isObject(field)) return undefined
  if (field.type === 'boolean') {
    const options = [
      { optionId: 'yes', name: 'Yes', kind: 'allow_once' as const },
      { optionId: 'no', name: 'No', kind: 'reject_once' as const },
    ]
    return { options, toAnswer: (id) => ({ action: 'accept', content: { [key]: id === 'yes' } }) }
  }
  const choices = choicesOf(field)
  if (choices === undefined) return undefined
  const options = choices.map(({ title }, index) => ({
    optionId: String(index),
    name: title,
    kind: 'allow_once' as const,
  }))
  return {
    options: [...options, DECLINE],
    toAnswer(id) {
      const choice = choices[Number(id)]
      return choice === undefined ? { action: 'decline' } : { action: 'accept', content: { [key]: choice.value } }
    },
  }
}

function choicesOf({ enum: values, enumNames, oneOf }: JsonSchema): { value: unknown; title: string }[] | undefined {
  if (Array.isArray(values)) {
    const names: unknown[] = Array.isArray(enumNames) ? enumNames : []
    return values.map((value, index) => ({ value, title: String(names[index] ?? value) }))
  }
  if (!Array.isArray(oneOf)) return undefined
  return oneOf.filter(isObject).map(({ const: value, title }) => ({ value, title: String(title ?? value) }))
}
