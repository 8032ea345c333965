import { expect, test } from 'vitest'
import { debate } from '../consensus/fixtures/debate.ts'
import type { Session } from '../session/session.ts'
import { REQUESTS_PER_ROUND } from './request-book.ts'
import { createToolkit } from './toolkit.ts'

const citation = { title: 'Manual', url: 'https://example.com', quote: 'Vacuum locks large tables.' }

const heard = debate({
  families: ['x', 'y'],
  rounds: [
    [
      {
        position: 'Use Postgres.',
        keyPoints: ['Vacuum is slow on large tables'],
        stance: 'oppose',
        citations: [citation],
      },
      'Use SQLite.',
    ],
    ['Nightly vacuum of large tables is slow.', 'Use SQLite.'],
  ],
})

const answered: Session = {
  ...heard,
  contextRequests: [
    {
      id: 'req_1',
      sessionId: heard.id,
      round: 1,
      agentId: 'bob_1',
      query: 'How large are our tables?',
      reason: 'size',
      priority: 'required',
      timestamp: heard.createdAt,
      answer: { success: true, result: 'The tables are large: two billion rows.', timestamp: heard.createdAt },
      isCleared: true,
    },
  ],
}

const open = (session = answered, canRequest = true) =>
  createToolkit({ session, round: 2, nameOf: (agentId) => `Participant ${agentId[0]}`, canRequest })

const ask = (query: string) => ({ query, reason: 'It decides.', priority: 'required' })

test('request_context returns the answer to a question that was answered before, and asks the caller nothing', () => {
  const toolkit = open()
  expect(toolkit.executeTool('request_context', ask('how large are OUR tables'), 'ada_1')).toEqual({
    success: true,
    data: {
      requestId: 'req_1',
      message: 'This was asked before, and answered.',
      answer: 'The tables are large: two billion rows.',
    },
  })
  expect(toolkit.requests).toEqual([])
})

test('request_context queues a request and returns its id', () => {
  const toolkit = open()
  expect(toolkit.executeTool('request_context', ask('How many rows?'), 'ada_1')).toEqual({
    success: true,
    data: { requestId: 'req_session-_2_Participant_a_1', message: 'Context request queued.' },
  })
  expect(toolkit.requests).toEqual([
    {
      id: 'req_session-_2_Participant_a_1',
      sessionId: 'session-1',
      round: 2,
      agentId: 'ada_1',
      ...ask('How many rows?'),
    },
  ])
})

test('the same question of the same agent is one request, and of another agent a second one', () => {
  const toolkit = open()
  const first = toolkit.executeTool('request_context', ask('How many rows?'), 'ada_1')
  expect(toolkit.executeTool('request_context', ask(' how many  ROWS? '), 'ada_1')).toEqual(first)
  toolkit.executeTool('request_context', ask('How many rows?'), 'bob_1')
  toolkit.executeTool('request_context', ask('How many columns?'), 'ada_1')
  expect(toolkit.requests.map(({ id }) => id)).toEqual([
    'req_session-_2_Participant_a_1',
    'req_session-_2_Participant_b_1',
    'req_session-_2_Participant_a_2',
  ])
})

test('a question that an agent asks first as an optional and then as a required one is one request, which is raised once', () => {
  const toolkit = open()
  const optional = { ...ask('How many rows?'), priority: 'optional' }
  const first = toolkit.executeTool('request_context', optional, 'ada_1')
  expect(toolkit.executeTool('request_context', ask('How many rows?'), 'ada_1')).toEqual(first)
  expect(toolkit.executeTool('request_context', ask('How many rows?'), 'ada_1')).toEqual(first)
  expect(toolkit.executeTool('request_context', optional, 'ada_1')).toEqual(first)
  expect(toolkit.requests.map(({ id, priority }) => [id, priority])).toEqual([
    ['req_session-_2_Participant_a_1', 'optional'],
    ['req_session-_2_Participant_a_1', 'required'],
  ])
})

