import { expect, test, vi } from 'vitest'
import { createChat } from '../chat/create-chat.ts'
import { schedule } from '../control/schedule.ts'
import { startSchedules } from '../control/start-schedules.ts'
import type { Model } from '../models/model.ts'
import { createMemoryEngine } from '../testing/memory-engine.ts'
import { createMcpTool } from '../tools/builder.ts'
import { createEngineStore } from './engine-store.ts'

/** A tool whose step has an outcome that a journal takes, and that is as JSON longer than a record of the engine. */
function createLarge() {
  const ran = vi.fn(() => '"'.repeat(600_000))
  const tool = createMcpTool('large')
    .execute(function* (_, ctx) {
      yield* ctx.step('pay', ran)
    })
    .build()
  return { tool, ran, store: createEngineStore(createMemoryEngine().open()) }
}

const REFUSED = 'a record has 12'

test('a task that has to record more than the store accepts fails, and its step is not repeated', async () => {
  const { tool, ran, store } = createLarge()
  const onError = vi.fn()
  await using _schedules = await startSchedules({ store, tools: [tool], scanEvery: 10, onError })
  await schedule(store, tool, {}, { at: Date.now() }, { name: 'once' })
  await vi.waitFor(async () => expect((await store.runs.list()).runs).toMatchObject([{ state: 'failed' }]))
  expect(ran).toHaveBeenCalledTimes(1)
  expect(onError).toHaveBeenCalledExactlyOnceWith(expect.objectContaining({ name: 'RecordSizeError' }))
  await store.close()
})

test('a call of a chat that has to record more than the store accepts fails, and the turn goes on', async () => {
  const { tool, ran, store } = createLarge()
  const model: Model = {
    id: 'caller',
    async answer({ messages }) {
      const use = { type: 'tool_use' as const, id: 'one', name: 'large', input: {} }
      return { content: messages.length === 1 ? use : { type: 'text', text: 'went on' }, model: 'caller' }
    },
  }
  {
    await using chat = await createChat({ store, models: [model], tools: [tool], onError: () => {} })
    const session = chat.open('a', undefined)
    await session.create()
    await session.command({ type: 'send', commandId: 'one', content: 'Pay' })
    await vi.waitFor(async () => expect(JSON.stringify((await session.state()).messages)).toContain('went on'))
    const [call] = Object.values((await session.state()).toolCalls)
    expect(JSON.stringify(call)).toContain(REFUSED)
  }
  expect(ran).toHaveBeenCalledTimes(1)
  await store.close()
})
