import { setTimeout as wait } from 'node:timers/promises'
import { createMcpTool } from '@sweatpants/framework'
import { createMemoryStore, type Store } from '@sweatpants/framework/log'
import { createEncryptedStore } from '@sweatpants/framework/stores/encrypted'
import { createSqliteStore } from '@sweatpants/framework/stores/sqlite'
import { type DrivenSubject, driverContract } from '@sweatpants/framework/testing'
import { describe, test } from 'vitest'
import { z } from 'zod'
import type { RunEvent } from './run-event.ts'
import { emptyRun, isOpen, type RunState, reduceAll } from './run-state.ts'
import { Runs } from './runs.ts'

const createAsk = (ran: (step: string) => void) =>
  createMcpTool('ask')
    .elicits({ name: { response: z.object({ name: z.string() }) } })
    .execute(function* (_, ctx) {
      yield* ctx.step('before', () => ran('before'))
      yield* ctx.elicit('name', { message: 'Name?' })
      yield* ctx.step('after', () => ran('after'))
    })
    .build()

const logOf = (store: Store) => store.log<RunEvent>('inspected')

const read = async (store: Store, id: string): Promise<RunState> =>
  reduceAll(
    emptyRun,
    (await logOf(store).read(id, 0)).map(({ event }) => event),
  )

const isOver = async (store: Store, id: string): Promise<boolean> => (await read(store, id)).status === 'completed'

const subject: DrivenSubject = {
  kind: 'inspected',
  register(store, ran) {
    const tool = createAsk(ran)
    let isClosed = false
    const runs = new Runs({
      store,
      model: { id: 'none', answer: () => Promise.reject(new Error('the tool asks no model')) },
      tools: () => [tool],
      onChange() {},
      onError: console.error,
      node: { leaseTtl: 80, scanEvery: 10 },
    })
    return {
      start: () => runs.start(),
      close() {
        isClosed = true
        return runs.close()
      },
      isHere: (id) => runs.isHere(id),
      /** The person finds the run paused, and resumes it. The reads of a dead process never resolve, so this ends with it. */
      async goOn(id) {
        while (!isClosed) {
          const { status } = await read(store, id)
          if (status === 'paused') return runs.resume(id)
          if (status === 'completed') return
          await wait(5)
        }
      },
    }
  },
  /** As an inspector that died right after a person had started the run. */
  async begin(store) {
    const id = crypto.randomUUID()
    const call = { tool: 'ask', params: {}, samples: 'model' as const, process: 'dead' }
    const events: RunEvent[] = [{ type: 'run_start', ...call, time: Date.now() }]
    await logOf(store).create(id, { about: null, events, dueAt: 0 })
    return id
  },
  waits: async (store, id) => (await read(store, id)).happenings.some(isOpen),
  async answer(store, id) {
    const answer = { action: 'accept', content: { name: 'Ada' } }
    const events: RunEvent[] = [{ type: 'question_answer', id: 'name', answer, time: Date.now() }]
    await logOf(store).append(id, { events, commandId: 'answer', dueAt: 0 })
  },
  isOver,
}

const KEYS = ['k'.repeat(32)]

describe.each<[string, () => Store | Promise<Store>]>([
  ['an inspected run in memory', createMemoryStore],
  ['an inspected run in an encrypted SQLite store', () => createEncryptedStore(createSqliteStore(':memory:'), KEYS)],
])('%s', (_, createStore) => {
  test.for(driverContract({ createStore, subject }))('$name', ({ run }) => run())
})
