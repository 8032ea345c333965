import { expect, test } from 'vitest'
import { emptyState, type PendingElicitState } from '../chat/state.ts'
import { toAnswers } from './answers.ts'
import type { UiPart } from './ui-message.ts'

const question: PendingElicitState = {
  callId: 'c',
  toolName: 'pay',
  elicitId: 'c:sure',
  key: 'sure',
  message: 'Pay 900?',
  context: null,
  attempt: 2,
  timestamp: 0,
  status: 'pending',
}
const state = { ...emptyState, pendingElicits: { 'c:sure': question } }

const answer = (input: unknown) => {
  const result = { action: 'accept', content: { ok: true } }
  const part: UiPart = {
    type: 'tool-pay.sure',
    toolCallId: 'c:sure',
    state: 'output-available',
    output: result,
    input,
  }
  return toAnswers({ id: 'turn-1', role: 'assistant', parts: [part] }, state)
}

test('an answer counts for the question as the page showed it, and not for the one that has replaced it', () => {
  expect(answer({ message: 'Pay 9?', attempt: 1 })).toMatchObject([{ type: 'elicit_response', attempt: 1 }])
  expect(answer({ message: 'Pay 900?', attempt: 2 })).toMatchObject([{ type: 'elicit_response', attempt: 2 }])
})

test('an answer of a page that does not say what it showed counts for the question as it is', () => {
  expect(answer(undefined)).toMatchObject([{ type: 'elicit_response', attempt: 2 }])
})
