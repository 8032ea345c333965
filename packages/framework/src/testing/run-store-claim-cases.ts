import assert from 'node:assert/strict'
import { setTimeout as delay } from 'node:timers/promises'
import type { RunStore } from '../tools/run-store.ts'
import type { RunStorage } from './run-store-contract.ts'

/** Longer than any case takes. */
const LONG = 60_000

/** Over once `PAST` has passed. */
const SHORT = 50
const PAST = 100

/** Who drives a run, of those who share it. */
export const runStoreClaimCases: Record<string, (storage: RunStorage) => Promise<void>> = {
  async 'gives a run to one owner at a time, whichever store they claim it through'({ open }) {
    const [first, second] = [await open(), await open()]
    await putAll(first, 'a', 'b')
    assert.equal(await claim(first, 'a', 'one'), true)
    assert.equal(await claim(second, 'a', 'two'), false)
    assert.equal(await claim(second, 'b', 'two'), true)
    assert.equal(await claim(first, 'b', 'one'), false)
  },

  async 'gives a run to one of many who claim it at once'({ open }) {
    const stores = [await open(), await open()]
    await putAll(stores[0]!, 'a')
    const owners = Array.from({ length: 20 }, (_, i) => `owner ${i}`)
    const given = await Promise.all(owners.map((owner, i) => claim(stores[i % 2]!, 'a', owner)))
    assert.equal(given.filter(Boolean).length, 1)
  },

  async 'lets an owner claim again, for longer'({ open, advance = delay }) {
    const store = await open()
    await putAll(store, 'a')
    assert.equal(await claim(store, 'a', 'one', SHORT), true)
    assert.equal(await claim(store, 'a', 'one', LONG), true)
    await advance(PAST)
    assert.equal(await claim(store, 'a', 'two'), false)
  },

  async 'gives a run to another when its claim has run out'({ open, advance = delay }) {
    const store = await open()
    await putAll(store, 'a')
    assert.equal(await claim(store, 'a', 'one', SHORT), true)
    await advance(PAST)
    assert.equal(await claim(store, 'a', 'two'), true)
    assert.equal(await claim(store, 'a', 'one'), false)
  },

  async 'gives back what is the owner’s, and nothing else'({ open }) {
    const [store, other] = [await open(), await open()]
    await putAll(store, 'a')
    await claim(store, 'a', 'one')
    await other.release?.('a', 'two')
    await other.release?.('unknown', 'two')
    assert.equal(await claim(other, 'a', 'two'), false)
    await store.release?.('a', 'one')
    assert.equal(await claim(other, 'a', 'two'), true)
  },

  async 'claims with a record, and gives back with one'({ open }) {
    const [store, other] = [await open(), await open()]
    await store.put('a', { expiresAt: 1, data: null }, { owner: 'one', ttl: LONG })
    assert.equal(await claim(other, 'a', 'two'), false)
    assert.equal(await claim(store, 'a', 'one'), true)
    await store.put('a', { expiresAt: 1, data: null })
    assert.equal(await claim(other, 'a', 'two'), true)
  },

  async 'keeps the record as it is under a claim'({ open }) {
    const store = await open()
    await putAll(store, 'a')
    await claim(store, 'a', 'one')
    assert.deepEqual(await store.get('a'), { expiresAt: 1, data: 'a' })
    await store.release?.('a', 'one')
    assert.deepEqual(await store.get('a'), { expiresAt: 1, data: 'a' })
  },

  async 'claims no run without a record, and forgets the claim with the run'({ open }) {
    const store = await open()
    assert.equal(await claim(store, 'a', 'one'), false)
    assert.equal(await store.get('a'), undefined)
    await putAll(store, 'a')
    await claim(store, 'a', 'one')
    await store.delete('a')
    assert.equal(await claim(store, 'a', 'one'), false)
    await putAll(store, 'a')
    assert.equal(await claim(store, 'a', 'two'), true)
  },
}

async function putAll(store: RunStore, ...runIds: string[]): Promise<void> {
  for (const runId of runIds) await store.put(runId, { expiresAt: 1, data: runId })
}

async function claim(store: RunStore, runId: string, owner: string, ttl = LONG): Promise<boolean> {
  assert.ok(store.claim, 'the store has no claim')
  return store.claim(runId, { owner, ttl })
}
