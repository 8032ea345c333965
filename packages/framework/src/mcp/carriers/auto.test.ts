import { randomBytes } from 'node:crypto'
import { beforeEach, describe, expect, it } from 'vitest'
import { emptyProgress, type Recording } from '../../tools/journal.ts'
import { createMemoryRunStore, type RunStore } from '../../tools/run-store.ts'
import { createAutoCarrier } from './auto.ts'
import type { Binding, Carrier } from './carrier.ts'
import { createKeyring, mintSecret } from './keys.ts'
import { createSealedCarrier } from './sealed.ts'
import { createStoredCarrier } from './stored.ts'

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
  progress: emptyProgress(),
})

const incompressible = (bytes: number) => randomBytes(bytes).toString('latin1')

describe('the automatic choice', () => {
  let store: RunStore
  let sealed: Carrier
  let create: (limit?: number) => Carrier
  beforeEach(() => {
    store = createMemoryRunStore()
    sealed = createSealedCarrier({ keys: createKeyring([mintSecret()]), ttl: 1000, now: () => 0 })
    const stored = createStoredCarrier({ store, ttl: 1000, now: () => 0 })
    create = (limit) => createAutoCarrier({ sealed, stored, ...(limit !== undefined && { limit }) })
  })

  it('is sealed up to the limit and stored from one character more', async () => {
    const recording = toRecording('hello')
    const { length } = await sealed.pack(recording, binding, 1)
    expect(await create(length).pack(recording, binding, 1)).toMatch(/^sealed0\./)
    expect(await create(length - 1).pack(recording, binding, 1)).toMatch(/^stored1\./)
  })

  it('stores nothing of a run that is sealed', async () => {
    await create().pack(toRecording('hello'), binding, 1)
    expect(await store.collect(Number.MAX_SAFE_INTEGER)).toBe(0)
  })

  it('goes by the length of the state, not of the run', async () => {
    expect(await create().pack(toRecording('hello'.repeat(100_000)), binding, 1)).toMatch(/^sealed1\./)
    expect(await create().pack(toRecording(incompressible(40_000)), binding, 1)).toMatch(/^stored1\./)
  })

  it('stores what no sealed state could hold', async () => {
    const state = await create().pack(toRecording('x'.repeat(17 * 1024 * 1024)), binding, 1)
    expect(state).toMatch(/^stored1\./)
  })

  it('keeps a stored run stored, so that its old state is used up', async () => {
    const state = await create(0).pack(toRecording('hello'), binding, 1)
    const carrier = create()
    const { journal } = await carrier.unpack(state, binding)
    expect(await carrier.pack((await journal.read())!, binding, 2)).toMatch(/^stored1\./)
    await expect(async () => carrier.unpack(state, binding)).rejects.toThrow('has been used already')
  })

  it('takes a sealed run into the store when it has grown', async () => {
    const carrier = create()
    const { journal, rounds } = await carrier.unpack(await carrier.pack(toRecording('hello'), binding, 1), binding)
    const grown = toRecording(incompressible(40_000))
    await journal.append(1, { entries: grown.entries, progress: emptyProgress() })
    const state = await carrier.pack((await journal.read())!, binding, rounds + 1)
    expect(state).toMatch(/^stored1\./)
    const again = await carrier.unpack(state, binding)
    expect((await again.journal.read())?.entries).toEqual([...toRecording('hello').entries, ...grown.entries])
    expect(again.rounds).toBe(2)
  })

  it('passes on what else goes wrong in sealing', async () => {
    const cyclic = toRecording('hello')
    Object.assign(cyclic.progress.asked, { self: cyclic })
    await expect(async () => create().pack(cyclic, binding, 1)).rejects.toThrow(TypeError)
  })
})
