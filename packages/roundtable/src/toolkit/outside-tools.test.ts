import { createMcpTool, type ToolAnnotations } from '@sweatpants/framework'
import { createMemoryStore, type Store } from '@sweatpants/framework/log'
import { createMortalStore } from '@sweatpants/framework/testing'
import { expect, onTestFinished, test, vi } from 'vitest'
import { z } from 'zod'
import { type Act, createFakeTable, createHeld, type FakeTable, say } from '../debate/fixtures/fake-table.ts'
import { openProcess, setTable } from '../debate/fixtures/set-table.ts'

const createLookUp = (annotations: ToolAnnotations = {}, onCall = () => {}) => {
  const calls: string[] = []
  const tool = createMcpTool('look_up')
    .description('Looks a word up.')
    .annotations(annotations)
    .parameters(z.object({ what: z.string() }))
    .execute(function* ({ what }) {
      calls.push(what)
      onCall()
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
  const { tool, calls } = createLookUp()
  const held = createHeld(say('Tea'))
  const options = { tools: [tool], leaseTtl: 300 }
  const first = openProcess(store, { ann: lookFirst(held.act) }, options)
  const { sessionId } = await first.table.start({ topic: 'Tea?', rounds: 2 })
  await held.begun
  first.kill()
  const second = setTable({ ann: lookFirst(() => say('Tea')) }, { ...options, store })
  await vi.waitFor(async () => expect((await second.get(sessionId)).rounds[0]?.endedAt).toBeDefined(), 10_000)
  expect(calls).toEqual(['tea'])
  const [use] = (await second.get(sessionId)).responses[0]!.toolUses
  expect(use?.result).toMatchObject({
    success: true,
    data: expect.stringMatching(/^"x+… \[shortened: \d+ more characters\]$/),
  })
})

/** Plays a round in which so many processes are killed while the tool runs. Returns the calls of the tool, and what the seat reads. */
async function killInside(annotations: ToolAnnotations, kills: number) {
  const store = createMemoryStore()
  const options = { leaseTtl: 300, onError: () => {} }
  let kill = () => {}
  const { tool, calls } = createLookUp(annotations, () => kill())
  const open = (opened: Store) =>
    createFakeTable({ ann: lookFirst(() => say('Tea')) }, { ...options, tools: [tool], store: opened })
  let sessionId: string | undefined
  for (let killed = 0; killed < kills; killed++) {
    const mortal = createMortalStore(store)
    kill = mortal.die
    const table = open(mortal.store)
    sessionId ??= (await table.start({ topic: 'Tea?', rounds: 1 })).sessionId
    await mortal.dead
  }
  kill = () => {}
  const last = open(store)
  onTestFinished(() => last.close())
  await vi.waitFor(async () => expect((await last.get(sessionId!)).rounds[0]?.endedAt).toBeDefined(), 10_000)
  const [use] = (await last.get(sessionId!)).responses[0]!.toolUses
  return { calls: calls.length, result: use?.result }
}

const unknownOutcome = {
  success: false,
  error: 'the call of look_up was interrupted; its outcome is unknown, and it is not sent again',
}

test('a tool that was running when the process was killed is not called again, and the seat reads that its outcome is unknown', async () => {
  expect(await killInside({}, 1)).toEqual({ calls: 1, result: unknownOutcome })
})

test.each<ToolAnnotations>([{ readOnlyHint: true }, { idempotentHint: true }])(
  'a tool with %o that was running when the process was killed is called again once',
  async (annotations) => {
    expect(await killInside(annotations, 1)).toMatchObject({ calls: 2, result: { success: true } })
    expect(await killInside(annotations, 2)).toEqual({ calls: 2, result: unknownOutcome })
  },
)

test('a seat does not call a tool of another server that has the same name after a restart', async () => {
  const store = createMemoryStore()
  const chosen = createLookUp()
  const other = createLookUp()
  const held = createHeld(say('Tea'))
  const first = openProcess(store, { ann: held.act }, { tools: [{ ...chosen.tool, version: 'y' }] })
  const { sessionId } = await first.table.start({ topic: 'Tea?', rounds: 2, tools: ['look_up'] })
  expect((await first.table.get(sessionId)).tools).toEqual([{ name: 'look_up', version: 'y' }])
  await held.begun
  first.kill()
  const tools = [{ ...other.tool, version: 'x' }]
  const second = setTable({ ann: lookFirst(() => say('Tea')) }, { leaseTtl: 300, tools, store })
  await vi.waitFor(async () => expect((await second.get(sessionId)).rounds[0]?.endedAt).toBeDefined(), 10_000)
  const [use] = (await second.get(sessionId)).responses[0]!.toolUses
  expect(use?.result).toEqual({ success: false, error: 'look_up is not connected any more; answer without it' })
  await second.finish(await second.continue(sessionId), { signal: new AbortController().signal })
  expect(offeredIn(second)).toEqual([true, true, false, false])
  expect([...chosen.calls, ...other.calls]).toEqual([])
})

/** Whether the tool was offered, by request to a seat. */
const offeredIn = ({ asked }: FakeTable): boolean[] =>
  asked.flatMap(({ request: { tools } }) => (tools === undefined ? [] : [tools.some((one) => one.name === 'look_up')]))

test('a start that is repeated returns its debate while the server of its tool and its document is away', async () => {
  const { tool } = createLookUp()
  let isAway = false
  const readResource = async () => {
    if (isAway) throw new Error('the server is away')
    return Buffer.from('Tea is hot.')
  }
  const tools = () => (isAway ? [] : [tool])
  const table = setTable({ ann: () => say('Tea') }, { tools, readResource })
  const input = { topic: 'Tea?', rounds: 1, tools: ['look_up'], attachments: [{ name: 'tea.md', uri: 'notes://tea' }] }
  const start = (commandId: string) => table.start(input, { sessionId: commandId, commandId })
  const begun = await start('one')
  isAway = true
  expect(await start('one')).toEqual(begun)
  await expect(start('two')).rejects.toThrow('there is no tool look_up; no tool is connected')
})

test('a round goes on with the tools that it began with after a kill, and a call of one whose server is gone fails', async () => {
  const store = createMemoryStore()
  const { tool } = createLookUp()
  const held = createHeld(say('Tea'))
  const first = openProcess(store, { ann: () => say('Tea'), bob: held.act }, { tools: () => [tool] })
  const { sessionId } = await first.table.start({ topic: 'Tea?', rounds: 2 })
  await held.begun
  await vi.waitFor(async () => expect((await first.table.get(sessionId)).responses).toHaveLength(1))
  first.kill()
  const acts = { ann: () => say('Tea'), bob: lookFirst(() => say('Tea')) }
  const second = setTable(acts, { leaseTtl: 300, tools: () => [], store })
  await vi.waitFor(async () => expect((await second.get(sessionId)).rounds[0]?.endedAt).toBeDefined(), 10_000)
  const { responses } = await second.get(sessionId)
  expect(responses).toHaveLength(2)
  expect(responses.flatMap(({ toolUses }) => toolUses)).toMatchObject([
    { name: 'look_up', result: { success: false, error: 'look_up is not connected any more; answer without it' } },
  ])
})

test('a debate begins with the search and the tools of the defaults, unless its caller says otherwise', async () => {
  const { tool } = createLookUp()
  const tools = [tool, { ...tool, name: 'count' }]
  const table = createFakeTable({ ann: () => say('Tea') }, { tools, defaults: { webSearch: true, tools: ['count'] } })
  const topic = 'Tea?'
  const silent = await table.start({ topic, rounds: 1 })
  expect(await table.get(silent.sessionId)).toMatchObject({ webSearch: true, tools: [{ name: 'count' }] })
  const explicit = await table.start({ topic, rounds: 1, webSearch: false, tools: ['look_up'] })
  const { webSearch, tools: chosen } = await table.get(explicit.sessionId)
  expect({ webSearch, chosen }).toEqual({ webSearch: undefined, chosen: [{ name: 'look_up' }] })
})
