import { createMcpTool, type JsonSchema, jsonSchema, type McpTool, ToolDefinitionError } from '@sweatpants/framework'
import { serveMcp } from '@sweatpants/framework/mcp'
import fc from 'fast-check'
import { describe, expect } from 'vitest'
import { type FormField, formField } from './fuzz/form-field.ts'
import { fuzz } from './fuzz/fuzz.ts'
import { mutated } from './fuzz/mutate.ts'
import { junk, NASTY_TEXTS, nastyText } from './fuzz/nasty.ts'
import { type Reply, toRequest } from './mcp/rpc.ts'
import { processorTime } from './processor-time.ts'

function createAsker(schema: JsonSchema): McpTool {
  return createMcpTool('asker')
    .elicits({ question: { response: jsonSchema(schema) } })
    .execute(function* (_, ctx) {
      const answer = yield* ctx.elicit('question', { message: 'Well?' })
      return JSON.stringify(answer.action === 'accept' ? answer.content : answer.action)
    })
    .build()
}

/** Calls the tool with an answer to its question, over MCP. */
async function answer(schema: JsonSchema, question: unknown): Promise<Reply> {
  const errors: unknown[] = []
  const server = serveMcp({
    name: 'asker',
    version: '1',
    tools: [createAsker(schema)],
    onError: (error) => errors.push(error),
  })
  const { headers, body } = toRequest('tools/call', { name: 'asker', inputResponses: { question } })
  const response = await server.fetch(
    new Request('http://localhost/mcp', { method: 'POST', headers, body: JSON.stringify(body) }),
  )
  const reply = { status: response.status, ...((await response.json()) as object) } as Reply
  await server.close()
  expect(errors).toEqual([])
  expect(reply.error).toBeUndefined()
  return reply
}

/** A form of some fields, some of which must be filled in. */
const form = fc
  .uniqueArray(fc.tuple(fc.stringMatching(/^[a-z][\w ]{0,8}$/), formField, fc.boolean()), {
    minLength: 1,
    maxLength: 5,
    selector: ([name]) => name,
  })
  .map((fields) => ({
    fields,
    schema: {
      type: 'object',
      properties: Object.fromEntries(fields.map(([name, { schema }]) => [name, schema])),
      required: fields.filter(([, , required]) => required).map(([name]) => name),
    },
  }))

const valuesOf = (fields: readonly [string, FormField, boolean][], wrong?: string) =>
  Object.fromEntries(fields.map(([name, { valid, invalid }]) => [name, name === wrong ? invalid : valid]))

describe('an answer', () => {
  fuzz(
    'that fits its form reaches the tool as it was given',
    fc.tuple(form, fc.boolean()),
    async ([{ fields, schema }, onlyRequired]) => {
      const given = valuesOf(onlyRequired ? fields.filter(([, , required]) => required) : fields)
      const { result } = await answer(schema, { action: 'accept', content: given })
      expect(result?.resultType, JSON.stringify(result)).toBe('complete')
      expect(JSON.parse(result?.content?.[0]?.text ?? '')).toEqual(JSON.parse(JSON.stringify(given)))
    },
    { runs: 200 },
  )

  fuzz(
    'with a field that does not fit is asked for again, with the reason',
    form.chain(({ fields, schema }) =>
      fc.record({
        fields: fc.constant(fields),
        schema: fc.constant(schema),
        wrong: fc.constantFrom(...fields.map(([name]) => name)),
      }),
    ),
    async ({ fields, schema, wrong }) => {
      const { result } = await answer(schema, { action: 'accept', content: valuesOf(fields, wrong) })
      expect(result?.inputRequests?.question?.params.message).toContain('The last answer was refused')
      expect(result?.inputRequests?.question?.params.message).toContain(wrong)
    },
    { runs: 200 },
  )

  fuzz(
    'that is none is asked for again or told in words, and never breaks anything',
    fc.tuple(form, fc.oneof(junk, mutated({ action: 'accept', content: { a: 1 } }))),
    async ([{ schema }, given]) => {
      const { result } = await answer(schema, given)
      if (result?.isError) expect(result.content?.[0]?.text).toContain('question')
      else expect(['complete', 'input_required']).toContain(result?.resultType)
    },
    { runs: 200 },
  )
})

const FORMATS = [
  'date',
  'time',
  'date-time',
  'duration',
  'uri',
  'uri-reference',
  'uri-template',
  'url',
  'email',
  'hostname',
  'ipv4',
  'ipv6',
  'regex',
  'uuid',
  'json-pointer',
  'relative-json-pointer',
  'json-pointer-uri-fragment',
  'iri',
  'no such format',
]
const UNITS = ['a', '0', '.', '-', '@', ':', '/', '%', 'a.', 'a@', '0:', '::', '{', '~1', 'P1', '[', '(', 'é', '"', 'T']

describe('a form', () => {
  fuzz(
    'that was made of anything is one, or is refused when its tool is built',
    mutated(
      {
        type: 'object',
        properties: {
          a: { $ref: '#/$defs/x' },
          b: { anyOf: [{ const: 'x' }, { const: 'y', title: 'Y' }] },
          c: { allOf: [{ type: 'string' }] },
        },
        required: ['a'],
        $defs: { x: { type: 'string', enum: ['p', 'q'] } },
      },
      3,
    ),
    (schema) => {
      if (typeof schema !== 'object' || schema === null) return
      try {
        createAsker(schema as JsonSchema)
      } catch (error) {
        if (!(error instanceof ToolDefinitionError)) throw error
      }
    },
    { runs: 500, examples: [{ type: 'object', properties: { a: { $ref: '#/%ff' } } }] },
  )

  fuzz(
    'of any format refuses or takes long texts in little time',
    fc.tuple(
      fc.constantFrom(...FORMATS),
      fc.oneof(
        nastyText,
        fc
          .tuple(fc.constantFrom(...UNITS), fc.constantFrom(...UNITS, '!', ''))
          .map(([unit, end]) => unit.repeat(20_000 / unit.length) + end),
      ),
    ),
    async ([format, text]) => {
      const taken = await processorTime(() => void jsonSchema({ type: 'string', format })['~standard'].validate(text))
      expect(taken, `${format} of ${JSON.stringify(text.slice(0, 20))}`).toBeLessThan(2_000)
    },
    {
      runs: 200,
      examples: FORMATS.flatMap((format) => NASTY_TEXTS.slice(-4).map((text): [string, string] => [format, text])),
    },
  )
})
