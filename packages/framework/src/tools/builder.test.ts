import { toStandardJsonSchema } from '@valibot/to-json-schema'
import * as v from 'valibot'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { createTool } from './browser-tool.ts'
import { createMcpTool } from './builder.ts'
import { describe as toShown } from './describe.ts'
import { ToolDefinitionError } from './errors.ts'
import { deferred } from './outcome.ts'
import { runTool } from './run-tool.ts'
import { jsonSchema, SOME_SCHEMA } from './schema.ts'

type Call = (...values: unknown[]) => Draft
type Draft = Record<string, Call> & { build(): Draft }

/** A draft as JavaScript sees it, without the types that would refuse what is tried here. */
const draft = (name: unknown = 'book') => createMcpTool(name as string) as unknown as Draft

const body = function* () {}
const response = z.object({ ok: z.boolean() })
const trip = z.object({ from: z.string() })
const found = z.object({ id: z.string() })

const LIMITS = 'an object of maxDepth (from 0 on), maxTokens, timeout or cleanup (above 0)'

const settings = {
  description: 'Book a flight',
  parameters: trip,
  elicits: { confirm: { response } },
  output: found,
  annotations: { readOnlyHint: true },
  requires: { elicitation: true },
  limits: { maxDepth: 3, maxTokens: 1000, timeout: 60_000 },
  task: 'auto',
  approval: 'confirm',
  carrier: 'stored',
  version: '2',
  icons: [{ src: 'https://example.com/plane.svg' }],
  meta: { 'com.example/team': 'travel' },
  view: new URL('./ticket.tsx', import.meta.url),
}

function buildWith(keys: string[]): Draft {
  let tool = draft()
  for (const key of keys) tool = tool[key]!(settings[key as keyof typeof settings])
  return tool.execute!(body).build()
}

describe('a tool', () => {
  const keys = Object.keys(settings)

  it('has its settings in any order', () => {
    const expected = { name: 'book', ...settings, execute: body }
    for (let first = 0; first < keys.length; first++) {
      const order = [...keys.slice(first), ...keys.slice(0, first)]
      expect(buildWith(order)).toMatchObject(expected)
      expect(buildWith(order.reverse())).toMatchObject(expected)
    }
  })

  it('has defaults for missing settings', () => {
    const { execute, ...rest } = createMcpTool('book').execute(body).build()
    expect(rest).toEqual({
      name: 'book',
      description: undefined,
      parameters: undefined,
      elicits: {},
      questions: {},
      output: undefined,
      annotations: undefined,
      requires: {},
      limits: {},
      task: 'never',
      approval: 'none',
      carrier: 'auto',
      version: undefined,
      earlier: [],
    })
    expect(execute).toBe(body)
  })

  it('is frozen', () => {
    const tool = createMcpTool('book').execute(body).build()
    expect(Object.isFrozen(tool)).toBe(true)
    expect(() => Object.assign(tool, { name: 'other' })).toThrow(TypeError)
  })

  const CONFIRM = new URL('./confirm.tsx', import.meta.url)

  it('knows the wire schema of each question', () => {
    const { questions } = createMcpTool('book')
      .elicits({ confirm: { response, expiresIn: 1000, mustAsk: true, by: 'host', view: CONFIRM } })
      .execute(body)
      .build()
    expect(questions.confirm).toMatchObject({
      key: 'confirm',
      schema: { type: 'object', properties: { ok: { type: 'boolean' } }, required: ['ok'] },
      expiresIn: 1000,
      mustAsk: true,
      by: 'host',
      view: CONFIRM,
    })
  })

  it('leaves the draft it was made from as it was', () => {
    const base = createMcpTool('book').description('Book a flight')
    const one = base.version('1').execute(body).build()
    const two = base.version('2').execute(body).build()
    expect([one.version, two.version, base.execute(body).build().version]).toEqual(['1', '2', undefined])
  })
})

describe('a name', () => {
  it.each(['a', 'book_flight', 'Book-Flight-v2', '7', 'x'.repeat(64)])('may be %s', (name) => {
    expect(draft(name).execute!(body).build().name).toBe(name)
  })

  it.each([
    ['empty', '', '""'],
    ['with a space', 'book flight', '"book flight"'],
    ['with a slash', 'a/b', '"a/b"'],
    ['with a line at its end', 'book\n', '"book\\n"'],
    ['too long', 'x'.repeat(129), `"${'x'.repeat(129)}"`],
    ['missing', null, 'null'],
    ['a number', 7, '7'],
  ])('may not be %s', (_, name, shown) => {
    const message = `a tool's name is 1 to 64 letters, digits, "_" or "-", which all providers of models accept, not ${shown}`
    expect(() => draft(name)).toThrow(new ToolDefinitionError(message))
    expect(() => createTool(name as string)).toThrow(new ToolDefinitionError(message))
  })
})

