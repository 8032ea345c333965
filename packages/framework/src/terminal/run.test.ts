import { PassThrough } from 'node:stream'
import { finished } from 'node:stream/promises'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { createMcpTool } from '../tools/builder.ts'
import { runInTerminal, toReadable } from './run.ts'
import { openTerminal } from './terminal.ts'

function open(lines?: string[]) {
  const input = new PassThrough()
  const output = new PassThrough()
  if (lines !== undefined) input.end(lines.map((line) => `${line}\n`).join(''))
  const terminal = openTerminal({ input, output })
  const chunks: string[] = []
  output.setEncoding('utf8').on('data', (chunk) => chunks.push(chunk))
  return {
    terminal,
    output,
    /** Ends the terminal and resolves to all that it has shown. */
    async close() {
      terminal[Symbol.dispose]()
      output.end()
      await finished(output)
      return chunks.join('')
    },
  }
}

const greet = createMcpTool('greet')
  .parameters(z.object({ greeting: z.string() }))
  .elicits({ name: { response: z.object({ name: z.string() }) } })
  .execute(function* ({ greeting }, ctx) {
    try {
      const answer = yield* ctx.elicit('name', { message: 'Who are you?' })
      if (answer.action !== 'accept') throw new Error('no one is here')
      return `${greeting}, ${answer.content.name}!`
    } finally {
      yield* ctx.log('info', 'tidied up')
    }
  })
  .build()

test('a completed run prints its result and is exit code 0', async () => {
  const { terminal, close } = open(['Ada'])
  expect(await runInTerminal(greet, { greeting: 'Hello' }, { terminal })).toBe(0)
  expect(await close()).toBe('\nWho are you?\nName: Ada\n[info] tidied up\n\nHello, Ada!\n')
})

test('a person at the terminal answers for others, and sends signals', async () => {
  const expense = createMcpTool('expense')
    .elicits({ approve: { response: z.object({ ok: z.boolean() }) } })
    .execute(function* (_, ctx) {
      const answer = yield* ctx.elicit('approve', { message: 'Pay?' }, { to: 'role:manager', quorum: 2 })
      const { amount } = yield* ctx.signal('paid', z.object({ amount: z.number() }))
      const people = answer.action === 'accept' ? answer.answers.map(({ answeredBy }) => answeredBy) : []
      return `${amount} approved by ${people.join(' and ')}`
    })
    .build()
  const { terminal, close } = open(['yes', 'yes', 'seven', '{"amount":"7"}', '{"amount":7}'])
  expect(await runInTerminal(expense, {}, { terminal })).toBe(0)
  const shown = await close()
  expect(shown).toContain('\nA question to role:manager:\nPay?\nOk (y/n): yes\n')
  expect(shown).toContain('The tool waits for the signal "paid".\nIts value, as JSON: seven\nPlease type JSON')
  expect(shown).toMatch(/a signal was ignored[\s\S]*7 approved by role:manager and role:manager 2\n$/)
})

test('a person at the terminal declines a question to others', async () => {
  const ask = createMcpTool('ask')
    .elicits({ approve: { response: z.object({ ok: z.boolean() }) } })
    .execute(function* (_, ctx) {
      return (yield* ctx.elicit('approve', { message: 'Pay?' }, { to: 'user:ada' })).action
    })
    .build()
  const { terminal, close } = open(['/decline'])
  expect(await runInTerminal(ask, {}, { terminal })).toBe(0)
  expect(await close()).toContain('decline')
})

test('a failed run prints why and is exit code 1', async () => {
  const { terminal, close } = open(['/decline'])
  expect(await runInTerminal(greet, { greeting: 'Hello' }, { terminal })).toBe(1)
  expect(await close()).toMatch(/\n\ngreet failed: no one is here\n$/)
})

test('wrong arguments are a failure that names them', async () => {
  const { terminal, close } = open([])
  expect(await runInTerminal(greet, {}, { terminal })).toBe(1)
  expect(await close()).toMatch(/^\ngreet failed: .*greeting/)
})

test('SIGINT cancels the run, and its finally runs', async () => {
  const { terminal, output, close } = open()
  const before = process.listenerCount('SIGINT')
  output.once('data', () => process.emit('SIGINT', 'SIGINT'))
  expect(await runInTerminal(greet, { greeting: 'Hello' }, { terminal })).toBe(130)
  expect(process.listenerCount('SIGINT')).toBe(before)
  expect(await close()).toMatch(/\[info\] tidied up\n\nCancelled\.\n$/)
})

test.each([
  ['text', 'text'],
  [undefined, 'Done.'],
  [42, '42'],
  [{ flightId: 'SP1', paid: true, seats: [1, 2] }, 'Flight id: SP1\nPaid: yes\nSeats: [1,2]'],
  [{ board: 'X\nO' }, 'Board: \nX\nO'],
  [['a', { b: 1 }], '- a\n- {"b":1}'],
])('the result %j is readable', (value, readable) => {
  expect(toReadable(value)).toBe(readable)
})
