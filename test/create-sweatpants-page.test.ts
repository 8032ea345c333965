import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test, vi } from 'vitest'
import { Approval } from '../packages/create-sweatpants/template/page/approval.tsx'

const session = { approve: vi.fn(), deny: vi.fn() }
const approval = {
  callId: 'c',
  toolName: 'pay',
  status: 'pending' as const,
  timestamp: 1,
  arguments: { to: 'Ada', amount: 5 },
  preview: 'Pays 5 EUR to Ada.',
}

const show = (attempt?: number) =>
  renderToStaticMarkup(
    createElement(Approval, { session, approval: { ...approval, ...(attempt !== undefined && { attempt }) } }),
  )

test('the page of a new project shows what a call does and its arguments before it is allowed', () => {
  const shown = show()
  for (const text of ['Pays 5 EUR to Ada.', '<dt>amount</dt><dd>5</dd>', 'Allow', 'Deny']) expect(shown).toContain(text)
  expect(shown).not.toContain('This has changed')
})

test('the page of a new project says that a call has changed since it was last shown', () => {
  expect(show(2)).toContain('This has changed. Please look at it again.')
})
