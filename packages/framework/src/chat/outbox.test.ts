import { deepStrictEqual } from 'node:assert/strict'
import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { randomLog, replay } from './fixtures/random-log.ts'
import { Outbox } from './outbox.ts'
import type { Patch } from './patch.ts'

const piece = (text: string, messageId = 'm'): Patch => ({ type: 'streaming_text', messageId, text })
const thought = (text: string): Patch => ({ type: 'streaming_reasoning', messageId: 'm', text })
const end: Patch = { type: 'streaming_end', messageId: 'm' }

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

function gather(...patches: Patch[]) {
  const sent: Patch[] = []
  const ring = vi.fn()
  const outbox = new Outbox({ ring, broadcast: (patch) => sent.push(patch) })
  for (const patch of patches) outbox.add(patch)
  return { outbox, ring, sent }
}

/** Takes what is to be appended once its time has come. */
function takeAll(outbox: Outbox): Patch[] {
  vi.advanceTimersByTime(2_000)
  return outbox.take()!
}

describe('the outbox', () => {
  it('makes the same state as the original patches, taken at any time', () => {
    fc.assert(
      fc.property(randomLog(), fc.array(fc.boolean()), (log, takes) => {
        const { outbox } = gather()
        const taken: Patch[] = []
        for (const [i, patch] of log.entries()) {
          outbox.add(patch)
          if (takes[i % takes.length]) taken.push(...takeAll(outbox))
        }
        taken.push(...takeAll(outbox))
        expect(taken.length).toBeLessThanOrEqual(log.length)
        deepStrictEqual({ ...replay(taken), lsn: 0 }, { ...replay(log), lsn: 0 })
      }),
    )
  })

  it('keeps the order of patches', () => {
    fc.assert(
      fc.property(randomLog(), (log) => {
        const isPiece = ({ type }: Patch) => type === 'streaming_text' || type === 'streaming_reasoning'
        const taken = takeAll(gather(...log).outbox)
        expect(taken.filter((patch) => !isPiece(patch))).toEqual(log.filter((patch) => !isPiece(patch)))
      }),
    )
  })

  it('does not change patches: pieces are joined into new ones', () => {
    const first = Object.freeze(piece('a'))
    expect(takeAll(gather(first, piece('b')).outbox)).toEqual([piece('ab')])
    expect(first).toEqual(piece('a'))
  })
})

it('the outbox joins consecutive pieces of one text', () => {
  const { outbox } = gather(
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

it('pieces of text wait for a checkpoint, and all else rings at once and takes them along', () => {
  const { outbox, ring } = gather(piece('a'), thought('b'))
  expect([outbox.take(), ring.mock.calls.length]).toEqual([undefined, 0])
  vi.advanceTimersByTime(2_000)
  expect([outbox.take(), ring.mock.calls.length]).toEqual([[piece('a'), thought('b')], 1])
  outbox.add(piece('c'))
  outbox.add(end)
  outbox.add(piece('d'))
  expect(ring).toHaveBeenCalledTimes(3)
  expect(outbox.take()).toEqual([piece('c'), end, piece('d')])
})

it('readers receive the first piece at once, the others joined, and none while something is appended', () => {
  const { outbox, sent } = gather(piece('a'), piece('b'), piece('c'))
  expect(sent).toEqual([piece('a')])
  vi.advanceTimersByTime(20)
  expect(sent).toEqual([piece('a'), piece('bc')])
  takeAll(outbox)
  outbox.add(piece('d'))
  vi.advanceTimersByTime(100)
  expect(sent).toHaveLength(2)
  outbox.appended()
  expect(sent.at(-1)).toEqual(piece('d'))
})

it('what could not be appended is taken again, before what was added since', () => {
  const { outbox } = gather(piece('a'))
  const taken = takeAll(outbox)
  outbox.add(piece('b'))
  outbox.putBack(taken)
  expect(outbox.take()).toEqual([piece('a'), piece('b')])
})

it('the outbox is empty when all has been taken, and returns no patch twice', () => {
  const { outbox } = gather(piece('a'))
  expect(outbox.isEmpty).toBe(false)
  expect(takeAll(outbox)).toEqual([piece('a')])
  expect(outbox.isEmpty).toBe(true)
  expect(outbox.take()).toEqual([])
  outbox.add(piece('b'))
  expect(takeAll(outbox)).toEqual([piece('b')])
})
