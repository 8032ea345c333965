type JsonSchema = Record<string, unknown>

const ref = (name: string): JsonSchema => ({ $ref: `#/$defs/${name}` })

/** Each definition applies the next one twice: 30 of them are a thousand million checks of one value. */
export function doubling(keyword: 'allOf' | 'anyOf' | 'oneOf', levels = 30): JsonSchema {
  const names = Array.from({ length: levels }, (_, index) => `d${index}`)
  const definitions = names.map((name, index) => {
    const next = names[index + 1]
    return [name, next === undefined ? { type: 'object' } : { [keyword]: [ref(next), ref(next)] }]
  })
  return { type: 'object', ...ref('d0'), $defs: Object.fromEntries(definitions) }
}

/** The same for every level of the value: small, and harmless until a value is deep. */
export const doublingByValue: JsonSchema = {
  type: 'object',
  properties: { a: { anyOf: [{ $ref: '#' }, { allOf: [{ $ref: '#' }, { type: 'object' }] }, { $ref: '#' }] } },
  required: ['end'],
}

export function deepValue(levels: number): Record<string, unknown> {
  let value: Record<string, unknown> = {}
  for (let level = 0; level < levels; level++) value = { a: value }
  return value
}

const nested = (levels: number, wrap: (inner: JsonSchema) => JsonSchema): JsonSchema => {
  let schema: JsonSchema = { type: 'string' }
  for (let level = 0; level < levels; level++) schema = wrap(schema)
  return schema
}

const DRAFT_7 = 'http://json-schema.org/draft-07/schema#'

/** Definitions that each refer to the next one twice, in the words of a draft. */
const chain = (keyword: string, toPart: (next: string) => JsonSchema, levels = 30): JsonSchema => ({
  [keyword]: Object.fromEntries(
    Array.from({ length: levels }, (_, index) => [`d${index}`, index === levels - 1 ? {} : toPart(`d${index + 1}`)]),
  ),
})

/** Schemas that must be refused before they are used, with the words of the reason. */
export const REFUSED: readonly [name: string, schema: JsonSchema, reason: RegExp][] = [
  ['doubling allOf', doubling('allOf'), /parts with all references followed/],
  ['doubling anyOf', doubling('anyOf'), /parts with all references followed/],
  ['doubling oneOf', doubling('oneOf'), /parts with all references followed/],
  [
    'doubling properties',
    {
      type: 'object',
      ...ref('p0'),
      $defs: Object.fromEntries(
        Array.from({ length: 30 }, (_, index) => [
          `p${index}`,
          index === 29 ? {} : { properties: { a: ref(`p${index + 1}`), b: ref(`p${index + 1}`) } },
        ]),
      ),
    },
    /parts with all references followed/,
  ],
  ['a reference to itself', { type: 'object', allOf: [{ $ref: '#' }] }, /refers to itself without end/],
  [
    'a circle that is first met inside the value',
    {
      type: 'object',
      allOf: [{ properties: { x: ref('b') } }, ref('b')],
      $defs: { b: { allOf: [{ $ref: '#' }] } },
    },
    /refers to itself without end/,
  ],
  ['a reference to elsewhere', { type: 'object', $ref: 'https://example.com/schema.json' }, /which it does not have/],
  [
    'a chain of references',
    {
      type: 'object',
      ...ref('r0'),
      $defs: Object.fromEntries(Array.from({ length: 200 }, (_, index) => [`r${index}`, ref(`r${index + 1}`)])),
    },
    /levels|which it does not have/,
  ],
  [
    'doubling dependencies beside a reference in draft 7',
    {
      $schema: DRAFT_7,
      type: 'object',
      $ref: '#/definitions/d0',
      ...chain('definitions', (next) => {
        const twice = { $ref: `#/definitions/${next}` }
        return { $ref: '#/definitions/d29', dependencies: { a: twice, b: twice } }
      }),
    },
    /parts with all references followed/,
  ],
  [
    'doubling below a nested $id',
    {
      type: 'object',
      $ref: 'inner',
      $defs: {
        // The same names outside are harmless.
        d0: {},
        inner: {
          $id: 'inner',
          $ref: '#/$defs/d0',
          ...chain('$defs', (next) => ({ allOf: [ref(next), ref(next)] })),
        },
      },
    },
    /parts with all references followed/,
  ],
  [
    'doubling below a nested id of draft 4',
    {
      $schema: 'http://json-schema.org/draft-04/schema#',
      type: 'object',
      properties: { a: { $ref: 'http://hostile.example/inner#/definitions/d0' } },
      definitions: {
        inner: {
          id: 'http://hostile.example/inner',
          ...chain('definitions', (next) => {
            const twice = { $ref: `#/definitions/${next}` }
            return { allOf: [twice, twice] }
          }),
        },
      },
    },
    /parts with all references followed/,
  ],
  [
    'doubling dynamic references',
    {
      type: 'object',
      $dynamicRef: '#d0',
      $defs: Object.fromEntries(
        Array.from({ length: 30 }, (_, index) => {
          const next = { $dynamicRef: `#d${index + 1}` }
          return [`d${index}`, { $dynamicAnchor: `d${index}`, ...(index < 29 && { anyOf: [next, next] }) }]
        }),
      ),
    },
    /parts with all references followed/,
  ],
  [
    'a dynamic reference to itself',
    { type: 'object', $dynamicAnchor: 'x', allOf: [{ $dynamicRef: '#x' }] },
    /refers to itself without end/,
  ],
  [
    'a recursive reference to itself',
    { type: 'object', $recursiveAnchor: true, allOf: [{ $recursiveRef: '#' }] },
    /refers to itself without end/,
  ],
  [
    'a circle through a nested $id',
    { type: 'object', allOf: [{ $ref: 'inner' }], $defs: { inner: { $id: 'inner', not: { $ref: 'inner#/not' } } } },
    /refers to itself without end/,
  ],
  ['a dynamic reference to nothing', { type: 'object', $dynamicRef: '#x' }, /refers to "#x", which it does not have/],
  [
    'a reference below a nested $id to a place outside of it',
    {
      type: 'object',
      properties: { a: { $id: 'inner', $ref: '#/$defs/b' } },
      $defs: { b: { type: 'string' } },
    },
    /refers to "#\/\$defs\/b", which it does not have/,
  ],
  ['many levels', { type: 'object', properties: { a: nested(500, (inner) => ({ items: inner })) } }, /levels/],
  [
    'nested $ids',
    { type: 'object', properties: { a: nested(40, (inner) => ({ $id: 'x', properties: { a: inner } })) } },
    /levels of \$id/,
  ],
  [
    'many properties',
    { type: 'object', properties: Object.fromEntries(Array.from({ length: 5_000 }, (_, index) => [`p${index}`, {}])) },
    /members of properties/,
  ],
  [
    'a long enumeration',
    { type: 'object', properties: { a: { enum: Array.from({ length: 9_000 }, (_, index) => index) } } },
    /members of enum/,
  ],
  [
    'a wide union',
    { type: 'object', properties: { a: { anyOf: Array.from({ length: 9_000 }, () => true) } } },
    /members of anyOf/,
  ],
  ['a long text', { type: 'object', description: 'x'.repeat(1_000_000) }, /characters/],
]

