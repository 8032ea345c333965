import { deflateRawSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import type { Recording } from '../../tools/journal.ts'
import type { Binding } from './carrier.ts'
import { createKeyring, mintSecret } from './keys.ts'
import { createSealedCarrier, inspectSealed, StateSizeError } from './sealed.ts'

const binding: Binding = { tool: 'echo', arguments: {}, principal: undefined, audience: 'test' }

const toRecording = (text: string): Recording => ({
  revision: 1,
  header: {
    format: 1,
    tool: 'echo',
    runId: 'run-1',
    seed: 'seed',
    can: { elicitation: true, sampling: false, roots: false, tasks: false },
    params: '',
    startedAt: 0,
  },
  entries: [{ type: 'value', at: '0', kind: 'step', key: 's', digest: '', time: 0, value: text }],
  progress: { asked: {}, emitted: {}, ran: {} },
})

const create = (...secrets: string[]) => createSealedCarrier({ keys: createKeyring(secrets), ttl: 1000, now: () => 0 })

describe('a sealed state', () => {
  it('is opened by any process with the key, until the key is removed', async () => {
    const [old, fresh] = [mintSecret(), mintSecret()]
    const state = await create(old).pack(toRecording('hello'), binding, 1)
    const { journal } = await create(fresh, old).unpack(state, binding)
    expect(await journal.read()).toEqual(toRecording('hello'))
    expect(() => create(fresh).unpack(state, binding)).toThrow('is not valid for this call')
  })

  it('can be used again: each use has a journal of its own', async () => {
    const carrier = create(mintSecret())
    const state = await carrier.pack(toRecording('hello'), binding, 1)
    const [one, other] = [await carrier.unpack(state, binding), await carrier.unpack(state, binding)]
    await one.journal.append(1, { entries: [], progress: toRecording('').progress })
    expect((await other.journal.read())?.revision).toBe(1)
  })

  it('is much shorter than what repeats itself in it', async () => {
    const state = await create(mintSecret()).pack(toRecording('hello '.repeat(10_000)), binding, 1)
    expect(state.length).toBeLessThan(1500)
  })

  it('is packed when that makes it shorter, and reads the same', async () => {
    const keys = createKeyring([mintSecret()])
    const carrier = createSealedCarrier({ keys, ttl: 1000, now: () => 0 })
    for (const [words, label] of [
      ['hello', 'sealed0'],
      ['hello '.repeat(1_000), 'sealed1'],
    ] as const) {
      const state = await carrier.pack(toRecording(words), binding, 1)
      expect(state.startsWith(`${label}.`)).toBe(true)
      const { journal } = await carrier.unpack(state, binding)
      expect(await journal.read()).toEqual(toRecording(words))
    }
  })

  it('that unpacks to more than is ever packed is refused', async () => {
    const keys = createKeyring([mintSecret()])
    const carrier = createSealedCarrier({ keys, ttl: 1000, now: () => 0 })
    const honest = keys.open('sealed0', await carrier.pack(toRecording('hello'), binding, 1))!.toString()
    const pad = (bytes: number) => keys.seal('sealed1', deflateRawSync(honest + ' '.repeat(bytes)))
    expect(await carrier.unpack(pad(1_000_000), binding)).toMatchObject({ rounds: 1 })
    expect(() => carrier.unpack(pad(64 * 1024 * 1024), binding)).toThrow('is not valid for this call')
  })

  it('that is sealed with our key but was not packed is refused', () => {
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
    const large = toRecording('x'.repeat(16 * 1024 * 1024))
    expect(() => create(mintSecret()).pack(large, binding, 1)).toThrow(StateSizeError)
  })
})

describe('inspecting a sealed state', () => {
  it('shows what is in it without the call it belongs to', async () => {
    const secret = mintSecret()
    const state = await create(secret).pack(toRecording('hello'), binding, 2)
    const inspected = inspectSealed(state, createKeyring([secret]))
    expect(inspected).toEqual({ recording: toRecording('hello'), rounds: 2, expiresAt: 1000 })
  })

  it('needs the key', async () => {
    const state = await create(mintSecret()).pack(toRecording('hello'), binding, 2)
    expect(() => inspectSealed(state, createKeyring([mintSecret()]))).toThrow('is not valid for this call')
  })
})
