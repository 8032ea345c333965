import { deepStrictEqual } from 'node:assert/strict'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { randomLog, replay } from './fixtures/random-log.ts'
import { Outbox } from './outbox.ts'
import type { Patch } from './patch.ts'

const piece = (text: string, messageId = 'm'): Patch => ({ type: 'streaming_text', messageId, text })
const thought = (text: string): Patch => ({ type: 'streaming_reasoning', messageId: 'm', text })
const end: Patch = { type: 'streaming_end', messageId: 'm' }

function gather(...patches: Patch[]): Outbox {
  const outbox = new Outbox()
  for (const patch of patches) outbox.add(patch)
  return outbox
}

describe('the outbox', () => {
  it('makes the same state as the original patches, taken at any time', () => {
    fc.assert(
      fc.property(randomLog(), fc.array(fc.boolean()), (log, takes) => {
        const outbox = new Outbox()
        const taken: Patch[] = []
        for (const [i, patch] of log.entries()) {
          outbox.add(patch)
          if (takes[i % takes.length]) taken.push(...outbox.take())
        }
        taken.push(...outbox.take())
        expect(taken.length).toBeLessThanOrEqual(log.length)
        deepStrictEqual({ ...replay(taken), lsn: 0 }, { ...replay(log), lsn: 0 })
      }),
    )
  })

  it('keeps the order of patches', () => {
    fc.assert(
      fc.property(randomLog(), (log) => {
        const isPiece = ({ type }: Patch) => type === 'streaming_text' || type === 'streaming_reasoning'
        const taken = gather(...log).take()
        expect(taken.filter((patch) => !isPiece(patch))).toEqual(log.filter((patch) => !isPiece(patch)))
      }),
    )
  })

  it('does not change patches: pieces are joined into new ones', () => {
    const first = Object.freeze(piece('a'))
    expect(gather(first, piece('b')).take()).toEqual([piece('ab')])
    expect(first).toEqual(piece('a'))
  })
})

it('the outbox joins consecutive pieces of one text', () => {
  const outbox = gather(
    piece('a'),
    piece('b'),
    thought('c'),
    thought('d'),
    piece('e'),
    piece('f', 'n'),
    end,
    piece('g'),
  )
  expect(outbox.take()).toEqual([piece('ab'), thought('cd'), piece('e'), piece('f', 'n'), end, piece('g')])
})

it('the outbox is urgent from its first patch that is not a piece of text until it is taken', () => {
  const outbox = gather(piece('a'), thought('b'))
  expect(outbox.isUrgent).toBe(false)
  outbox.add(end)
  outbox.add(piece('c'))
  expect(outbox.isUrgent).toBe(true)
  outbox.take()
  expect(outbox.isUrgent).toBe(false)
})

it('the outbox is empty when all has been taken, and returns no patch twice', () => {
  const outbox = gather(piece('a'))
  expect(outbox.isEmpty).toBe(false)
  expect(outbox.take()).toEqual([piece('a')])
  expect(outbox.isEmpty).toBe(true)
  expect(outbox.take()).toEqual([])
  outbox.add(piece('b'))
  expect(outbox.take()).toEqual([piece('b')])
})
