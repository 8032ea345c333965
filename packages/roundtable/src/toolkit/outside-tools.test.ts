import { createMcpTool } from '@sweatpants/framework'
import { createMemoryStore } from '@sweatpants/framework/log'
import { createMortalStore } from '@sweatpants/framework/testing'
import { expect, onTestFinished, test, vi } from 'vitest'
import { z } from 'zod'
import { type Act, createFakeTable, createHeld, say } from '../debate/fixtures/fake-table.ts'

const createLookUp = () => {
  const calls: string[] = []
  const tool = createMcpTool('look_up')
    .description('Looks a word up.')
    .parameters(z.object({ what: z.string() }))
    .execute(function* ({ what }) {
      calls.push(what)
      return 'x'.repeat(30_000)
    })
    .build()
  return { tool, calls }
}

/** Looks something up, and answers with `answer` when it has the result. */
const lookFirst =
  (answer: Act): Act =>
  (request, signal) =>
    request.messages.length > 1
      ? answer(request, signal)
      : {
          model: 'fake',
          content: [{ type: 'tool_use', id: 'call_1', name: 'look_up', input: { what: 'tea' } }],
          stopReason: 'toolUse',
        }

test('a tool of another server is not called again after a kill, and a long result is cut with a note', async () => {
  const store = createMemoryStore()
  const mortal = createMortalStore(store)
  const { tool, calls } = createLookUp()
  const held = createHeld(say('Tea'))
  const options = { tools: [tool], leaseTtl: 300, onError: () => {} }
  const first = createFakeTable({ ann: lookFirst(held.act) }, { ...options, store: mortal.store })
  const { sessionId } = await first.start({ topic: 'Tea?', rounds: 2 })
  await held.begun
  mortal.die()
  const second = createFakeTable({ ann: lookFirst(() => say('Tea')) }, { ...options, store })
  onTestFinished(() => second.close())
  await vi.waitFor(async () => expect((await second.get(sessionId)).rounds[0]?.endedAt).toBeDefined(), 10_000)
  expect(calls).toEqual(['tea'])
  const [use] = (await second.get(sessionId)).responses[0]!.toolUses
  expect(use?.result).toMatchObject({
    success: true,
    data: expect.stringMatching(/^"x+… \[shortened: \d+ more characters\]$/),
  })
})
