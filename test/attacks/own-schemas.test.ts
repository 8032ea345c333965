import { createMcpTool, type JsonSchema, jsonSchema } from '@sweatpants/framework'
import { serveMcp } from '@sweatpants/framework/mcp'
import { expect, onTestFinished, test } from 'vitest'
import { request } from '../mcp/rpc.ts'
import { processorTime } from '../processor-time.ts'

/** Milliseconds of the processor for one call. Without a bound, each takes from ten seconds to hours. */
const SOON = 4_000

const numbers = Array.from({ length: 100_000 }, (_, index) => index)

const title = (index: number) => ({ const: `value ${index}`, title: `Value ${index}` })

/** Raw schemas that authors write, and a value that a client sends. */
const SCHEMAS: [string, JsonSchema, unknown, RegExp][] = [
  ['unique items', { type: 'array', uniqueItems: true }, numbers, /accepted/],
  [
    'unique items below an $id',
    { $id: 'https://own.example/list', type: 'array', uniqueItems: true },
    numbers,
    /accepted/,
  ],
  [
    'unique items behind a dynamic reference',
    { $defs: { list: { $dynamicAnchor: 'list', uniqueItems: true } }, type: 'array', $dynamicRef: '#list' },
    numbers,
    /accepted/,
  ],
  ['equal items', { type: 'array', uniqueItems: true }, [...numbers, 0], /must not have equal items/],
  [
    'a list of choices with titles',
    { type: 'array', items: { anyOf: Array.from({ length: 50 }, (_, index) => title(index)) } },
    numbers,
    /does not match any/,
  ],
  [
    'a recursive union',
    {
      oneOf: ['and', 'or', 'not'].map((name) => ({
        type: 'object',
        properties: { inner: { $ref: '#/properties/value' }, name: { const: name } },
      })),
    },
    numbers.slice(0, 100).reduce<unknown>((inner) => ({ inner, name: 'or' }), {}),
    /more than 2000000 steps/,
  ],
]

test.each(SCHEMAS)('arguments against %s are checked with a bounded amount of work', async (_, value, sent, reply) => {
  const tool = createMcpTool('take')
    .parameters(jsonSchema({ type: 'object', properties: { value } }))
    .execute(function* () {
      return 'accepted'
    })
    .build()
  const server = serveMcp({ name: 'own', version: '1', tools: [tool] })
  const { url, close } = await server.listen()
  onTestFinished(async () => {
    await server.close()
    await close()
  })
  let text = ''
  const taken = await processorTime(async () => {
    const { content } = await request(url, 'tools/call', { name: 'take', arguments: { value: sent } })
    text = content![0]!.text
  })
  expect(text).toMatch(reply)
  expect(taken).toBeLessThan(SOON)
})
