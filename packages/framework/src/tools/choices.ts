import { cut, show } from './describe.ts'
import type { ElicitDefinition, ElicitKey } from './elicit.ts'
import { ToolUsageError } from './errors.ts'
import { isObject, type Json } from './json.ts'
import { freezeSchema, type InferInput, type JsonSchema } from './schema.ts'

/** One of the values that a field of an answer may have, and what the person reads in its place. */
export interface Choice {
  value: string
  title?: string
}

/** What may be chosen from, by the fields of a response that are texts or lists of texts. */
export type Choices = Readonly<Record<string, readonly Choice[]>>

/**
 * Refuses choices for what is no field of the response, or no text. A mapped type would say it more plainly, and would keep
 * contexts of different tools from being compared.
 */
export type FieldsOnly<H extends Choices, D extends ElicitDefinition> =
  keyof H extends ChoosableKey<InferInput<NonNullable<D['response']>>> ? unknown : never

type ChoosableKey<T, F = keyof T> = F extends keyof T
  ? NonNullable<T[F]> extends string | readonly string[]
    ? F
    : never
  : never

/** Returns the choices as plain data; throws a `ToolUsageError` where a form of MCP cannot offer them. */
export function checkChoices({ key, schema }: ElicitKey, given: unknown): Choices {
  const where = `elicit "${key}": choices`
  if (!isObject(given)) throw new ToolUsageError(`${where} are lists by field: { field: [{ value, title }] }`)
  const fields = toProperties(schema)
  return Object.fromEntries(
    Object.entries(given).map(([name, choices]) => {
      if (!Object.hasOwn(fields, name)) {
        const known = Object.keys(fields).join(', ') || 'none'
        throw new ToolUsageError(
          `${where} name the field "${name}", which the response does not have (it has: ${known})`,
        )
      }
      const { type } = toSchema(fields[name])
      if (type !== 'string' && type !== 'array')
        throw new ToolUsageError(
          `${where} for "${name}": a form offers only texts to choose from, and this is a ${type}`,
        )
      return [name, checkList(`${where} for "${name}"`, choices)]
    }),
  )
}

function checkList(where: string, choices: unknown): Choice[] {
  if (!Array.isArray(choices) || choices.length === 0)
    throw new ToolUsageError(
      `${where} are a list of at least one { value, title }; do not ask where there is no choice`,
    )
  const values = new Set<string>()
  return choices.map((choice: Partial<Record<string, unknown>>) => {
    const { value, title } = choice ?? {}
    if (typeof value !== 'string' || (title !== undefined && typeof title !== 'string'))
      throw new ToolUsageError(`${where} are { value, title } of texts, not ${show(choice)}`)
    if (values.has(value)) throw new ToolUsageError(`${where} have the value ${JSON.stringify(value)} twice`)
    values.add(value)
    return title === undefined ? { value } : { value, title }
  })
}

/** The form with these choices: an `enum`, or a `oneOf` with titles, as both revisions of MCP have them. */
export function withChoices(schema: JsonSchema, choices: Choices): JsonSchema {
  const fields = toProperties(schema)
  const narrowed = Object.entries(choices).map(([name, list]) => [name, narrow(toSchema(fields[name]), list)])
  return freezeSchema({ ...schema, properties: { ...fields, ...Object.fromEntries(narrowed) } })
}

function narrow(field: JsonSchema, choices: readonly Choice[]): JsonSchema {
  const values = choices.map(({ value }) => value)
  const titled = choices.some(({ title }) => title !== undefined)
    ? choices.map(({ value, title = value }) => ({ const: value, title }))
    : undefined
  const labels = { ...pick(field, 'title'), ...pick(field, 'description') }
  if (field.type === 'array') {
    const items = titled === undefined ? { type: 'string', enum: values } : { anyOf: titled }
    return { type: 'array', items, ...labels, ...pick(field, 'minItems'), ...pick(field, 'maxItems') }
  }
  const isDefault = typeof field.default === 'string' && values.includes(field.default)
  const rest = { ...labels, ...(isDefault && pick(field, 'default')) }
  return titled === undefined ? { type: 'string', enum: values, ...rest } : { type: 'string', oneOf: titled, ...rest }
}

/** Returns what is wrong with an answer that has another value than those that were offered. */
export function refuseChoice(choices: Choices, content: Json | undefined): string | undefined {
  if (!isObject(content)) return undefined
  for (const [name, list] of Object.entries(choices)) {
    const given = content[name]
    const strange = [given].flat().find((one) => one !== undefined && !list.some(({ value }) => value === one))
    if (strange === undefined) continue
    const offered = list.slice(0, SHOWN).map(({ value }) => value)
    const more = list.length > SHOWN ? ', …' : ''
    return `${name}: ${cut(JSON.stringify(strange), MOST_SHOWN)} is not one of ${offered.join(', ')}${more}`
  }
  return undefined
}

/** How many choices a refusal names, and how many characters it has of the answer: it is written with every entry. */
const SHOWN = 20
const MOST_SHOWN = 200

const toSchema = (schema: unknown): JsonSchema => (isObject(schema) ? schema : {})

const toProperties = ({ properties }: JsonSchema): Record<string, unknown> => (isObject(properties) ? properties : {})

const pick = (schema: JsonSchema, keyword: string): JsonSchema =>
  schema[keyword] === undefined ? {} : { [keyword]: schema[keyword] }
