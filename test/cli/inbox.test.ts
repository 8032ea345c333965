import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { toJsonSchema } from '@sweatpants/framework'
import { listQuestions, toNewQuestion } from '@sweatpants/framework/inbox'
import { createSqliteStore } from '@sweatpants/framework/stores/sqlite'
import { expect, onTestFinished, test } from 'vitest'
import { z } from 'zod'
import { run } from './command.ts'

const schema = toJsonSchema(z.object({ limit: z.number().max(500), note: z.string().optional() }), 'input')

/** A store with two questions: one for managers, one for the user eve. */
async function createPlace() {
  const folder = mkdtempSync(join(tmpdir(), 'inbox-'))
  const path = join(folder, 'store.db')
  const store = createSqliteStore(path)
  onTestFinished(async () => {
    await store.close()
    rmSync(folder, { recursive: true })
  })
  const about = { toolName: 'claim_expense', context: { amount: 120 }, attempt: 1, schema }
  const ask = (key: string, message: string, to: string[]) =>
    toNewQuestion(key, { ...about, key, message, to }, { owner: 'carol', event: { type: 'answer', id: key } })
  await store.log('task').create('task', {
    principal: 'carol',
    about: {},
    events: [],
    questions: [
      ask('secret', 'Is \u001b[2Jthis for eve?', ['user:eve']),
      ask('approve', 'Pay 120 EUR for a train?', ['role:manager']),
    ],
  })
  const as = (person: string, ...args: string[]) => ['inbox', ...args, '--as', person]
  return {
    manager: (...args: string[]) => run([...as('ada', ...args), '--name', 'role:manager'], { env: { STORE: path } }),
    typing: (input: string, ...args: string[]) =>
      run([...as('ada', ...args), '--name', 'role:manager'], { env: { STORE: path }, input }),
    person: (name: string, ...args: string[]) => run(as(name, ...args), { env: { STORE: path } }),
    answers: async () => (await store.log('task').read('task', 0)).map(({ event }) => event),
    idOf: async (name: string) => (await listQuestions(store, { names: [name] })).questions[0]!.id,
  }
}

test('the inbox lists what a person may answer, in a table and as JSON', async () => {
  const { manager, person } = await createPlace()
  const { stdout, code } = await manager()
  expect(stdout).toMatch(/question +for +tool +since\n1 +Pay 120 EUR for a train\? +role:manager +claim_expense +\d/)
  expect(stdout).not.toContain('eve')
  expect(code).toBe(0)
  expect(JSON.parse((await manager('list', '--json')).stdout)).toMatchObject({
    questions: [{ key: 'approve', to: ['role:manager'], askedBy: 'carol', context: { amount: 120 } }],
  })
  expect((await person('bob')).stdout).toBe('Your inbox is empty.\n')
  // Words of others do not reach the terminal as commands.
  expect((await person('eve')).stdout).not.toContain('\u001b')
})

test('a question is answered by the form that the terminal asks, once', async () => {
  const { manager, typing, answers } = await createPlace()
  const { stdout, stderr, code } = await typing('1000\n200\nby train\n', 'answer', '1')
  expect([stdout, code]).toEqual(['Your answer was saved.\n', 0])
  expect(stderr).toContain('Pay 120 EUR for a train?')
  expect(stderr).toContain('amount: 120')
  expect(await answers()).toMatchObject([
    { id: 'approve', answeredBy: 'ada', result: { action: 'accept', content: { limit: 200, note: 'by train' } } },
  ])
  expect(await manager('answer', '1')).toMatchObject({ code: 2, stderr: expect.stringContaining('no question 1') })
})

test('an answer that does not fit is refused, and the question stays open', async () => {
  const { manager, answers } = await createPlace()
  const refused = await manager('answer', '1', '--answer', '{"limit":"much"}')
  expect(refused).toMatchObject({ code: 2, stderr: expect.stringContaining('the answer does not fit its schema') })
  const malformed = await manager('answer', '1', '--answer', '{limit}')
  expect(malformed).toMatchObject({ code: 2, stderr: expect.stringContaining('the answer is not JSON') })
  const both = await manager('answer', '1', '--answer', '{"limit":5}', '--decline')
  expect(both).toMatchObject({ code: 2, stderr: 'sweatpants: choose --answer or --decline, not both\n' })
  const unnamed = await manager('--decline')
  const belongs = 'sweatpants: --answer and --decline belong to inbox answer <number>\n'
  expect(unnamed).toMatchObject({ code: 2, stderr: belongs })
  expect(await answers()).toEqual([])
  expect(await manager('answer', '1', '--decline')).toMatchObject({ code: 0, stdout: 'Your decision was saved.\n' })
  expect(await answers()).toMatchObject([{ answeredBy: 'ada', result: { action: 'decline' } }])
})

test('a person answers no question that is for others, also by its id', async () => {
  const { person, idOf, answers } = await createPlace()
  const id = await idOf('role:manager')
  for (const place of ['1', id]) {
    const { code, stderr } = await person('bob', 'answer', place, '--answer', '{"limit":1}')
    expect([code, stderr]).toEqual([2, expect.stringContaining(`there is no question ${place} in this inbox`)])
  }
  expect(await answers()).toEqual([])
})

test('the inbox says what it needs', async () => {
  expect(await run(['inbox'])).toMatchObject({ code: 2, stderr: expect.stringContaining('inbox needs the store') })
})
