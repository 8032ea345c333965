import fc from 'fast-check'
import { describe, expect } from 'vitest'
import { examplePatches } from '../packages/framework/src/chat/fixtures/example-patches.ts'
import { type Patch, parsePatch } from '../packages/framework/src/chat/patch.ts'
import { reduce } from '../packages/framework/src/chat/reduce.ts'
import { emptyState } from '../packages/framework/src/chat/state.ts'
import { PatchError } from '../packages/framework/src/log/client/client-errors.ts'
import { ServerEventParser } from '../packages/framework/src/log/client/server-events.ts'
import { fuzz } from './fuzz/fuzz.ts'
import { cut, cuts, mutated, mutatedBytes } from './fuzz/mutate.ts'
import { nastyText } from './fuzz/nasty.ts'
import { parseEvents } from './fuzz/parse-events.ts'

const PIECES = [
  'data',
  'id',
  'event',
  'retry',
  ':',
  ': ',
  '\n',
  '\r',
  '\r\n',
  '\n\n',
  '\r\r',
  '\ufeff',
  '\0',
  '😀',
  'x',
  ' ',
]
const piece = fc.oneof({ arbitrary: fc.constantFrom(...PIECES), weight: 6 }, { arbitrary: nastyText, weight: 1 })
const stream = fc.array(piece, { maxLength: 60 }).map((pieces) => pieces.join(''))

/** Ends the last line, also if that has a `\r` at its end. */
const END = Buffer.from(':\n')

describe('events of a stream', () => {
  fuzz(
    'the parser gives the same events wherever the stream is cut',
    fc.tuple(mutatedBytes(stream), cuts),
    ([bytes, places]) => {
      const whole = Buffer.concat([bytes, END])
      const parser = new ServerEventParser()
      const found = cut(whole, places).flatMap((part) => parser.push(part))
      expect(found).toEqual(parseEvents(whole))
    },
    { runs: 2_000 },
  )
})

const PATCHES: readonly Patch[] = Object.values(examplePatches)

describe('patches of a chat', () => {
  fuzz(
    'a patch with a few changed parts is applied, or parsePatch throws a PatchError',
    fc.array(
      fc.constantFrom(...PATCHES).chain((patch) => fc.oneof(fc.constant(patch), mutated(patch))),
      { maxLength: 12 },
    ),
    (patches) => {
      let state = emptyState
      for (const [index, patch] of patches.entries()) {
        try {
          const parsed = parsePatch(patch)
          if (parsed !== undefined) state = reduce(state, parsed, index + 1)
        } catch (error) {
          if (!(error instanceof PatchError)) throw error
        }
      }
      JSON.stringify(state)
    },
    { runs: 1_000 },
  )
})
