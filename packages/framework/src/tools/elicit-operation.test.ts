import { expect, expectTypeOf, test } from 'vitest'
import { z } from 'zod'
import { accept, after, decline, runScript, silence } from '../testing/index.ts'
import { createMcpTool } from './builder.ts'
import { ToolDefinitionError, ToolUsageError } from './errors.ts'

const URL = 'https://pay.example/checkout'

const pay = createMcpTool('pay')
  .elicits({ pay: { mode: 'url', response: z.object({ amount: z.number() }), expiresIn: 60_000 } })
  .execute(function* (_, ctx) {
    const paid = yield* ctx.elicit('pay', { message: 'Pay in your browser', url: URL })
    if (paid.action !== 'accept') return paid
    expectTypeOf(paid.content).toEqualTypeOf<{ amount: number }>()
    return [paid.content.amount, paid.exchange.context.url, paid.exchange.response.content]
  })
  .build()

const connect = createMcpTool('connect')
  .elicits({ connect: { mode: 'url' } })
  .execute(function* (_, ctx) {
    return yield* ctx.elicit('connect', { message: 'Sign in', url: URL })
  })
  .build()

test('a question with a page is answered by what the page reports', async () => {
  const run = await runScript(pay, {}, { answers: { pay: accept(undefined) }, signals: { pay: { amount: 7 } } })
  expect(run).toMatchObject({
    value: [7, URL, [{ type: 'tool_result', content: [{ type: 'text', text: '{"amount":7}' }] }]],
  })
})

test('a person who declines to open a page ends the question at once', async () => {
  const run = await runScript(pay, {}, { answers: { pay: decline() } })
  expect(run).toMatchObject({ value: { action: 'decline' } })
})

test('a page that reports too late, and a person who never agrees, let the question expire', async () => {
  const expired = { value: { action: 'cancel', reason: 'expired' } }
  const late = { answers: { pay: accept(undefined) }, signals: { pay: after('2 minutes', { amount: 7 }) } }
  expect(await runScript(pay, {}, late)).toMatchObject(expired)
  expect(await runScript(pay, {}, { answers: { pay: silence() } })).toMatchObject(expired)
})

test('without a response the consent to open the page is the answer', async () => {
  const run = await runScript(connect, {}, { answers: { connect: accept(undefined) } })
  expect(run).toMatchObject({ value: { action: 'accept', exchange: { context: { url: URL } } } })
})

test.each([
  [undefined, 'needs the url of a page, http or https, not undefined'],
  ['javascript:alert(1)', 'needs the url of a page, http or https, not "javascript:alert(1)"'],
  ['https://ada:secret@pay.example/', 'the url has a user name or a password, which the client would see'],
])('a person is not sent to %j', async (url, problem) => {
  const tool = createMcpTool('t')
    .elicits({ open: { mode: 'url' } })
    .execute(function* (_, ctx) {
      return yield* ctx.elicit('open', { message: 'Open', url: url! })
    })
    .build()
  await expect(runScript(tool, {}, {})).rejects.toThrow(new RegExp(problem.replace(/[()?]/g, '.')))
})

test('a question with a page takes no quorum, and no settings of a form', async () => {
  const tool = createMcpTool('t')
    .elicits({ open: { mode: 'url' } })
    .execute(function* (_, ctx) {
      return yield* ctx.elicit('open', { message: 'Open', url: URL }, { to: 'role:manager', quorum: 2 })
    })
    .build()
  await expect(runScript(tool, {}, {})).rejects.toThrow(ToolUsageError)
  expect(() =>
    createMcpTool('t')
      // @ts-expect-error: a page has no component
      .elicits({ open: { mode: 'url', ui: 'in-app' } })
      .execute(function* () {})
      .build(),
  ).toThrow(new ToolDefinitionError('elicit "open" has no ui; it has mode, response, expiresIn, mustAsk'))
  expect(() =>
    createMcpTool('t')
      // @ts-expect-error: the only mode that is named
      .elicits({ open: { mode: 'form', response: z.object({}) } })
      .execute(function* () {})
      .build(),
  ).toThrow(/mode is 'url' or left out, not "form"/)
})
