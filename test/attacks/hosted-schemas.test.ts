import { type JsonSchema, runTool, succeeded } from '@sweatpants/framework'
import { connectMcp } from '@sweatpants/framework/mcp'
import { expect, test } from 'vitest'
import { processorTime } from '../processor-time.ts'
import { REFUSED, SLOW } from './hostile-schemas.ts'
import { said, startHostile } from './hostile-server.ts'

/** Milliseconds of processor time for one check. */
const SOON = 2_000

const plain = { name: 'plain', inputSchema: { type: 'object' } }

const timed = async <T>(work: () => Promise<T>): Promise<T> => {
  let result: T | undefined
  const taken = await processorTime(async () => {
    result = await work()
  })
  expect(taken).toBeLessThan(SOON)
  return result!
}

test.each(REFUSED)('a tool with %s is refused by name, and the other tools are served', async (_, schema, reason) => {
  await using hostile = await startHostile([
    { name: 'input', inputSchema: schema },
    { name: 'output', inputSchema: { type: 'object' }, outputSchema: schema },
    plain,
  ])
  await using server = await timed(() => connectMcp({ url: hostile.url, onError() {} }))
  expect(server.tools.map(({ name }) => name)).toEqual(['plain'])
  expect(server.refused).toEqual([
    { name: 'input', reason: expect.stringMatching(reason) },
    { name: 'output', reason: expect.stringMatching(reason) },
  ])
})

test.each(SLOW)('a call ends soon with %s', async (_, schema, value) => {
  await using hostile = await startHostile([{ name: 'slow', inputSchema: { type: 'object', ...schema } }])
  await using server = await connectMcp({ url: hostile.url, onError() {} })
  const run = () => runTool(server.tools[0]!, value as JsonSchema, { peer: { answer: () => succeeded({}) } })
  expect(['completed', 'failed']).toContain((await timed(run)).type)
})

test('a result that cannot be checked against its schema fails its call', async () => {
  const [, schema, value] = SLOW[0]!
  const tool = { ...plain, outputSchema: { type: 'object', ...schema } }
  await using hostile = await startHostile([tool], ({ method, result }) => {
    if (method !== 'tools/call') return false
    result({ ...said('done'), structuredContent: value })
  })
  await using server = await connectMcp({ url: hostile.url, onError() {} })
  const ended = await timed(() => runTool(server.tools[0]!, {}, { peer: { answer: () => succeeded({}) } }))
  expect(ended).toMatchObject({
    type: 'failed',
    error: { message: expect.stringContaining('more than 400000 steps') },
  })
})

test.each(REFUSED)('a question with %s is not asked, and its call fails', async (_, schema) => {
  await using hostile = await startHostile([plain], ({ method, result }) => {
    if (method !== 'tools/call') return false
    const params = { mode: 'form', message: 'Well?', requestedSchema: { properties: {}, ...schema } }
    result({ resultType: 'input_required', inputRequests: { q: { method: 'elicitation/create', params } } })
  })
  await using server = await connectMcp({ url: hostile.url, onError() {} })
  const asked: unknown[] = []
  const peer = { answer: (effect: unknown) => succeeded(void asked.push(effect)) }
  const ended = await timed(() => runTool(server.tools[0]!, {}, { peer }))
  expect(ended).toMatchObject({
    type: 'failed',
    error: { message: expect.stringContaining('plain of hostile failed') },
  })
  expect(asked).toEqual([])
})

test('the limits of a schema can be changed', async () => {
  await using hostile = await startHostile([
    { name: 'wide', inputSchema: { type: 'object', properties: { a: {}, b: {}, c: {} } } },
    plain,
  ])
  await using server = await connectMcp({ url: hostile.url, limits: { schema: { properties: 2 } }, onError() {} })
  expect(server.refused).toEqual([{ name: 'wide', reason: 'its schema has more than 2 members of properties' }])
})
