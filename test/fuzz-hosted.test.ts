import { Validator } from '@cfworker/json-schema'
import { type JsonSchema, jsonSchema, runTool, type Schema, SweatpantsError, succeeded } from '@sweatpants/framework'
import { connectMcp, HostedConnectError, type HostedLimits } from '@sweatpants/framework/mcp'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect } from 'vitest'
import { foreignSchema } from '../packages/framework/src/tools/schema.ts'
import { surveySchema } from '../packages/framework/src/tools/survey-schema.ts'
import { deepValue, REFUSED, SLOW } from './attacks/hostile-schemas.ts'
import { fuzz } from './fuzz/fuzz.ts'
import { mutated } from './fuzz/mutate.ts'
import { ABYSS, junk, NASTY_VALUES, nastyText } from './fuzz/nasty.ts'
import { type OddReplies, type OddReply, type OddServer, startOddServer } from './fuzz/odd-server.ts'
import { watchResources } from './fuzz/open-resources.ts'
import { jsonSchema as foreign, schemaValue } from './fuzz/schemas.ts'
import { processorTime } from './processor-time.ts'

const tools = [
  {
    name: 'look',
    title: 'Look',
    description: 'Looks',
    inputSchema: { type: 'object', properties: { where: { type: 'string' } } },
    outputSchema: { type: 'object', properties: { seen: { type: 'string' } }, required: ['seen'] },
    annotations: { readOnlyHint: true, title: 'Look' },
  },
  { name: 'plain', inputSchema: { type: 'object' } },
]

const result = (value: unknown): OddReply => ({ type: 'result', value })

const called = {
  resultType: 'complete',
  content: [
    { type: 'text', text: 'a tree' },
    { type: 'image', data: 'AAAA', mimeType: 'image/png' },
  ],
  structuredContent: { seen: 'a tree' },
  isError: false,
}

const asked = {
  resultType: 'input_required',
  inputRequests: {
    where: {
      method: 'elicitation/create',
      params: {
        mode: 'form',
        message: 'Where?',
        requestedSchema: {
          type: 'object',
          properties: { place: { type: 'string', title: 'Place' } },
          required: ['place'],
        },
      },
    },
  },
  requestState: 'one',
}

const rev2026 = {
  'server/discover': {
    resultType: 'complete',
    supportedVersions: ['2026-07-28'],
    capabilities: { tools: { listChanged: true } },
    serverInfo: { name: 'odd', version: '1' },
    _meta: { 'io.modelcontextprotocol/serverInfo': { name: 'odd', version: '1' } },
    ttlMs: 0,
    cacheScope: 'private',
  },
  'tools/list': { resultType: 'complete', tools, ttlMs: 0, cacheScope: 'private' },
}

const rev2025 = {
  initialize: {
    protocolVersion: '2025-11-25',
    capabilities: { tools: {} },
    serverInfo: { name: 'odd', version: '1' },
    instructions: 'None.',
  },
  'tools/list': { tools, nextCursor: undefined },
}

const PROPER: readonly Readonly<Record<string, object>>[] = [
  { ...rev2026, 'tools/call': called },
  { ...rev2026, 'tools/call': asked },
  { ...rev2025, 'tools/call': called },
]

const body = fc.record({
  type: fc.constant('body' as const),
  status: fc.constantFrom(200, 200, 400, 401, 403, 404, 405, 410, 418, 429, 500, 503),
  contentType: fc.constantFrom('application/json', 'text/event-stream', 'text/html', 'application/octet-stream', ''),
  body: fc.oneof(nastyText, fc.constantFrom('{"jsonrpc":"2.0"', 'data: {\n\n', 'data: null\n\n', '<h1>no</h1>')),
})

