import { cut } from './describe.ts'
import { ToolDefinitionError } from './errors.ts'
import { isObject } from './json.ts'
import {
  DEFINITIONS,
  IN_PLACE,
  IN_PLACE_BY_NAME,
  listsOf,
  membersOf,
  OF_PARTS,
  OF_PARTS_BY_NAME,
  type References,
  referencesOf,
  valuesOf,
} from './schema-references.ts'

/** How large a schema of someone else may be. */
export interface SchemaLimits {
  /** Characters of the schema as JSON. Default 200,000. */
  characters?: number
  /** Levels of schemas within schemas, references included. Default 64. */
  depth?: number
  /** Schemas that are reached when every reference is followed wherever it occurs. Default 20,000. */
  schemas?: number
  /** Properties of one schema. Default 1,000. */
  properties?: number
  /** Values of one enumeration, or branches of one union. Default 2,000. */
  options?: number
}

const DEFAULTS: Required<SchemaLimits> = {
  characters: 200_000,
  depth: 64,
  schemas: 20_000,
  properties: 1_000,
  options: 2_000,
}

/** A library that resolves `$id` visits a schema twice for each level of them. */
const MAX_NESTED_IDS = 8

/**
 * Throws a `ToolDefinitionError` if a schema of someone else is too large, or refers to itself without end. It visits every
 * schema once, however often it is referenced.
 */
export function surveySchema(schema: unknown, limits: SchemaLimits = {}): void {
  const given = { ...DEFAULTS, ...limits }
  refuseAbove(sizeOf(schema, given.characters), given.characters, 'characters')
  const survey = new Survey(schema, given)
  survey.measure(schema, 1, 0)
  survey.refuseCycles()
}

/** The schemas below one, itself included, and the levels that they reach. */
interface Extent {
  schemas: number
  levels: number
}

class Survey {
  readonly #references: References
  readonly #limits: Required<SchemaLimits>
  /** `undefined` while a schema is measured. */
  readonly #extents = new Map<object, Extent | undefined>()

  constructor(root: unknown, limits: Required<SchemaLimits>) {
    this.#references = referencesOf(root)
    this.#limits = limits
  }

  measure(schema: unknown, level: number, ids: number): Extent {
    if (!isObject(schema)) return ALONE
    const { depth, schemas } = this.#limits
    const nested = typeof schema.$id === 'string' || typeof schema.id === 'string' ? ids + 1 : ids
    refuseAbove(nested, MAX_NESTED_IDS, 'levels of $id')
    const known = this.#extents.get(schema)
    refuseAbove(level - 1 + (known ?? ALONE).levels, depth, 'levels')
    // A schema that is met while it is measured is recursive: how often it applies depends on the value.
    if (this.#extents.has(schema)) return known ?? ALONE
    this.#refuseWide(schema)
    this.#extents.set(schema, undefined)
    const extent = { ...ALONE }
    for (const part of [...this.#inPlace(schema), ...ofParts(schema)]) {
      const below = this.measure(part, level + 1, nested)
      extent.schemas += below.schemas
      extent.levels = Math.max(extent.levels, below.levels + 1)
      refuseAbove(extent.schemas, schemas, 'parts with all references followed')
    }
    for (const part of membersOf(schema, DEFINITIONS)) this.measure(part, level + 1, nested)
    this.#extents.set(schema, extent)
    return extent
  }

  /** Throws if schemas apply each other to the same value in a circle. */
  refuseCycles(): void {
    const open = new Set<object>()
    const done = new Set<object>()
    const follow = (schema: unknown): void => {
      if (!isObject(schema) || done.has(schema)) return
      if (open.has(schema)) throw new ToolDefinitionError('its schema refers to itself without end')
      open.add(schema)
      for (const part of this.#inPlace(schema)) follow(part)
      open.delete(schema)
      done.add(schema)
    }
    for (const schema of this.#extents.keys()) follow(schema)
  }

  /** The schemas that apply to the same value. */
  #inPlace(schema: Record<string, unknown>): unknown[] {
    const targets = this.#references.of(schema).map(({ ref, target }) => {
      if (target !== undefined) return target
      throw new ToolDefinitionError(`its schema refers to "${cut(ref, 100)}", which it does not have`)
    })
    return [...targets, ...listsOf(schema, IN_PLACE), ...membersOf(schema, IN_PLACE_BY_NAME)]
  }

  #refuseWide(schema: Record<string, unknown>): void {
    const { properties, options } = this.#limits
    for (const keyword of [...OF_PARTS_BY_NAME, ...IN_PLACE_BY_NAME, ...DEFINITIONS]) {
      refuseAbove(valuesOf(schema[keyword]).length, properties, `members of ${keyword}`)
    }
    for (const keyword of ['enum', 'required', 'prefixItems', 'items', ...IN_PLACE]) {
      refuseAbove(listsOf(schema, [keyword]).length, options, `members of ${keyword}`)
    }
  }
}

const ALONE: Extent = { schemas: 1, levels: 1 }

/** The schemas that apply to parts of the value. */
const ofParts = (schema: Record<string, unknown>): unknown[] => [
  ...listsOf(schema, OF_PARTS),
  ...membersOf(schema, OF_PARTS_BY_NAME),
]

/** Returns the characters of a value as JSON, approximately, and stops above the limit. */
function sizeOf(value: unknown, limit: number): number {
  let size = 0
  const open = [value]
  while (open.length > 0 && size <= limit) {
    const next = open.pop()
    size += typeof next === 'string' ? next.length + 2 : 4
    if (typeof next !== 'object' || next === null) continue
    for (const [key, inner] of Object.entries(next)) {
      size += key.length + 3
      open.push(inner)
    }
  }
  return size
}

function refuseAbove(found: number, limit: number, of: string): void {
  if (found > limit) throw new ToolDefinitionError(`its schema has more than ${limit.toLocaleString('en')} ${of}`)
}
