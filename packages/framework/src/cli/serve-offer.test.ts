import { expect, test, vi } from 'vitest'
import { createMemoryStore } from '../log/memory.ts'
import { serveOffer } from './serve-offer.ts'

test('an offer that changes while its schedules begin is followed', async () => {
  const store = createMemoryStore()
  const beat = () => Promise.reject(new Error('the store is slow'))
  const follow = vi.fn()
  const serving = serveOffer({
    transport: { allowedHosts: [] },
    store: { ...store, leases: { ...store.leases, beat } },
    served: { name: 'a', version: '1', tools: [], prompts: [], resources: [], skills: [] },
    keys: undefined,
    follow,
  })
  await expect(serving).rejects.toThrow('the store is slow')
  expect(follow).toHaveBeenCalledOnce()
})
