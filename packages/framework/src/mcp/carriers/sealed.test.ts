import { deflateRawSync } from 'node:zlib'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createKeyring, mintSecret } from '../../keys/keyring.ts'
import { CONTRACT_TTL, carrierContract, toCarried } from '../../testing/carrier-contract.ts'
import { describeContract } from '../../testing/vitest.ts'
import { type Binding, StateSizeError } from '../core/carrier.ts'
import { createSealedCarrier, inspectSealed } from './sealed.ts'

describeContract(
  'the sealed carrier',
  carrierContract(() => {
    let time = 0
    const carrier = createSealedCarrier({ keys: createKeyring([mintSecret()]), ttl: CONTRACT_TTL, now: () => time })
    const setTime = (to: number) => {
      time = to
    }
    return { carrier, setTime }
  }),
)

const binding: Binding = { subject: 'tools/call echo', arguments: {}, principal: undefined, audience: 'test' }

const create = (...secrets: string[]) => createSealedCarrier({ keys: createKeyring(secrets), ttl: 1000, now: () => 0 })

describe('a sealed state', () => {
  it('returns any JSON as it was packed', async () => {
    const carrier = create(mintSecret())
    await fc.assert(
      fc.asyncProperty(fc.array(fc.jsonValue()), async (values) => {
        const carried = JSON.parse(JSON.stringify(toCarried(...values)))
        expect(await carrier.unpack(await carrier.pack(carried, binding), binding)).toEqual({ ...carried, askedAt: 0 })
      }),
      { numRuns: 50 },
    )
  })

  it('is another text each time, even for the same run', async () => {
    const carrier = create(mintSecret())
    const carried = toCarried('hello')
    expect(await carrier.pack(carried, binding)).not.toBe(await carrier.pack(carried, binding))
  })

  it('is opened by any process with the key, until the key is removed', async () => {
    const [old, fresh] = [mintSecret(), mintSecret()]
    const carried = toCarried('hello')
    const state = await create(old).pack(carried, binding)
    expect(await create(fresh, old).unpack(state, binding)).toEqual({ ...carried, askedAt: 0 })
    expect(() => create(fresh).unpack(state, binding)).toThrow('is not valid for this call')
  })

  it('is valid until its run goes on by itself and its time to live after it, and says when it was made', async () => {
    const secret = mintSecret()
    const carried = toCarried('hello')
    const state = await create(secret).pack({ ...carried, wakeAt: 5_000 }, binding)
    const openAt = (at: number) => createSealedCarrier({ keys: createKeyring([secret]), ttl: 1_000, now: () => at })
    expect(await openAt(5_999).unpack(state, binding)).toEqual({ ...carried, askedAt: 0 })
    expect(() => openAt(6_000).unpack(state, binding)).toThrow('has expired')
  })

  it('is much shorter than a text that repeats itself', async () => {
    const state = await create(mintSecret()).pack(toCarried('hello '.repeat(10_000)), binding)
    expect(state.length).toBeLessThan(1500)
  })

  it('is compressed when that makes it shorter, and reads the same', async () => {
    const carrier = create(mintSecret())
    for (const [words, label] of [
      ['hello', 'sealed0'],
      ['hello '.repeat(1_000), 'sealed1'],
    ] as const) {
      const carried = toCarried(words)
      const state = await carrier.pack(carried, binding)
      expect(state.startsWith(`${label}.`)).toBe(true)
      expect(await carrier.unpack(state, binding)).toEqual({ ...carried, askedAt: 0 })
    }
  })

  it('is refused when it unpacks to more than is ever packed', async () => {
    const keys = createKeyring([mintSecret()])
    const carrier = createSealedCarrier({ keys, ttl: 1000, now: () => 0 })
    const honest = keys.open('sealed0', await carrier.pack(toCarried('hello'), binding))!.toString()
    const pad = (bytes: number) => keys.seal('sealed1', deflateRawSync(honest + ' '.repeat(bytes)))
    expect(await carrier.unpack(pad(1_000_000), binding)).toMatchObject({ rounds: 3 })
    expect(() => carrier.unpack(pad(64 * 1024 * 1024), binding)).toThrow('is not valid for this call')
  })

  it('is refused when it was sealed with our key but not packed', () => {
    const keys = createKeyring([mintSecret()])
    const carrier = createSealedCarrier({ keys, ttl: 1000 })
    for (const [label, data] of [
      ['sealed0', Buffer.from('not JSON')],
      ['sealed1', Buffer.from('not compressed')],
      ['sealed1', deflateRawSync('not JSON')],
    ] as const) {
      expect(() => carrier.unpack(keys.seal(label, data), binding)).toThrow('is not valid for this call')
    }
  })

  it('is not made of more than could be unpacked', () => {
    const large = toCarried('x'.repeat(16 * 1024 * 1024))
    const pack = () => create(mintSecret()).pack(large, binding)
    expect(pack).toThrow(StateSizeError)
    expect(pack).toThrow(expect.objectContaining({ size: expect.any(Number), limit: 16 * 1024 * 1024 }))
  })
})

describe('inspectSealed', () => {
  it('returns the content of a state without the call that it belongs to', async () => {
    const secret = mintSecret()
    const carried = toCarried('hello')
    const state = await create(secret).pack(carried, binding)
    expect(inspectSealed(state, createKeyring([secret]))).toEqual({ ...carried, expiresAt: 1000 })
  })

  it('throws without the key', async () => {
    const state = await create(mintSecret()).pack(toCarried('hello'), binding)
    expect(() => inspectSealed(state, createKeyring([mintSecret()]))).toThrow('is not valid for this call')
  })
})
