import fc from 'fast-check'
import { describe, expect } from 'vitest'
import { PARTS, writeHostile } from './attacks/hostile-texts.ts'
import { PARSERS } from './attacks/parsers.ts'
import { fuzz } from './fuzz/fuzz.ts'
import { nastyText } from './fuzz/nasty.ts'
import { processorTime } from './processor-time.ts'

const piece = fc.oneof({ arbitrary: fc.constantFrom(...PARTS), weight: 6 }, { arbitrary: nastyText, weight: 1 })
const row = fc.array(piece, { minLength: 1, maxLength: 3 }).map((pieces) => pieces.join(''))
const few = fc.array(piece, { maxLength: 2 }).map((pieces) => pieces.join(''))

const SIZE = 30_000

/** Texts that parsers were once slow on. */
const CORPUS: readonly [start: string, part: string, end: string][] = [
  ['', '{\n', ''],
  ['```json', '\n', '{"a'],
  ['', '“', ''],
  ['', '\n\\[', '!'],
  ['```\n', '\n\n', '!'],
  ['', '\u001b]', ''],
  ['', '>\n', ''],
  ['', 'answer json ', ''],
  ['', '\\(a', ''],
  ['', 'a or ', '!'],
]

describe('a parser of untrusted text', () => {
  fuzz(
    'reads any marks that are repeated many times in linear time',
    fc.tuple(fc.constantFrom(...PARSERS), fc.tuple(few, row, few)),
    async ([{ name, read }, [start, part, end]]) => {
      if (part === '') return
      const text = writeHostile({ start, part, end }, SIZE)
      // Linear work takes a few milliseconds; quadratic work takes seconds.
      const time = await processorTime(() => read(text))
      const again = time < 400 ? time : await processorTime(() => read(text))
      expect(again, `${name} ${JSON.stringify([start, part, end])}`).toBeLessThan(400)
    },
    {
      runs: 150,
      examples: PARSERS.flatMap((parser) =>
        CORPUS.map((text): [typeof parser, (typeof CORPUS)[0]] => [parser, text]),
      ) as never,
    },
  )
})
