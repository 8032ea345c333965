/**
 * What the references of a JSON Schema point at, in drafts 4 to 2020-12: places in the schema, anchors, schemas with an `$id`
 * of their own, and dynamic references. The survey of a schema and the check of a value use the same, so a schema that was
 * surveyed costs what the survey says.
 */
import { isObject } from './json.ts'

export type Part = Record<string, unknown>

/** Keywords whose schemas apply to the same value. */
export const IN_PLACE = ['allOf', 'anyOf', 'oneOf', 'not', 'if', 'then', 'else']
export const IN_PLACE_BY_NAME = ['dependentSchemas', 'dependencies']

/** Keywords whose schemas apply to a part of the value. */
export const OF_PARTS =
  'items prefixItems additionalItems unevaluatedItems contains propertyNames additionalProperties unevaluatedProperties'.split(
    ' ',
  )
export const OF_PARTS_BY_NAME = ['properties', 'patternProperties']

/** Keywords that only hold schemas for references. */
export const DEFINITIONS = ['$defs', 'definitions']

export const listsOf = (schema: Part, keywords: readonly string[]): unknown[] =>
  keywords.flatMap((keyword) => (schema[keyword] === undefined ? [] : schema[keyword]))

export const membersOf = (schema: Part, keywords: readonly string[]): unknown[] =>
  keywords.flatMap((keyword) => valuesOf(schema[keyword]))

export const valuesOf = (value: unknown): unknown[] => (isObject(value) ? Object.values(value) : [])

/** A schema with an `$id` of its own, or the whole one: references within it begin there. */
export interface Resource {
  root: unknown
  url: string
  anchors: Map<string, unknown>
  /** A root with `$recursiveAnchor` has the name `''`. */
  dynamicAnchors: Map<string, unknown>
}

export interface Reference {
  /** As it is written. */
  ref: string
  /** `undefined` if the schema does not have it. */
  target: unknown
  /** The name of the dynamic anchor that it leads to: then the outermost resource that has the name is meant. */
  anchor?: string
}

/** Where a schema is that names no address. No one owns this name. */
const NOWHERE = 'https://schema.invalid/'

const OLD_DRAFTS = /draft-0[3-7]/

const known = new WeakMap<object, References>()

/** Returns the references of a schema. They are found once for each schema, which must not change after that. */
export function referencesOf(root: unknown): References {
  if (!isObject(root)) return new References(root)
  const found = known.get(root) ?? new References(root)
  known.set(root, found)
  return found
}

export class References {
  /** Whether keywords beside `$ref` are ignored, as up to draft 7. */
  readonly ignoresSiblings: boolean
  /** Whether some part says what becomes of members that no other part is applied to. */
  hasUnevaluated = false
  readonly #isDraft4: boolean
  readonly #whole: Resource
  readonly #resources = new Map<string, Resource>()
  readonly #resourceOf = new Map<Part, Resource>()
  readonly #found = new WeakMap<object, readonly Reference[]>()
  readonly #patterns = new Map<string, RegExp | undefined>()

  constructor(root: unknown) {
    const { $schema = '' } = isObject(root) ? root : {}
    this.ignoresSiblings = OLD_DRAFTS.test(String($schema))
    this.#isDraft4 = /draft-0[34]/.test(String($schema))
    this.#whole = this.#open(root, NOWHERE)
    this.#walk(root, this.#whole)
    // Also those that it adds: a reference may lead to a place that no keyword holds.
    for (const part of this.parts) this.of(part)
  }

