import { stripVTControlCharacters } from 'node:util'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { toPrintable } from './printable.ts'

describe('text for a terminal', () => {
  test.each<[what: string, text: string, printable: string]>([
    ['plain text', 'Straße, 日本, 😀\n\tdone', 'Straße, 日本, 😀\n\tdone'],
    ['colours', '\u001b[1;31mred\u001b[0m', 'red'],
    ['a cleared screen', 'a\u001b[2J\u001b[Hb', 'ab'],
    ['a title that ends with a bell', '\u001b]0;pwned\u0007a', 'a'],
    ['a link that ends with ST', '\u001b]8;;http://evil.example\u001b\\a\u001b]8;;\u001b\\', 'a'],
    ['the clipboard', '\u001b]52;c;cm0gLXJm\u0007a', 'a'],
    ['a string that never ends, up to the end of its line', 'a\u001b]0;bc\nd', 'a\nd'],
    ['the forms of one character', '\u009b31ma\u009d0;t\u009cb\u0090x\u009cc', 'abc'],
    ['a reset and a character set', '\u001bca\u001b(Bb', 'ab'],
    ['a carriage return, a bell and a backspace', 'rm\rls\u0007\b', 'rmls'],
    ['a change of direction', 'a\u202eb\u2066c\u200f', 'abc'],
    ['an escape at the end', 'a\u001b', 'a'],
  ])('cannot control the terminal: %s', (_, text, printable) => {
    expect(toPrintable(text)).toBe(printable)
  })

  test('has no control character left, and Node finds no sequence in it', () => {
    const piece = fc.oneof(
      fc.constantFrom('\u001b', '[', ']', '0;', 'm', '\u0007', '\u001b\\', '\u009b', '\u009d', '\n', 'a', '(', 'P'),
      fc.string({ unit: 'binary', maxLength: 4 }),
    )
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 30 }), (pieces) => {
        const printable = toPrintable(pieces.join(''))
        expect(printable).not.toMatch(/(?![\n\t])\p{Cc}/u)
        expect(stripVTControlCharacters(printable)).toBe(printable)
        expect(toPrintable(printable)).toBe(printable)
      }),
      { numRuns: 1_000 },
    )
  })
})