test('no two requests have the same id, also in a round that is played again after an import and of agents whose names look alike', () => {
  const toolkit = createToolkit({ session: answered, round: 2, nameOf: () => 'Участник', canRequest: true })
  toolkit.executeTool('request_context', ask('How many rows?'), 'ada_1')
  toolkit.executeTool('request_context', ask('How many columns?'), 'bob_1')
  const [first, second] = toolkit.requests
  expect(second!.id).not.toBe(first!.id)
  const played = { ...answered, contextRequests: [{ ...first!, timestamp: heard.createdAt, isCleared: false }] }
  const again = createToolkit({ session: played, round: 2, nameOf: () => 'Участник', canRequest: true })
  again.executeTool('request_context', ask('How many indexes?'), 'ada_1')
  expect(again.requests.map(({ id }) => id)).toEqual([second!.id])
})

test('an agent that exceeds its limit is refused, and others are not', () => {
  const toolkit = open()
  for (let i = 0; i < REQUESTS_PER_ROUND; i++) toolkit.executeTool('request_context', ask(`Question ${i}?`), 'ada_1')
  expect(toolkit.executeTool('request_context', ask('One more?'), 'ada_1')).toEqual({
    success: false,
    error: expect.stringContaining('5 times'),
  })
  expect(toolkit.executeTool('request_context', ask('Question 0?'), 'ada_1')).toMatchObject({ success: true })
  expect(toolkit.executeTool('request_context', ask('One more?'), 'bob_1')).toMatchObject({ success: true })
})

test('in the last round request_context is not offered, and a call is refused with an error', () => {
  const toolkit = open(answered, false)
  expect(toolkit.tools.map(({ name }) => name)).toEqual(['fact_check'])
  expect(toolkit.executeTool('request_context', ask('How many rows?'), 'ada_1')).toEqual({
    success: false,
    error: expect.stringContaining('last round'),
  })
  expect(toolkit.requests).toEqual([])
})

test.each([
  ['request_context', {}],
  ['request_context', { ...ask('How many rows?'), priority: 'urgent' }],
  ['request_context', ask(' ')],
  ['request_context', null],
  ['fact_check', 'a text'],
  ['fact_check', { claim: 'x'.repeat(3_000) }],
  ['web_search', { query: 'rows' }],
  ['constructor', {}],
])('%s with %j is refused, and nothing is recorded', (name, input) => {
  const toolkit = open()
  expect(toolkit.executeTool(name, input, 'ada_1')).toEqual({ success: false, error: expect.stringMatching(/\w/) })
  expect(toolkit.requests).toEqual([])
})

test('a call in the name of an unknown agent is refused', () => {
  expect(open().executeTool('request_context', ask('How many rows?'), 'eve_1')).toMatchObject({ success: false })
})

test('fact_check finds statements of earlier rounds, citations and context, with the names of the mode', () => {
  const result = open().executeTool('fact_check', { claim: 'Vacuum is slow on large tables.' }, 'bob_1')
  const said = { speaker: 'Participant a', round: 1, stance: 'oppose' }
  expect(result).toEqual({
    success: true,
    data: {
      claim: 'Vacuum is slow on large tables.',
      mentions: [
        { ...said, text: 'Vacuum is slow on large tables', overlap: 1 },
        { ...said, text: 'Vacuum locks large tables.', citation, overlap: 0.75 },
      ],
      context: [
        {
          query: 'How large are our tables?',
          askedBy: 'Participant b',
          result: 'The tables are large: two billion rows.',
          overlap: 0.5,
        },
      ],
      note: expect.stringContaining('for you to judge'),
    },
  })
  expect(JSON.stringify(result)).not.toMatch(/ada_1|bob_1/)
})

test('fact_check finds nothing for a claim that is not mentioned', () => {
  expect(open().executeTool('fact_check', { claim: 'The moon is made of cheese.' }, 'bob_1')).toMatchObject({
    success: true,
    data: { mentions: [], context: [], note: expect.stringContaining('says nothing about whether it is true') },
  })
})

test('both tools are offered while a later round can use an answer', () => {
  expect(open().tools.map(({ name }) => name)).toEqual(['request_context', 'fact_check'])
})