describe('a setting', () => {
  it.each(Object.entries(settings))('%s is given once', (key, value) => {
    const once = draft()[key]!(value)
    expect(() => once[key]!(value)).toThrow(new ToolDefinitionError(`tool "book" was given .${key} twice`))
  })

  it.each<[string, unknown, string, string]>([
    ['description', 7, '7', 'text'],
    ['description', undefined, 'undefined', 'text'],
    ['parameters', { from: 'string' }, '{"from":"string"}', SOME_SCHEMA],
    ['parameters', null, 'null', SOME_SCHEMA],
    ['output', () => found, 'a function', SOME_SCHEMA],
    ['elicits', 'confirm', '"confirm"', 'an object of { response, … } by key'],
    ['elicits', null, 'null', 'an object of { response, … } by key'],
    ['elicits', [], '[]', 'an object of { response, … } by key'],
    ['annotations', 'read-only', '"read-only"', 'an object with a title and hints that are true or false'],
    ['requires', 'elicitation', '"elicitation"', '{ elicitation?: boolean, sampling?: boolean }'],
    ['requires', { elicit: true }, '{"elicit":true}', '{ elicitation?: boolean, sampling?: boolean }'],
    ['limits', 5, '5', LIMITS],
    ['limits', { timeout: 0 }, '{"timeout":0}', LIMITS],
    ['limits', { maxTokens: -1 }, '{"maxTokens":-1}', LIMITS],
    ['limits', { timeout: 'a minute' }, '{"timeout":"a minute"}', LIMITS],
    ['limits', { timeOut: 5 }, '{"timeOut":5}', LIMITS],
    ['task', 'sometimes', '"sometimes"', "'never' or 'auto' or 'required'"],
    ['task', true, 'true', "'never' or 'auto' or 'required'"],
    ['approval', 'yes', '"yes"', "'none' or 'confirm'"],
    ['carrier', 'sealed', '"sealed"', "'auto' or 'stored'"],
    ['version', 2, '2', 'text'],
    [
      'icons',
      [{ src: 'plane.svg' }],
      '[{"src":"plane.svg"}]',
      'a list of { src, mimeType?, sizes?, theme? }, where src is an https: or data: URL',
    ],
    ['meta', 'travel', '"travel"', 'an object'],
    ['view', './ticket.tsx', '"./ticket.tsx"', "the file of a component: new URL('./file.tsx', import.meta.url)"],
  ])('%s is not %j', (key, value, shown, wanted) => {
    expect(() => draft()[key]!(value)).toThrow(
      new ToolDefinitionError(`tool "book" was given a wrong .${key}: ${shown}; it takes ${wanted}`),
    )
  })
})

describe('a body', () => {
  it('must be there', () => {
    const problem = new ToolDefinitionError('tool "book" has no body; call .execute(…) or .handoff(…) before .build()')
    expect(() => draft().build()).toThrow(problem)
    expect(() => draft().description!('Book a flight').build()).toThrow(problem)
    expect(() => (createTool('book') as unknown as Draft).build()).toThrow(problem)
  })

  it.each([undefined, null, 'function', {}])('must be a function, not %j', (wrong) => {
    expect(() => draft().execute!(wrong)).toThrow(
      new ToolDefinitionError('tool "book" needs a generator function: .execute(function* (params, ctx) { … })'),
    )
  })

  it.each([
    ['before', { *client() {}, *after() {} }],
    ['client', { *before() {}, *after() {} }],
    ['after', { *before() {}, *client() {}, after: 7 }],
    ['before', undefined],
  ])('in three parts needs all three: %s is missing', (part, handoff) => {
    expect(() => draft().handoff!(handoff)).toThrow(
      new ToolDefinitionError(`tool "book": .handoff takes { *before, *client, *after }; ${part} is missing`),
    )
  })

  it.each([
    ['an async function', async () => 7],
    ['an async generator', async function* () {}],
    ['a plain function', () => 7],
  ])('that is %s fails with what a body is when it runs', async (_, wrong) => {
    const tool = createMcpTool('book')
      .execute(wrong as never)
      .build()
    const result = await runTool(tool, {}, { peer: { answer: () => deferred } })
    expect(result).toMatchObject({ type: 'failed', error: { name: 'ToolUsageError' } })
    expect(result.type === 'failed' && result.error.message).toContain('function*')
  })
})

