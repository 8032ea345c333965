import { expect, it, onTestFinished, vi } from 'vitest'
import { createMemoryStore } from '../../log/memory.ts'
import { SessionOutside } from './session-outside.ts'

it('the stream of a call that another process goes on with expires no sooner than that of a new call', async () => {
  let now = Date.now()
  const clock = vi.spyOn(Date, 'now').mockImplementation(() => now)
  onTestFinished(() => void clock.mockRestore())
  const store = createMemoryStore()
  const serve = async () => {
    const options = {
      signalUrl: () => 'http://localhost/signal',
      onSignal: () => {},
      onError: () => expect.unreachable(),
    }
    const outside = new SessionOutside({ store, runId: 'r', principal: undefined, ttl: 1_000, ...options })
    outside.signalUrl!('r', 'paid')
    await outside.end(false)
  }
  await serve()
  now += 900
  await serve()
  now += 300
  await store.leases.collect(10)
  expect(await store.log('session-call').get('r')).toBeDefined()
})
