import { createMemoryStore } from '@sweatpants/framework/chat'
import { expect, onTestFinished, test, vi } from 'vitest'
import type { RoundtableEvent } from '../session/event.ts'
import { Leases } from './leases.ts'

test('a lease that could not be given back, because the store was away, is given back when it answers again', async () => {
  const store = createMemoryStore()
  const log = store.log<RoundtableEvent>('roundtable')
  const { leases } = store
  for (const id of ['s1', 's2']) await log.create(id, { about: null, events: [] })
  let isAway = false
  const flaky = new Proxy(leases, {
    get: (target, member: keyof typeof leases) =>
      member === 'release' && isAway
        ? () => Promise.reject(new Error('the store is away'))
        : (target[member] as (...args: unknown[]) => unknown).bind(target),
  })
  const errors: unknown[] = []
  const ours = new Leases(flaky, 300, (error) => errors.push(error))
  const others = new Leases(leases, 300, (error) => errors.push(error))
  const kept = await ours.acquire('s2')
  onTestFinished(() => kept?.release())
  const lease = await ours.acquire('s1')
  isAway = true
  await expect(lease!.release()).rejects.toThrow('the store is away')
  expect(await others.acquire('s1')).toBeUndefined()
  isAway = false
  const taken = await vi.waitFor(async () => {
    const found = await others.acquire('s1')
    expect(found).toBeDefined()
    return found
  })
  await taken?.release()
  expect(errors).toEqual([])
})
