import fc from 'fast-check'

/** A field of a form, a value that it takes, and one that it does not. */
export interface FormField {
  schema: object
  valid: unknown
  invalid: unknown
}

const OTHER_TYPES = [null, [], {}, [1], { a: 1 }]

const text: fc.Arbitrary<FormField> = fc.tuple(fc.nat(5), fc.nat(5)).chain(([minLength, more]) =>
  fc.record({
    schema: fc.constant({ type: 'string', minLength, maxLength: minLength + more }),
    valid: fc.string({ unit: 'grapheme-ascii', minLength, maxLength: minLength + more, size: 'max' }),
    invalid: fc.oneof(
      fc.constant('x'.repeat(minLength + more + 1)),
      fc.constantFrom<unknown>(1, true, ...OTHER_TYPES),
      ...(minLength > 0 ? [fc.constant('x'.repeat(minLength - 1))] : []),
    ),
  }),
)

const number: fc.Arbitrary<FormField> = fc
  .tuple(fc.constantFrom('number', 'integer'), fc.integer({ min: -1000, max: 1000 }), fc.nat(1000))
  .chain(([type, minimum, range]) =>
    fc.record({
      schema: fc.constant({ type, minimum, maximum: minimum + range }),
      valid: fc.integer({ min: minimum, max: minimum + range }),
      invalid: fc.constantFrom<unknown>(
        minimum - 1,
        minimum + range + 1,
        1e308,
        String(minimum),
        true,
        ...(type === 'integer' ? [minimum + 0.5] : []),
        ...OTHER_TYPES,
      ),
    }),
  )

const flag: fc.Arbitrary<FormField> = fc.record({
  schema: fc.constant({ type: 'boolean' }),
  valid: fc.boolean(),
  invalid: fc.constantFrom<unknown>('true', 0, 1, '', ...OTHER_TYPES),
})

const words = fc.uniqueArray(fc.string({ minLength: 1, maxLength: 8 }), { minLength: 1, maxLength: 5 })

const choice: fc.Arbitrary<FormField> = words.chain((options) =>
  fc.record({
    schema: fc.constant({ type: 'string', enum: options }),
    valid: fc.constantFrom(...options),
    invalid: fc.constantFrom<unknown>(`${options.join('')} and more`, 0, false, ...OTHER_TYPES),
  }),
)

const choices: fc.Arbitrary<FormField> = words.chain((options) =>
  fc.record({
    schema: fc.constant({
      type: 'array',
      items: { type: 'string', enum: options },
      minItems: 1,
      maxItems: options.length,
    }),
    valid: fc.shuffledSubarray(options, { minLength: 1 }),
    invalid: fc.constantFrom<unknown>([], [1], [`${options.join('')} and more`], options[0], { 0: options[0] }, null),
  }),
)

const formatted: fc.Arbitrary<FormField> = fc.constantFrom<FormField>(
  { schema: { type: 'string', format: 'email' }, valid: 'ada@example.com', invalid: 'ada at example' },
  { schema: { type: 'string', format: 'uri' }, valid: 'https://example.com/a?b#c', invalid: 'no address' },
  { schema: { type: 'string', format: 'date' }, valid: '2026-02-28', invalid: '2026-02-30' },
  { schema: { type: 'string', format: 'date-time' }, valid: '2026-02-28T12:00:00Z', invalid: '2026-02-28 noon' },
)

export const formField: fc.Arbitrary<FormField> = fc.oneof(text, number, flag, choice, choices, formatted)