describe('an elicit', () => {
  const elicit = (key: string, definition: unknown) => () => draft().elicits!({ [key]: definition })

  it.each(['a', 'pickMove', 'Pick_Move_2', 'toString'])('may have the key %s', (key) => {
    expect(elicit(key, { response })).not.toThrow()
  })

  it.each(['', '2nd', '_private', '__handoff__', '__x', 'pick-move', 'pick move', 'über'])(
    'may not have the key "%s"',
    (key) => {
      expect(elicit(key, { response })).toThrow(
        new ToolDefinitionError(
          `tool "book" has the elicit key "${key}"; a key begins with a letter and has letters, digits and "_"`,
        ),
      )
    },
  )

  it.each([
    ['nothing', {}],
    ['a schema in its place', response],
    ['something that is not a schema', { response: { ok: 'boolean' } }],
    ['null', null],
    ['text', 'confirm'],
  ])('needs a response, not %s', (_, definition) => {
    expect(elicit('confirm', definition)).toThrow(
      new ToolDefinitionError(`elicit "confirm" needs a response: ${SOME_SCHEMA}`),
    )
  })

  it('needs a context that is a schema', () => {
    expect(elicit('confirm', { response, context: { board: [] } })).toThrow(
      new ToolDefinitionError(`elicit "confirm": context is ${SOME_SCHEMA}, not an Object`),
    )
  })

  it.each([
    ['zod', z.object({ message: z.string() })],
    ['valibot', toStandardJsonSchema(v.object({ message: v.optional(v.string()) }))],
    ['raw', jsonSchema({ type: 'object', properties: { message: {} } })],
  ])('refuses a context field named message, in a schema of %s', (_, context) => {
    expect(elicit('confirm', { response, context })).toThrow(
      new ToolDefinitionError(
        'elicit "confirm": a context field cannot be named "message", which is what the person reads',
      ),
    )
  })

  it('may have a context without fields', () => {
    expect(elicit('confirm', { response, context: jsonSchema({ type: 'object' }) })).not.toThrow()
  })

  it.each([0, -1, Number.NaN, 'soon', null])('does not expire in %s', (expiresIn) => {
    expect(elicit('confirm', { response, expiresIn })).toThrow(
      new ToolDefinitionError(
        `elicit "confirm": expiresIn is a positive number of milliseconds, not ${toShown(expiresIn)}`,
      ),
    )
  })

  it.each([
    [
      { view: './confirm.tsx' },
      `view is the file of a component, new URL('./file.tsx', import.meta.url), not "./confirm.tsx"`,
    ],
    [{ ui: 'ui://confirm' }, `ui is 'in-app', not "ui://confirm"`],
    [{ by: 'model' }, `by is 'host', not "model"`],
  ])('cannot have %j', (wrong, message) => {
    expect(elicit('confirm', { response, ...wrong })).toThrow(new ToolDefinitionError(`elicit "confirm": ${message}`))
  })

  it('refuses a field that it does not have, such as a misspelt mustAsk', () => {
    expect(elicit('confirm', { response, mustask: true })).toThrow(/mustask/)
  })

  const nested = [
    ['an object', z.object({ seat: z.object({ row: z.number() }) }), 'seat'],
    ['an array', z.object({ ok: z.boolean(), seats: z.array(z.number()) }), 'seats'],
    ['something nullable', z.object({ note: z.string().nullable() }), 'note'],
  ] as const

  it.each(nested)('refuses a response with %s in it, and names the field', (_, nestedResponse, field) => {
    expect(elicit('pick', { response: nestedResponse })).toThrow(ToolDefinitionError)
    expect(elicit('pick', { response: nestedResponse })).toThrow(`elicit "pick": response field "${field}"`)
  })

  it.each(nested)('lets a response with %s in it pass when only the page answers', (_, nestedResponse) => {
    const tool = createMcpTool('book')
      .elicits({ pick: { response: nestedResponse, ui: 'in-app' } })
      .execute(body)
      .build()
    expect(tool.questions.pick?.schema).toMatchObject({ type: 'object' })
  })
})

describe('a schema without a JSON Schema form', () => {
  const plain = v.object({ from: v.string() })
  const date = z.object({ on: z.date() })

  it.each<[string, () => unknown, RegExp]>([
    [
      'as parameters, from valibot',
      () => draft().parameters!(plain).execute!(body).build(),
      /toStandardJsonSchema\(\)/,
    ],
    ['as output, from valibot', () => draft().output!(plain).execute!(body).build(), /toStandardJsonSchema\(\)/],
    ['as parameters', () => draft().parameters!(date).execute!(body).build(), /^The input of a zod schema has no JSON/],
    ['as output', () => draft().output!(date).execute!(body).build(), /^The output of a zod schema has no JSON/],
    ['as a response', () => draft().elicits!({ a: { response: date } }), /^The input of a zod schema has no JSON/],
    ['as a context', () => draft().elicits!({ a: { response, context: date } }), /^The input of a zod schema/],
    [
      'as the parameters of a handoff',
      () => draft().parameters!(date).handoff!({ *before() {}, *client() {}, *after() {} }).build(),
      /^The input of a zod schema/,
    ],
  ])('is refused while the tool is built, %s', (_, build, message) => {
    expect(build).toThrow(ToolDefinitionError)
    expect(build).toThrow(message)
  })
})
