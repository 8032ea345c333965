export {}




































































import { accept, after, by, decline, inOrder, runScript } from '@sweatpants/framework/testing'
import { expect, test } from 'vitest'
import { expense } from './expense.ts'

const params = { amount: 300, purpose: 'a chair' }
const ok = accept({ ok: true })

test('two managers approve, one after a reminder, and the bank needs two attempts', async () => {
  const { value } = await runScript(expense, params, {
    answers: { approve: [by('user:ada', ok), after('3 days', by('user:bob', ok))] },
    steps: { remind: 'sent', transfer: inOrder(new Error('the bank is closed'), 'sent') },
    signals: { paid: after('1 day', { reference: 'X1' }) },
  })
  expect(value).toEqual({ paid: true, reference: 'X1', approvedBy: ['user:ada', 'user:bob'] })
})

test('one manager who declines decides', async () => {
  const script = { answers: { approve: [ok, by('user:bob', decline())] } }
  expect((await runScript(expense, params, script)).value).toEqual({ paid: false, decidedBy: 'user:bob' })
})