  /**
   * Returns what a schema refers to; the targets apply to the same value. Dynamic references depend on the resources that the
   * way to the schema leads through, the outermost first.
   */
  of(schema: Part, scope: readonly Resource[] = [this.#whole]): readonly Reference[] {
    const found = this.#found.get(schema) ?? this.#find(schema)
    this.#found.set(schema, found)
    if (found.every(({ anchor }) => anchor === undefined)) return found
    return found.map(({ ref, target, anchor = '' }) => {
      const outermost = scope.find(({ dynamicAnchors }) => dynamicAnchors.has(anchor))
      return { ref, target: outermost?.dynamicAnchors.get(anchor) ?? target }
    })
  }

  /** Returns the resource that a schema belongs to. */
  resourceOf(schema: Part): Resource | undefined {
    return this.#resourceOf.get(schema)
  }

  /** All schemas that keywords hold or references lead to. */
  get parts(): Iterable<Part> {
    return this.#resourceOf.keys()
  }

  /** Whether a text has a pattern, as the standard reads it; `undefined` if the pattern is no regular expression. */
  matches(pattern: string, text: string): boolean | undefined {
    if (!this.#patterns.has(pattern)) this.#patterns.set(pattern, toExpression(pattern))
    return this.#patterns.get(pattern)?.test(text)
  }

  #find(schema: Part): Reference[] {
    const found: Reference[] = []
    for (const keyword of ['$ref', '$dynamicRef', '$recursiveRef']) {
      const ref = schema[keyword]
      if (typeof ref !== 'string') continue
      const target = this.resolve(ref, schema)
      const anchor = ref.slice(ref.indexOf('#') + 1)
      const isDynamic = keyword !== '$ref' && isObject(target) && nameOf(target) === anchor
      found.push({ ref, target, ...(isDynamic && { anchor }) })
    }
    return found
  }

  /** Returns what a reference that stands in `from` points at, or `undefined`. */
  resolve(ref: string, from: Part): unknown {
    const own = this.#resourceOf.get(from) ?? this.#whole
    const hash = ref.indexOf('#')
    const place = hash === -1 ? '' : ref.slice(hash + 1)
    const resource =
      hash === 0 ? own : this.#resources.get(toUrl(hash === -1 ? ref : ref.slice(0, hash), own.url) ?? '')
    if (resource === undefined) return undefined
    if (place === '') return resource.root
    if (!place.startsWith('/')) return resource.anchors.get(place)
    const found = follow(resource.root, place)
    this.#walk(found, resource)
    return found
  }

  /** Notes a schema and every one that a keyword holds in it, with their resources. Not recursive: a schema may be deep. */
  #walk(root: unknown, around: Resource): void {
    const open: [unknown, Resource][] = [[root, around]]
    for (let next = open.pop(); next !== undefined; next = open.pop()) {
      const [part, outer] = next
      if (!isObject(part) || this.#resourceOf.has(part)) continue
      const resource = this.#enter(part, outer)
      this.#resourceOf.set(part, resource)
      this.hasUnevaluated ||= 'unevaluatedItems' in part || 'unevaluatedProperties' in part
      const inner = [
        ...listsOf(part, IN_PLACE),
        ...listsOf(part, OF_PARTS),
        ...membersOf(part, [...IN_PLACE_BY_NAME, ...OF_PARTS_BY_NAME, ...DEFINITIONS]),
      ]
      for (const one of inner) open.push([one, resource])
    }
  }

  #enter(part: Part, outer: Resource): Resource {
    const id = this.#isDraft4 ? part.id : part.$id
    const isIgnored = this.ignoresSiblings && typeof part.$ref === 'string'
    const isAnchor = typeof id === 'string' && id.startsWith('#')
    const url = typeof id === 'string' && !isAnchor && !isIgnored ? toUrl(id.replace(/#$/, ''), outer.url) : undefined
    const resource = url === undefined ? outer : part === this.#whole.root ? this.#rename(url) : this.#open(part, url)
    const dynamic = nameOf(part)
    if (isAnchor && !isIgnored) note(resource.anchors, id.slice(1), part)
    if (typeof part.$anchor === 'string') note(resource.anchors, part.$anchor, part)
    if (dynamic !== undefined) {
      note(resource.anchors, dynamic, part)
      note(resource.dynamicAnchors, dynamic, part)
    }
    return resource
  }

  #open(root: unknown, url: string): Resource {
    const resource: Resource = { root, url, anchors: new Map(), dynamicAnchors: new Map() }
    // The first schema with an address keeps it.
    if (!this.#resources.has(url)) this.#resources.set(url, resource)
    return resource
  }

  #rename(url: string): Resource {
    this.#whole.url = url
    this.#resources.set(url, this.#whole)
    return this.#whole
  }
}

/** The name by which dynamic references find a schema: up to 2019-09 there is one, which has no text. */
const nameOf = ({ $dynamicAnchor, $recursiveAnchor }: Part): string | undefined =>
  typeof $dynamicAnchor === 'string' ? $dynamicAnchor : $recursiveAnchor === true ? '' : undefined

function toExpression(pattern: string): RegExp | undefined {
  try {
    return new RegExp(pattern, 'u')
  } catch {
    return undefined
  }
}

/** The first schema with a name keeps it. */
function note(anchors: Map<string, unknown>, name: string, schema: unknown): void {
  if (!anchors.has(name)) anchors.set(name, schema)
}

function toUrl(id: string, base: string): string | undefined {
  return URL.canParse(id, base) ? new URL(id, base).href : undefined
}

function follow(root: unknown, pointer: string): unknown {
  let found = root
  for (const segment of pointer.split('/').slice(1)) {
    if (typeof found !== 'object' || found === null) return undefined
    const key = decode(segment)
    found = Object.hasOwn(found, key) ? (found as Part)[key] : undefined
  }
  return found
}

function decode(segment: string): string {
  const text = segment.replace(/(%[0-9a-f]{2})+/gi, (encoded) => {
    try {
      return decodeURIComponent(encoded)
    } catch {
      return encoded
    }
  })
  return text.replaceAll('~1', '/').replaceAll('~0', '~')
}
