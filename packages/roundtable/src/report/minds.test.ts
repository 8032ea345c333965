import { expect, test } from 'vitest'
import { estimate } from '../session/fixtures/debate.ts'
import { Debate, failures, split } from './fixtures/debates.ts'
import { readMinds } from './minds.ts'

test('panellists who changed their mind are listed with the reason, and the others as they are', () => {
  const { changed, kept, unheard } = readMinds(split())
  expect(changed).toMatchObject([
    { agentId: 'openai_2', when: 'in round 1', from: 'Undecided', to: 'Yes, three days in the office' },
    {
      agentId: 'openai_1',
      when: 'in round 2',
      to: 'No, keep it free',
      reason: expect.stringContaining('A trial found'),
    },
  ])
  expect(kept.map(({ agentId, answer }) => [agentId, answer])).toEqual([
    ['anthropic_1', 'No, keep it free'],
    ['google_1', 'No, keep it free'],
  ])
  expect(unheard).toEqual([])
})

test('panellists who never answered are named with the last reason', () => {
  expect(readMinds(failures()).unheard.map(({ agentId }) => agentId)).toEqual(['openai_2', 'ollama_1'])
})

test('a position is listed without the number that is shown before it', () => {
  const said = { agentId: 'google_1', position: 'About 9 weeks. Others took that long.', estimate: { value: 9 } }
  const { session } = new Debate({ question: estimate('weeks') }).begin(1).say([said]).end()
  expect(readMinds(session).kept).toMatchObject([{ answer: '9 weeks', position: 'Others took that long.' }])
})

test('a change of mind about an estimate is a change of its number', () => {
  const say = (value: number, changeReason?: string) => [
    { agentId: 'openai_1', position: 'x', estimate: { value }, ...(changeReason !== undefined && { changeReason }) },
    { agentId: 'google_1', position: 'x', estimate: { value: 9 } },
  ]
  const debate = new Debate({ question: estimate('weeks') }).begin(1).say(say(30)).end()
  const { changed, kept } = readMinds(debate.begin(2).say(say(20, 'Others took less.')).end().session)
  expect(changed).toEqual([
    { agentId: 'openai_1', when: 'in round 2', from: '30 weeks', to: '20 weeks', reason: 'Others took less.' },
  ])
  expect(kept).toEqual([{ agentId: 'google_1', answer: '9 weeks', position: 'x' }])
  // In another unit, or of another quantity, it is another number.
  const question = { ...estimate('days'), since: 2 }
  expect(readMinds({ ...debate.session, question })).toMatchObject({ changed: [] })
})

test('a panellist that revises its number several times is listed once, from the first number to the last', () => {
  const say = (value: number, changeReason: string) => [
    { agentId: 'openai_1', position: 'x', estimate: { value }, changeReason },
  ]
  const debate = new Debate({ question: estimate('weeks') }).begin(1).say(say(30, 'None.')).end()
  debate.begin(2).say(say(20, 'Others took less.')).end()
  debate.begin(3).say(say(18, 'It is smaller.')).end()
  expect(readMinds(debate.session).changed).toEqual([
    { agentId: 'openai_1', when: 'in rounds 2 and 3', from: '30 weeks', to: '18 weeks', reason: 'It is smaller.' },
  ])
  debate.begin(4).say(say(30, 'No.')).end()
  expect(readMinds(debate.session).changed).toEqual([
    { agentId: 'openai_1', when: 'in round 4', from: '18 weeks', to: '30 weeks', reason: 'No.' },
  ])
})
