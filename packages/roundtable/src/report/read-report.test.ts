import { expect, test } from 'vitest'
import { choice } from '../session/fixtures/debate.ts'
import { NO_FINDINGS } from '../session/synthesis.ts'
import { Debate, split, unanimous } from './fixtures/debates.ts'
import { readReport, readTranscript } from './read-report.ts'

const spent = { usage: { inputTokens: 1, outputTokens: 1 }, timestamp: '2026-01-01T00:00:00.000Z' }

test('a round of the transcript has its own context, statements and requests only', () => {
  const [first, second] = readTranscript(split())
  expect(first).toMatchObject({ number: 1, given: [], requests: [{ id: 'req_1' }], isOpen: false })
  expect(first!.ballots).toHaveLength(4)
  expect(first!.responses.every(({ round }) => round === 1)).toBe(true)
  expect(second).toMatchObject({
    focusQuestion: 'What about people who have just begun?',
    given: [{ id: 'req_1', answer: { success: false } }],
    requests: [],
    ballots: [],
  })
  expect(second!.responses).toHaveLength(4)
})

test('a text about a vote without a clear answer says so', () => {
  const session = unanimous()
  const consensus = session.consensus!
  const cautionsAt = (probability: number) =>
    readReport({
      ...session,
      synthesis: { ...NO_FINDINGS, answer: 'Use Postgres.', model: 'a/b', round: 1, ...spent },
      consensus: { ...consensus, decision: { answer: 'Postgres', probability } },
    }).writeUp!.cautions
  expect(cautionsAt(0.4)).toEqual([
    'The vote gives no clear answer. If this text gives one, it goes further than the panel.',
  ])
  expect(cautionsAt(0.6)).toEqual([])
})

test('Markdown in a line that a panellist wrote is read as text, and never shown as its marks', () => {
  const say = (agentId: string, answer: string, more: object = {}) => ({
    agentId,
    answer,
    position: `**${answer}**, as \`${agentId}\` says.`,
    reasoning: `It is **${answer}**. More follows.`,
    ...more,
  })
  const session = new Debate({ question: choice('Rust', 'Go') })
    .begin(1)
    .say([
      say('anthropic_1', 'Rust', { keyPoints: ['It is _safe_ in `prod`.'] }),
      say('openai_1', 'Rust'),
      say('google_1', 'Go'),
      say('openai_2', 'Go'),
    ])
    .end()
    .begin(2)
    .say([
      say('anthropic_1', 'Rust'),
      say('openai_1', 'Rust'),
      say('google_1', 'Go'),
      say('openai_2', 'Rust', { changeReason: 'It **is** [safe](https://example.com).' }),
    ])
    .end().session
  const { headline, minds, positions, claims } = readReport(session)
  expect(headline.dissent).toMatchObject([{ agentId: 'google_1', reason: 'It is Go.' }])
  expect(headline.changes).toContain('If Economist · gemini is right that “It is Go”, that speaks for “Go”.')
  expect(minds.changed).toMatchObject([{ reason: 'It is safe (https://example.com).' }])
  expect(minds.kept[0]).toMatchObject({ position: 'Rust, as anthropic_1 says.' })
  expect(claims.claims[0]!.text).toBe('It is safe in prod.')
  expect(positions.tracks[3]!.places[1]).toMatchObject({
    position: 'Rust, as openai_2 says.',
    flip: { reason: 'It is safe (https://example.com).' },
  })
})
