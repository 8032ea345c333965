import { ToolContent } from '../../tools/content.ts'
import { isObject } from '../../tools/json.ts'
import { foreignSchema, type JsonSchema, type Schema } from '../../tools/schema.ts'
import type { CallToolResult } from '../core/outcome.ts'

/** The result of another server's tool: its blocks, and the structured data beside them. */
export class HostedContent extends ToolContent {
  constructor({ content, structuredContent, isError, _meta }: CallToolResult) {
    super(content, isError ?? false, structuredContent, _meta)
  }
}

/** Returns the part of a result that is recorded. */
export function toRecorded(result: object): CallToolResult {
  const { content, structuredContent, isError, _meta } = result as Partial<CallToolResult>
  const meta = toViewMeta(_meta)
  return {
    content: content ?? [],
    ...(structuredContent !== undefined && { structuredContent }),
    ...(isError && { isError }),
    ...(meta !== undefined && { _meta: meta }),
  }
}

/** Characters of a result's `_meta` that are kept. */
const MAX_META = 200_000

/** Returns what a server says to its view. What the protocol itself puts there belongs to the request, and is left out. */
function toViewMeta(meta: Record<string, unknown> | undefined): Record<string, unknown> | undefined {
  const own = Object.entries(meta ?? {}).filter(([key]) => !key.startsWith('io.modelcontextprotocol/'))
  if (own.length === 0 || JSON.stringify(own).length > MAX_META) return undefined
  return Object.fromEntries(own)
}

/**
 * Returns the schema of a tool's arguments. A property that is required and has a default may be left out: such schemas come
 * from servers that fill in the default before they check. A property that may be left out may be null: models write it so.
 */
export function hostedParameters(schema: JsonSchema): Schema<Record<string, unknown>> {
  const standard = foreignSchema<Record<string, unknown>>(schema)['~standard']
  return { '~standard': { ...standard, validate: (value) => standard.validate(fillIn(schema, value)) } }
}

const MAX_DEPTH = 32

function fillIn(schema: unknown, value: unknown, depth = 0): unknown {
  if (!isObject(schema) || !isObject(schema.properties) || !isObject(value) || depth > MAX_DEPTH) return value
  const { properties } = schema
  const required = Array.isArray(schema.required) ? schema.required : []
  const defaults = required.flatMap((name) => {
    const property = ownOf(properties, name)
    const isMissing = !Object.hasOwn(value, name) && isObject(property) && property.default !== undefined
    return isMissing ? [[name, property.default]] : []
  })
  const isLeftOut = ([name, part]: [string, unknown]) =>
    part === null && !required.includes(name) && refusesNull(ownOf(properties, name))
  const given = Object.entries(value)
    .filter((entry) => !isLeftOut(entry))
    .map(([name, part]) => [name, fillIn(ownOf(properties, name), part, depth + 1)])
  return Object.fromEntries([...given, ...defaults])
}

const refusesNull = (schema: unknown): boolean =>
  isObject(schema) && typeof schema.type === 'string' && schema.type !== 'null'

const ownOf = (properties: Record<string, unknown>, name: string): unknown =>
  Object.hasOwn(properties, name) ? properties[name] : undefined

const MISSING = 'has no structured content, which the server promises for this tool with `outputSchema`'

/** Returns a schema that checks the structured data of a result against the server's output schema, unless it is an error. */
export function hostedOutput(schema: JsonSchema): Schema<HostedContent> {
  const data = foreignSchema(schema)['~standard']
  return {
    '~standard': {
      ...data,
      types: undefined,
      async validate(value) {
        if (!(value instanceof HostedContent)) return { issues: [{ message: 'is not the result of a hosted tool' }] }
        if (value.isError) return { value }
        if (value.structured === undefined) return { issues: [{ message: MISSING }] }
        const checked = await data.validate(value.structured)
        return checked.issues ? { issues: checked.issues } : { value }
      },
    },
  }
}
