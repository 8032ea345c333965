import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { draw, toRandom } from './seed.ts'
import { toUuid } from './uuid.ts'

const uuid = (seed: string, path: string, n: number) => toUuid(draw(seed, path, n))
const random = (seed: string, path: string, n: number) => toRandom(draw(seed, path, n))

describe('a draw', () => {
  it('is the same for the same seed, place and number', () => {
    fc.assert(
      fc.property(fc.uuid(), fc.string(), fc.nat(), (seed, path, n) => {
        expect(uuid(seed, path, n)).toBe(uuid(seed, path, n))
        expect(random(seed, path, n)).toBe(random(seed, path, n))
      }),
    )
  })

  it.each<[string, [string, string, number], [string, string, number]]>([
    ['seed', ['a', '', 0], ['b', '', 0]],
    ['place', ['a', '', 0], ['a', '1', 0]],
    ['deeper place', ['a', '1.2', 0], ['a', '1.3', 0]],
    ['number', ['a', '1', 0], ['a', '1', 1]],
    ['border between place and number', ['a', '1', 23], ['a', '12', 3]],
    ['border between seed and place', ['a1', '', 0], ['a', '1', 0]],
  ])('is another for another %s', (_, one, other) => {
    expect(uuid(...one)).not.toBe(uuid(...other))
    expect(random(...one)).not.toBe(random(...other))
  })
})

describe('toUuid', () => {
  it('is a version 4 UUID', () => {
    fc.assert(
      fc.property(fc.string(), fc.string(), fc.nat(), (seed, path, n) => {
        expect(uuid(seed, path, n)).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/)
      }),
    )
  })

  it('is the same in every version, so that journals that are already written replay', () => {
    expect(uuid('seed', '1.2', 3)).toBe('cb08383c-1fa8-41c2-9f2d-335b23bb2d0a')
  })

  it('does not repeat within a run, nor between runs', () => {
    const ids = new Set<string>()
    for (let run = 0; run < 100; run++) {
      const seed = crypto.randomUUID()
      for (const path of ['', '1', '1.1', '2']) for (let n = 0; n < 50; n++) ids.add(uuid(seed, path, n))
    }
    expect(ids.size).toBe(20_000)
  })
})

describe('toRandom', () => {
  it('is at least 0 and less than 1', () => {
    const ends = [() => 0, () => 0xffffffff].map(toRandom)
    expect(ends[0]).toBe(0)
    expect(ends[1]).toBeLessThan(1)
    expect(ends[1]).toBeGreaterThan(0.999999)
  })

  it('is spread evenly over the draws of a place', () => {
    const counts = Array<number>(10).fill(0)
    for (let n = 0; n < 20_000; n++) counts[Math.floor(random('seed', '1', n) * 10)]!++
    for (const count of counts) expect(Math.abs(count - 2000)).toBeLessThan(200)
  })

  it('is independent of the draw before it', () => {
    let higher = 0
    for (let n = 0; n < 10_000; n++) if (random('seed', '', n + 1) > random('seed', '', n)) higher++
    expect(Math.abs(higher - 5000)).toBeLessThan(250)
  })
})
