import { expect, test } from 'vitest'
import { toMarkdown } from '../export/to-markdown.ts'
import { consensus, failure, fold, opening, request, response, seat, starting } from '../session/fixtures/debate.ts'
import { roundReply, toRoundReply } from './round-reply.ts'

const ended = { type: 'round_end', round: 1, consensus: consensus() } as const

test('a round with an open required request needs context, and says how to give it', () => {
  const heard = { type: 'response_add', response: response() } as const
  const session = fold(starting(), heard, { type: 'context_request', request: request('req_1') }, ended)
  const reply = toRoundReply(session, [])
  expect(reply).toMatchObject({ status: 'needs_context', roundNumber: 1, totalRounds: 3 })
  expect(reply.nextStep).toMatch(/contextResults.*success: false/)
  expect(roundReply.parse(reply).contextRequests).toEqual([
    expect.objectContaining({ id: 'req_1', agentId: 'ada_1', query: 'what is req_1?', priority: 'required' }),
  ])
})

test('an optional request does not block a debate', () => {
  const asked = request('req_1', { priority: 'optional' })
  const session = fold(starting(), { type: 'context_request', request: asked }, ended)
  expect(toRoundReply(session, [])).toMatchObject({ status: 'in_progress', contextRequests: [{ id: 'req_1' }] })
})

test('a probability comes with its band and with how far it was checked', () => {
  const decided = consensus({ decision: { answer: 'Tea', probability: 0.81 }, outcomes: 3 })
  const session = fold(starting(), { ...ended, consensus: decided })
  expect(roundReply.parse(toRoundReply(session, [])).decision).toMatchObject({
    likely: 'probably right',
    checked: 'Not yet checked on your questions: 3 of 20 outcomes are known.',
  })
})

test('a debate that is over has its reason', () => {
  const session = fold(starting(), { ...ended, endReason: 'unanimous' })
  expect(toRoundReply(session, [])).toMatchObject({ status: 'completed', endReason: 'unanimous' })
})

test('failed seats are named with their reason, also those without a model', () => {
  const absent = failure({ agentId: 'eve_1', model: 'openai/x', round: 0, phase: 'start', reason: 'there is no key' })
  const session = fold(
    { type: 'session_start', opening: opening({ absent: [absent] }) },
    starting(),
    { type: 'seat_fail', failure: failure(), usage: { inputTokens: 0, outputTokens: 0 } },
    ended,
  )
  expect(roundReply.parse(toRoundReply(session, [])).failures).toEqual([
    { ...absent, name: 'x' },
    {
      agentId: 'bob_1',
      name: 'bob_1',
      model: 'provider/bob_1',
      round: 1,
      phase: 'response',
      code: 'unavailable',
      reason: 'nothing answers',
    },
  ])
})

test('the evidence has the citations and the dissent', () => {
  const dissent = [{ agentId: 'bob_1', answer: 'spaces', reason: 'They line up.' }]
  const session = fold(
    starting(),
    { type: 'response_add', response: response({ citations: [{ title: 'A style guide' }] }) },
    { type: 'round_summary_fail', round: 1, reason: 'the model was busy', usage: { inputTokens: 0, outputTokens: 0 } },
    { ...ended, consensus: consensus({ dissent }) },
  )
  const { evidence } = roundReply.parse(toRoundReply(session, []))
  const use = { agentId: 'ada_1', name: 'ada_1', round: 1 }
  expect(evidence.citations).toEqual([{ title: 'A style guide', isChecked: false, ...use, citedBy: [use] }])
  expect(evidence.conflicts).toEqual([{ ...dissent[0], name: 'bob_1' }])
  expect(evidence.consensusSummary).toBe('Ask again. (No summary: the model was busy)')
})

test('a reply has only the answers of its round', () => {
  const session = fold(
    starting(),
    { type: 'response_add', response: response() },
    ended,
    starting(2),
    { type: 'response_add', response: response({ round: 2, position: 'Spaces.' }) },
    { ...ended, round: 2 },
  )
  const replies = [toRoundReply(session, [], 1), toRoundReply(session, [])]
  expect(replies.map(({ agentResponses }) => agentResponses.map(({ position }) => position))).toEqual([
    ['Tabs.'],
    ['Spaces.'],
  ])
})

test('a reply of the demo model has a notice', () => {
  const seats = [seat('demo_1', { model: 'demo' }), seat('ada_1')]
  const session = fold({ type: 'session_start', opening: opening({ seats }) }, starting(), ended)
  expect(toRoundReply(session, []).metadata.notice).toMatch(/^demo is played by the offline demo model/)
  expect(toRoundReply(fold(starting(), ended), []).metadata.notice).toBeUndefined()
})

test('a source that several seats cite is one citation with all its uses, and is checked if one of them found it', () => {
  const cite = (agentId: string, given: object) => ({
    type: 'response_add' as const,
    response: response({ agentId, citations: [{ title: 'Guide', ...given }] }),
  })
  const session = fold(
    starting(),
    cite('ada_1', { url: 'https://www.guide.test/style/?utm_source=x', claim: 'Tabs align.' }),
    cite('bob_1', { url: 'http://guide.test/style', quote: 'Use tabs.', isChecked: true }),
    ended,
  )
  const { citations } = roundReply.parse(toRoundReply(session, [])).evidence
  expect(citations).toMatchObject([
    {
      url: 'https://www.guide.test/style/?utm_source=x',
      isChecked: true,
      agentId: 'ada_1',
      citedBy: [
        { agentId: 'ada_1', claim: 'Tabs align.' },
        { agentId: 'bob_1', quote: 'Use tabs.' },
      ],
    },
  ])
  expect(toMarkdown(session)).toContain('(checked, cited by ada_1 in round 1 and bob_1 in round 1)')
})

test('a seat that cites two addresses of one page for the same claim uses the source once', () => {
  const citations = ['https://guide.test/style', 'https://guide.test/style#tabs'].map((url) => ({
    title: 'Guide',
    url,
    claim: 'Tabs align.',
  }))
  const session = fold(starting(), { type: 'response_add', response: response({ citations }) }, ended)
  const [source, ...others] = roundReply.parse(toRoundReply(session, [])).evidence.citations
  expect(source?.citedBy).toEqual([{ agentId: 'ada_1', name: 'ada_1', round: 1, claim: 'Tabs align.' }])
  expect(others).toEqual([])
})
