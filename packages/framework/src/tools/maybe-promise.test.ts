import { describe, expect, it, vi } from 'vitest'
import { toText } from './describe.ts'
import { silence, waitAtMost } from './maybe-promise.ts'
import { toJson } from './to-json.ts'

/** The most reads that a value of any size may cost. */
const MOST = 10_100

describe('silence', () => {
  it('catches promises in lists, maps, sets and objects', async () => {
    const unhandled = vi.fn()
    process.on('unhandledRejection', unhandled)
    const lost = () => Promise.reject(new Error('lost'))
    silence([lost(), { deep: [lost()] }, new Map([[lost(), lost()]]), new Set([lost()])])
    // Unhandled rejections are reported after the microtasks.
    await new Promise(setImmediate)
    process.off('unhandledRejection', unhandled)
    expect(unhandled).not.toHaveBeenCalled()
  })

  it.each([
    ['a buffer', Buffer.alloc(1000)],
    ['an array of floats', new Float64Array(1000)],
    ['an array buffer', new ArrayBuffer(1000)],
  ])('reads no byte of %s', (_, bytes) => {
    const keys = vi.spyOn(Object, 'keys')
    silence({ bytes })
    expect(keys.mock.calls).toEqual([[{ bytes }]])
    keys.mockRestore()
  })

  it('stops at a bound in a list of equal values, and makes no text of its indexes', () => {
    let reads = 0
    const list = new Proxy(new Array(1_000_000).fill(7), {
      get: (items, index) => {
        reads++
        return Reflect.get(items, index)
      },
      ownKeys: () => {
        throw new Error('its indexes were listed')
      },
    })
    silence(list)
    expect(reads).toBeGreaterThan(9000)
    // The length is read before each item.
    expect(reads).toBeLessThan(2 * MOST)
  })

  it('stops at a bound in a map of equal values', () => {
    let reads = 0
    class Endless extends Map {
      override *entries(): MapIterator<[unknown, unknown]> {
        for (;;) {
          reads++
          yield ['key', 'value']
        }
      }
    }
    silence(new Endless())
    expect(reads).toBeLessThan(MOST)
  })

  it('ends in a cycle', () => {
    const value: unknown[] = []
    value.push(value, value)
    silence(value)
    expect(value).toHaveLength(2)
  })
})

describe('bytes that a tool gave by mistake', () => {
  it('are named and not read', () => {
    const bytes = Buffer.alloc(1000)
    const read = vi.spyOn(bytes, 'toString')
    expect(toText(bytes)).toBe('a Buffer')
    expect(() => toJson(bytes, 'step "read"')).toThrow('step "read" holds a Buffer, which JSON cannot carry')
    expect(read).not.toHaveBeenCalled()
  })
})

it('a wait whose time is over ends at once, without a warning of Node', async () => {
  const warn = vi.spyOn(process, 'emitWarning').mockImplementation(() => {})
  await waitAtMost(-0.5, new Promise(() => {}))
  expect(warn).not.toHaveBeenCalled()
  warn.mockRestore()
})
