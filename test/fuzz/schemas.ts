import fc from 'fast-check'

type JsonSchema = Record<string, unknown>

const name = fc.constantFrom('a', 'b', 'c')
const small = fc.integer({ min: 0, max: 4 })
const scalar = fc.constantFrom<unknown>(null, true, false, 0, 1, 2.5, -1, 4, '', 'a', 'bb', 'ccc', '2026-01-01', '💥')

/** Values that fit the schemas below about as often as not. */
export const schemaValue: fc.Arbitrary<unknown> = fc.letrec<{ value: unknown }>((tie) => ({
  value: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    scalar,
    fc.array(tie('value'), { maxLength: 4 }),
    fc.dictionary(name, tie('value'), { maxKeys: 3 }),
  ),
})).value

const plain: readonly fc.Arbitrary<JsonSchema>[] = [
  fc.constantFrom('object', 'array', 'string', 'number', 'integer', 'boolean', 'null').map((type) => ({ type })),
  fc.uniqueArray(fc.constantFrom('object', 'array', 'string', 'integer'), { minLength: 1 }).map((type) => ({ type })),
  fc.array(schemaValue, { minLength: 1, maxLength: 4 }).map((values) => ({ enum: values })),
  schemaValue.map((value) => ({ const: value })),
  small.map((minimum) => ({ minimum })),
  small.map((exclusiveMaximum) => ({ exclusiveMaximum })),
  fc.constantFrom(1, 2, 0.5).map((multipleOf) => ({ multipleOf })),
  fc.tuple(small, small).map(([minLength, maxLength]) => ({ minLength, maxLength })),
  fc.constant({ format: 'date' }),
  fc.tuple(small, small).map(([minItems, maxItems]) => ({ minItems, maxItems })),
  fc.constant({ uniqueItems: true }),
  fc.tuple(small, small).map(([minProperties, maxProperties]) => ({ minProperties, maxProperties })),
  fc.uniqueArray(name).map((required) => ({ required })),
  fc.dictionary(name, fc.uniqueArray(name)).map((dependentRequired) => ({ dependentRequired })),
  fc.constant({ $ref: '#/$defs/one' }),
]

/** Schemas of draft 2020-12. `unevaluated*` is left out: the validator that the test compares with passes what `if` has evaluated to `then`. */
export const jsonSchema: fc.Arbitrary<JsonSchema> = fc
  .letrec<{ schema: JsonSchema }>((tie) => {
    const part = fc.oneof(
      { arbitrary: tie('schema'), weight: 6 },
      { arbitrary: fc.boolean() as fc.Arbitrary<unknown>, weight: 1 },
    )
    const parts = fc.array(part, { minLength: 1, maxLength: 3 })
    const keywords = [
      ...['not', 'items', 'contains', 'additionalProperties', 'propertyNames'].map((keyword) =>
        part.map((inner) => ({ [keyword]: inner })),
      ),
      ...['allOf', 'anyOf', 'oneOf', 'prefixItems'].map((keyword) => parts.map((inner) => ({ [keyword]: inner }))),
      ...['properties', 'dependentSchemas'].map((keyword) =>
        fc.dictionary(name, part, { maxKeys: 3 }).map((inner) => ({ [keyword]: inner })),
      ),
      // biome-ignore lint/suspicious/noThenProperty: it is a keyword of JSON Schema
      fc.tuple(part, part, part).map(([one, two, three]) => ({ if: one, then: two, else: three })),
    ]
    return {
      schema: fc
        .array(fc.oneof({ depthSize: 'small' }, ...plain, ...keywords), { minLength: 1, maxLength: 3 })
        .map((made) => Object.assign({}, ...made)),
    }
  })
  .schema.map((schema) => ({
    ...schema,
    $defs: { one: { properties: { a: { $ref: '#/$defs/one' } }, items: { type: ['string', 'number'] } } },
  }))