/** A body that never ends: events of every shape, JSON, and text that is neither. */
const endless = fc.record({
  type: fc.constant('endless' as const),
  status: fc.constantFrom(200, 200, 200, 404, 500),
  contentType: fc.constantFrom('application/json', 'text/event-stream', 'text/event-stream', 'text/html'),
  chunk: fc.oneof(
    fc.constantFrom('data: x\n\n', ': \n', '\r\n\r\n', '\r\r', 'id: 1\n\n', 'retry: 0\n\n', '[', '{"jsonrpc":"2.0",'),
    nastyText.filter((text) => text !== ''),
    nastyText.map((text) => `data: ${text}\n\n`),
    fc.constant(
      `data: ${JSON.stringify({ jsonrpc: '2.0', method: 'notifications/progress', params: { progressToken: 1, progress: 1 } })}\n\n`,
    ),
  ),
})

const isObject = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** A proper server that answers one of its methods oddly. A result that is no object is no message, and waits for its time. */
const replies: fc.Arbitrary<OddReplies> = fc.constantFrom(...PROPER).chain((proper) =>
  fc.constantFrom(...Object.keys(proper)).chain((method) => {
    const odd: fc.Arbitrary<OddReply> = fc.oneof(
      { arbitrary: mutated(proper[method]!, 3).filter(isObject).map(result), weight: 8 },
      {
        arbitrary: mutated({ code: -32000, message: 'no', data: { a: 1 } }).map(
          (value): OddReply => ({
            type: 'error',
            value: { code: 1, message: 'no', ...(isObject(value) && { data: value }) },
          }),
        ),
        weight: 1,
      },
      { arbitrary: body, weight: 2 },
      { arbitrary: endless, weight: 2 },
      { arbitrary: fc.constant<OddReply>({ type: 'pages', value: proper[method]! }), weight: 1 },
    )
    return odd.map((reply) => ({
      ...asResults(proper),
      [method]: reply,
    }))
  }),
)

const asResults = (proper: Readonly<Record<string, object>>): Record<string, OddReply> =>
  Object.fromEntries(Object.entries(proper).map(([name, value]) => [name, result(value)]))

/** A proper server whose list of tools never ends. */
const WITH_PAGES: [OddReplies, boolean] = [
  { ...asResults(PROPER[0]!), 'tools/list': { type: 'pages', value: rev2026['tools/list'] } },
  false,
]

/** A proper server whose reply to a method never ends. */
const withEndless = (method: string, contentType: string, chunk: string): [OddReplies, boolean] => [
  { ...asResults(PROPER[0]!), [method]: { type: 'endless', status: 200, contentType, chunk } },
  false,
]

/** A proper server that answers a method with this, at once. */
const withReply = (method: string, value: unknown): [OddReplies, boolean] => [
  {
    ...asResults(PROPER[0]!),
    [method]: result(value),
  },
  false,
]

let checkResources: () => Promise<void>
let server: OddServer

beforeAll(async () => {
  checkResources = watchResources()
  server = await startOddServer()
})

afterAll(async () => {
  await server[Symbol.asyncDispose]()
  await checkResources()
})

/** So small that a reply without an end is cut at once, and large enough for every other reply. */
const limits: HostedLimits = { message: 500_000, reply: 1_000_000, messages: 200, pages: 10 }

/** Connects, calls every tool and disconnects. Every failure must be an error of the framework. */
async function host(): Promise<void> {
  let hosted: Awaited<ReturnType<typeof connectMcp>>
  try {
    hosted = await connectMcp({ url: server.url, name: 'odd', limits, onError() {} })
  } catch (error) {
    expect(error).toBeInstanceOf(HostedConnectError)
    return
  }
  try {
    for (const tool of hosted.tools.slice(0, 3)) {
      // The result of any request is among these.
      const peer = { answer: () => succeeded({ action: 'accept', content: { place: 'here' } }) }
      const ended = await runTool(tool, { where: 'here' }, { peer, signal: AbortSignal.timeout(1_000) })
      expect(['completed', 'failed', 'cancelled', 'parked']).toContain(ended.type)
      if (ended.type === 'failed') expect(ended.error).toBeInstanceOf(SweatpantsError)
    }
  } finally {
    await hosted.close()
  }
}

/** Whether a schema accepts a value; `undefined` if it cannot say. */
const accepts = (schema: Schema, value: unknown): boolean | undefined => {
  const { issues } = schema['~standard'].validate(value) as { issues?: readonly { message: string }[] }
  return issues?.some(({ message }) => message.includes('cannot be checked')) ? undefined : issues === undefined
}

