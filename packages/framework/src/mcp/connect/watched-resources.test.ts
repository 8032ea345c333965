import { setTimeout as pause } from 'node:timers/promises'
import type { Client } from '@modelcontextprotocol/client'
import { expect, test, vi } from 'vitest'
import { WatchedResources } from './watched-resources.ts'

test('a resource that is watched anew while its last subscription waits to be repeated is subscribed to once', async () => {
  const close = vi.fn(async () => {})
  const subscription = { closed: new Promise(() => {}), close }
  const listen = vi.fn(async () => subscription).mockRejectedValueOnce(new TypeError('fetch failed'))
  // The rest of the client is not used.
  const client = { getProtocolEra: () => 'modern', listen } as unknown as Client
  const resources = new WatchedResources(
    async () => client,
    () => true,
    () => {},
  )
  resources.watch('note://today', () => {})()
  await vi.waitFor(() => expect(listen).toHaveBeenCalledTimes(1))
  const stop = resources.watch('note://today', () => {})
  // The first subscription is repeated after a second.
  await pause(1_200)
  expect(listen).toHaveBeenCalledTimes(2)
  stop()
  await vi.waitFor(() => expect(close).toHaveBeenCalledTimes(1))
})
