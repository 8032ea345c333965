import { expect, it, onTestFinished, vi } from 'vitest'
import { answerQuestion, listQuestions } from '../../inbox/questions.ts'
import { withLog } from '../../log/fixtures/with-log.ts'
import type { Log, Store } from '../../log/log.ts'
import { createMemoryStore } from '../../log/memory.ts'
import { StoreError } from '../../tools/errors.ts'
import type { OutsideWait } from '../../tools/outside.ts'
import type { RunHandle } from '../../tools/run-handle.ts'
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
    const outside = new SessionOutside({
      store,
      runId: 'r',
      principal: undefined,
      isRestored: false,
      ttl: 1_000,
      ...options,
    })
    await outside.signalUrl!('r', 'paid')
    await outside.end(false)
  }
  await serve()
  now += 900
  await serve()
  now += 300
  await store.leases.collect(10)
  expect(await store.log('session-call').get('r')).toBeDefined()
})

it('the URL of a signal is known once its stream is stored', async () => {
  const store = createMemoryStore()
  const outside = new SessionOutside({
    store: withLog(store, 'session-call', (log) => ({
      async create(id, stream) {
        await new Promise(setImmediate)
        return log.create(id, stream)
      },
    })),
    runId: 'r',
    principal: undefined,
    isRestored: false,
    signalUrl: () => 'http://localhost/signal',
    onSignal: () => {},
    onError: () => expect.unreachable(),
  })
  expect(await outside.signalUrl!('r', 'paid')).toBe('http://localhost/signal')
  expect(await store.log('session-call').get('r')).toBeDefined()
  await outside.end(true)
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
    const outside = new SessionOutside({
      store,
      runId: 'r',
      principal: undefined,
      isRestored: false,
      onSignal: () => {},
      onError,
    })
    const withdrawn = new AbortController()
    if (when === 'before it is') withdrawn.abort()
    const waiting = outside.wait(toManager, withdrawn.signal)
    withdrawn.abort()
    await waiting
    expect(await store.questions.list(['role:manager'])).toEqual([])
    await outside.end(true)
  },
)

it('an answer of other people that could not be read at once is read later', async () => {
  const memory = createMemoryStore()
  let isDown = false
  const read: ReturnType<Store['log']>['read'] = (...args) => {
    if (isDown) throw new StoreError('the store cannot be reached; try again later')
    return memory.log('session-call').read(...args)
  }
  const store: Store = {
    ...memory,
    isDurable: true,
    log: <E>(kind: string): Log<E> => ({ ...memory.log<E>(kind), read: read as Log<E>['read'] }),
  }
  const errors: unknown[] = []
  const onError = (error: unknown) => {
    errors.push(error)
    isDown = false
  }
  const answer = vi.fn()
  const outside = new SessionOutside({
    store,
    runId: 'r',
    principal: undefined,
    isRestored: false,
    onSignal: () => {},
    onError,
  })
  outside.attach({ answer } as unknown as RunHandle)
  await outside.wait(toManager, new AbortController().signal)
  isDown = true
  const manager = { principal: 'mia', names: ['role:manager'] }
  const { id, digest } = (await listQuestions(store, manager)).questions[0]!
  await answerQuestion(store, { ...manager, id, digest, answer: { action: 'accept', content: {} } })
  await vi.waitUntil(() => answer.mock.calls.length > 0)
  expect(answer).toHaveBeenCalledExactlyOnceWith({ 'confirm:0': expect.anything() }, expect.anything())
  expect(errors).toEqual([expect.any(StoreError)])
  await outside.end(true)
})
