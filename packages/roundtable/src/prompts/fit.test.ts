import { describe, expect, test } from 'vitest'
import { fit, leftOutLine, type Piece, shorten } from './fit.ts'

const pieceOf = (text: string): Piece => ({ text, enclose: (inner) => `<${inner}>` })
const pieces = (...lengths: number[]) => lengths.map((length, index) => pieceOf(`${index}`.repeat(length)))
const lengthsOf = (texts: readonly (string | undefined)[]) => texts.map((text) => text?.length)

describe('fit', () => {
  test('keeps all pieces in order if there is room', () => {
    expect(fit(pieces(2, 3), 100)).toEqual({ texts: ['<00>', '<111>'], leftOut: 0 })
    expect(fit([], 0)).toEqual({ texts: [], leftOut: 0 })
  })

  test('drops the first pieces whole', () => {
    const { texts, leftOut } = fit(pieces(98, 98, 98, 98), 250)
    expect(lengthsOf(texts)).toEqual([undefined, undefined, 100, 100])
    expect(leftOut).toBe(2)
  })

  test('shortens a piece that would take the room of the others', () => {
    const { texts, leftOut } = fit(pieces(98, 5000, 98), 1000)
    expect(lengthsOf(texts)).toEqual([100, 500, 100])
    expect(texts[1]).toMatch(/^<1+… \[shortened: \d+ more characters\]>$/)
    expect(leftOut).toBe(0)
  })

  test('shortens a single piece to the room', () => {
    expect(lengthsOf(fit(pieces(5000), 300).texts)).toEqual([300])
  })

  test('drops a piece that would be too short to be useful', () => {
    expect(fit(pieces(5000), 50)).toEqual({ texts: [undefined], leftOut: 1 })
    expect(fit(pieces(5, 5), -10).leftOut).toBe(2)
  })

  test.each([0, 90, 130, 400, 777, 2000, 5000])('never returns more than %i characters', (room) => {
    const { texts } = fit(pieces(10, 300, 44, 1200, 3, 700), room)
    expect(texts.reduce((sum, text) => sum + (text?.length ?? 0), 0)).toBeLessThanOrEqual(room)
  })
})

describe('shorten', () => {
  test('returns a short text unchanged', () => {
    expect(shorten('abc', 3)).toBe('abc')
  })

  test('says how much is missing', () => {
    const [, kept, count] = /^(a*)… \[shortened: (\d+) more characters\]$/.exec(shorten('a'.repeat(500), 100))!
    expect(kept!.length + Number(count)).toBe(500)
  })

  test('does not split a surrogate pair', () => {
    for (const length of [60, 61, 62, 63]) expect(shorten('😀'.repeat(100), length).isWellFormed()).toBe(true)
  })
})

test('leftOutLine has a singular and a plural', () => {
  expect(leftOutLine(1, 'statement')).toBe('(1 statement was left out: there was no room.)')
  expect(leftOutLine(3, 'statement')).toBe('(3 statements were left out: there was no room.)')
})
