import type { Offer, Question } from '@sweatpants/roundtable/browser'
import { expect, test } from 'vitest'
import { checkQuestion, type QuestionDraft, toGivenQuestion, toQuestionDraft } from './question-draft.ts'

// The page takes the limits that the server tells.
const limits = { answer: 10, answers: 3, unit: 8, focusQuestion: 20 } as unknown as Offer['limits']

const draftOf = (change: Partial<QuestionDraft>): QuestionDraft => ({ ...toQuestionDraft(), ...change })

test.each<[keyof QuestionDraft, Partial<QuestionDraft>, string]>([
  ['options', { options: 'yes' }, 'at least two answers, or leave it empty'],
  ['options', { kind: 'choice', options: '' }, 'Enter at least two answers.'],
  ['options', { options: 'yes\nYES' }, 'the same'],
  ['options', { options: 'a\nb\nc\nd' }, 'at most 3 answers'],
  ['options', { options: `a\n${'b'.repeat(11)}` }, 'at most 10 characters'],
  ['unit', { kind: 'estimate', unit: ' ' }, 'unit of the number'],
  ['unit', { kind: 'estimate', unit: 'fortnights' }, 'at most 8 characters; there are 10'],
  ['proposition', { kind: 'proposition', proposition: 'x'.repeat(21) }, 'at most 20 characters'],
  ['yes', { kind: 'proposition', yes: 'x'.repeat(11) }, 'at most 10 characters'],
])('%s is refused with a message: %j', (field, change, words) => {
  expect(checkQuestion(draftOf(change), limits)).toEqual({ [field]: expect.stringContaining(words) })
})

test('fields of another kind than the chosen one are neither checked nor sent', () => {
  const draft = draftOf({ kind: 'open', options: 'yes', unit: 'fortnights' })
  expect(checkQuestion(draft, limits)).toEqual({})
  expect(toGivenQuestion(draft)).toEqual({ kind: 'open', isCheckable: true })
})

test('without a kind a model decides, unless there are possible answers', () => {
  expect(toGivenQuestion(draftOf({}))).toBeUndefined()
  expect(toGivenQuestion(draftOf({ options: ' tea \n\ncoffee' }))).toEqual({
    kind: 'choice',
    options: ['tea', 'coffee'],
  })
})

const asked = { isCheckable: false, by: 'model', since: 1 } as const

test.each<Question>([
  { kind: 'proposition', proposition: 'We move.', yes: 'Yes, move', no: 'No, stay', ...asked },
  { kind: 'choice', options: ['tea', 'coffee'], ...asked },
  { kind: 'estimate', quantity: 'How long it takes', unit: 'weeks', ...asked },
  { kind: 'open', ...asked },
])('a draft of a question of kind $kind gives the same question', (question) => {
  const { by: _, since: __, ...form } = question
  expect(toGivenQuestion(toQuestionDraft(question))).toEqual(form)
})