/** A list of items that are all different, and hard to tell apart. */
const alike = Array.from({ length: 20_000 }, (_, index) => ({ a: [0, 0, 0, index] }))

/** Schemas that may be used, with values whose check must not take long. */
export const SLOW: readonly [name: string, schema: JsonSchema, value: unknown][] = [
  ['a deep value for a schema that doubles with every level', doublingByValue, deepValue(60)],
  ['many different items of uniqueItems', { properties: { a: { uniqueItems: true } } }, { a: alike }],
  [
    'many items for a wide union of constants',
    { properties: { a: { items: { anyOf: Array.from({ length: 1_500 }, (_, index) => ({ const: [index] })) } } } },
    { a: Array.from({ length: 20_000 }, () => 'x') },
  ],
  [
    'many items for a long enumeration',
    { properties: { a: { items: { enum: Array.from({ length: 1_500 }, (_, index) => ({ [index]: index })) } } } },
    { a: alike },
  ],
  ['a pattern that backtracks', { properties: { a: { pattern: '^(a+)+$' } } }, { a: `${'a'.repeat(100)}!` }],
  ['a format that backtracks', { properties: { a: { format: 'url' } } }, { a: `http://${'a'.repeat(200)}!` }],
  ['a long text', { properties: { a: { maxLength: 2, format: 'email' } } }, { a: 'a'.repeat(900_000) }],
  [
    'names of many properties',
    { propertyNames: { allOf: [{ minLength: 1 }, { maxLength: 3 }] }, additionalProperties: { not: {} } },
    Object.fromEntries(Array.from({ length: 50_000 }, (_, index) => [`key ${index}`, index])),
  ],
  [
    'contains within contains',
    { properties: { a: { contains: { contains: { contains: { const: 1 } } } } } },
    { a: Array.from({ length: 60 }, () => Array.from({ length: 60 }, () => Array.from({ length: 60 }, () => 0))) },
  ],
  [
    'a value that is nested deeper than the stack',
    { properties: { a: { $ref: '#/$defs/list' } }, $defs: { list: { items: { $ref: '#/$defs/list' } } } },
    { a: JSON.parse(`${'['.repeat(5_000)}${']'.repeat(5_000)}`) },
  ],
]