/** Whether a validator of others accepts a value. It marks the schema that it is given. */
const isAccepted = (schema: JsonSchema, value: unknown): boolean =>
  new Validator(structuredClone(schema), '2020-12').validate(value).valid

describe('a schema of a hosted server', () => {
  fuzz(
    'accepts what a validator without limits accepts',
    fc.tuple(foreign, schemaValue),
    ([schema, value]) => {
      const isValid = isAccepted(schema, value)
      expect(accepts(foreignSchema(schema), value)).toBe(isValid)
      expect(accepts(jsonSchema(schema), value)).toBe(isValid)
    },
    { runs: 600 },
  )

  fuzz(
    'is surveyed and used within a second of processor time',
    fc.tuple(
      fc.oneof(mutated({ properties: { a: { allOf: [{ $ref: '#' }] } }, $defs: { d: {} } }, 3), foreign, junk),
      junk,
    ),
    async ([schema, value]) => {
      const taken = await processorTime(() => {
        try {
          surveySchema(schema)
          foreignSchema(schema as JsonSchema)['~standard'].validate(value)
        } catch (error) {
          expect(error).toBeInstanceOf(SweatpantsError)
        }
      })
      expect(taken).toBeLessThan(1_000)
    },
    {
      runs: 200,
      examples: [
        ...REFUSED.map(([, schema]): [unknown, unknown] => [schema, deepValue(40)]),
        ...SLOW.map(([, schema, value]): [unknown, unknown] => [schema, value]),
      ],
    },
  )
})

describe('a hosted server', () => {
  fuzz(
    'that answers oddly is refused, or its calls fail with an error of the framework',
    fc.tuple(replies, fc.boolean()),
    async ([odd, streams]) => {
      server.replies = odd
      server.streams = streams
      await host()
    },
    {
      runs: 40,
      examples: [
        ...['server/discover', 'tools/list', 'tools/call'].flatMap((method) => [
          withEndless(method, 'application/json', '['.repeat(10_000)),
          withEndless(method, 'text/event-stream', 'data: {}\n\n'),
          withEndless(method, 'text/event-stream', `data: ${'x'.repeat(10_000)}\n`),
        ]),
        WITH_PAGES,
        ...NASTY_VALUES.filter(isObject).flatMap((value) => [
          withReply('tools/list', value),
          withReply('tools/call', value),
        ]),
        withReply('server/discover', {
          ...rev2026['server/discover'],
          capabilities: { tools: {}, experimental: ABYSS },
        }),
        withReply('tools/list', {
          ...rev2026['tools/list'],
          tools: [{ name: 'deep', inputSchema: { type: 'object', properties: ABYSS } }],
        }),
        withReply('tools/list', {
          ...rev2026['tools/list'],
          tools: [{ ...tools[1], _meta: { deep: ABYSS }, annotations: { deep: ABYSS } }],
        }),
        withReply('tools/list', {
          ...rev2026['tools/list'],
          tools: [{ ...tools[1], inputSchema: { type: 'object', not: ABYSS, default: ABYSS } }],
        }),
        withReply('tools/list', {
          ...rev2026['tools/list'],
          tools: [{ ...tools[1], outputSchema: { type: 'object', properties: { a: { const: ABYSS } } } }],
        }),
        withReply('tools/call', { ...called, structuredContent: { seen: ABYSS } }),
        withReply('tools/call', { ...called, content: [{ type: 'text', text: 'x', _meta: { deep: ABYSS } }] }),
        withReply('tools/call', { ...asked, inputRequests: { where: ABYSS } }),
        withReply('tools/call', {
          ...asked,
          inputRequests: {
            where: {
              ...asked.inputRequests.where,
              params: {
                ...asked.inputRequests.where.params,
                requestedSchema: { type: 'object', properties: { a: { type: 'string', default: ABYSS } } },
              },
            },
          },
        }),
      ],
    },
  )
})
