import fc from 'fast-check'

/** Texts that are known to break parsers, file names, regular expressions, logs or pages. */
export const NASTY_TEXTS: readonly string[] = [
  '',
  ' ',
  '\0',
  'a\0b',
  '\n',
  '\r\n\r\n',
  '\u2028\u2029',
  '\ufeff',
  '\ufffd',
  '\ud800',
  '\udc00\ud800',
  '💥',
  '👨‍👩‍👧‍👦',
  'e\u0301\u0327\u0489',
  '\u202eevil\u202c',
  '\x1b[31m\x07',
  '\x7f\x80\x9f',
  '__proto__',
  'constructor',
  'prototype',
  'toString',
  'hasOwnProperty',
  '$ref',
  '~standard',
  'then',
  '../../../../etc/passwd',
  '..%2f..%2f',
  '%',
  '%00',
  '%ff',
  '%E0%A4%A',
  '#',
  '#2',
  '1.2/confirm',
  'confirm#2',
  "' OR 1=1 --",
  '"; DROP TABLE runs; --',
  '\\',
  '\\u0000',
  '{"a":1}',
  '[',
  'null',
  'NaN',
  '-0',
  '1e400',
  '9007199254740993',
  '0x10',
  '<script>alert(1)</script>',
  '{{7*7}}<%= 7*7 %>',
  'data: x\n\nid: 1\n',
  'sealed0.AAAAAAAA.AAAA',
  'call1.AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA.1',
  'chat/x/1',
  'a'.repeat(300),
  'a'.repeat(50_000),
  `${'a'.repeat(5_000)}!`,
  '('.repeat(2_000),
  'é'.repeat(10_000),
]

const deep = (levels: number, wrap: (inner: unknown) => unknown): unknown => {
  let value: unknown = 1
  for (let level = 0; level < levels; level++) value = wrap(value)
  return value
}

/** Values of JSON where something else was expected. */
export const NASTY_VALUES: readonly unknown[] = [
  null,
  true,
  false,
  0,
  -0,
  -1,
  0.5,
  1e308,
  -1e308,
  5e-324,
  2 ** 31,
  2 ** 53,
  2 ** 53 + 2,
  2 ** 64,
  [],
  {},
  [null],
  [[]],
  [1, '2', { three: 3 }],
  { '': '' },
  { length: -1 },
  { toString: 1, valueOf: null, toJSON: true },
  { $ref: '#' },
  JSON.parse('{"then":1,"__proto__":{"polluted":1},"constructor":{"prototype":{"polluted":1}}}'),
  deep(200, (inner) => [inner]),
  deep(200, (inner) => ({ a: inner })),
  Array.from({ length: 2_000 }, (_, index) => index),
  Object.fromEntries(Array.from({ length: 500 }, (_, index) => [`key ${index}`, index])),
]

/** Stands for what is nested deeper than code that calls itself can follow. Only as text can it be written. */
export const ABYSS = '<abyss>'

const LEVELS = 20_000

/** A value as JSON, with all that stands for something in it. */
export const writeJson = (value: unknown): string =>
  (JSON.stringify(value) ?? '').replaceAll(JSON.stringify(ABYSS), `${'['.repeat(LEVELS)}${']'.repeat(LEVELS)}`)

export const nastyText: fc.Arbitrary<string> = fc.oneof(
  fc.constantFrom(...NASTY_TEXTS),
  fc.string({ unit: 'binary', maxLength: 30 }),
  fc.string({ unit: 'grapheme', maxLength: 30 }),
)

/** Any value that JSON can say, the odd ones often. */
export const junk: fc.Arbitrary<unknown> = fc.oneof(
  { arbitrary: fc.constantFrom(...NASTY_VALUES), weight: 4 },
  { arbitrary: nastyText, weight: 3 },
  { arbitrary: fc.jsonValue({ maxDepth: 3 }), weight: 2 },
  { arbitrary: fc.constant(ABYSS), weight: 1 },
)
