import { expect, it, onTestFinished, vi } from 'vitest'
import { createMemoryStore } from '../../log/memory.ts'
import type { OutsideWait } from '../../tools/outside.ts'
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

const toManager: OutsideWait = {
  type: 'elicit',
  id: 'confirm:0',
  at: '0',
  key: 'confirm',
  attempt: 1,
  toolName: 'pay',
  message: 'Pay?',
  context: {},
  schema: { type: 'object', properties: {} },
  to: ['role:manager'],
}

it.each(['before it is', 'while it is'] as const)(
  'a question to other people that the run withdraws %s opened is not in their inbox',
  async (when) => {
    // Only what a durable store has is offered to other people.
    const store = { ...createMemoryStore(), isDurable: true }
    const onError = () => expect.unreachable()
    const outside = new SessionOutside({ store, runId: 'r', principal: undefined, onSignal: () => {}, onError })
    const withdrawn = new AbortController()
    if (when === 'before it is') withdrawn.abort()
    const waiting = outside.wait(toManager, withdrawn.signal)
    withdrawn.abort()
    await waiting
    expect(await store.questions.list(['role:manager'])).toEqual([])
    await outside.end(true)
  },
)
