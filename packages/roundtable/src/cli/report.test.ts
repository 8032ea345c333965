import { expect, test } from 'vitest'
import { toMarkdown } from '../export/to-markdown.ts'
import { Debate, split } from '../report/fixtures/debates.ts'
import { failure, fold, openQuestion, proposition, seat, starting } from '../session/fixtures/debate.ts'
import { NO_FINDINGS } from '../session/synthesis.ts'
import { toSummary } from './report.ts'

test('a summary has the answer first, then the vote, who changed their mind and why, and the rest', () => {
  const session = split()
  const weights = session.consensus!.weights.map((one) => ({ ...one, isListed: true, known: 18, right: 14 }))
  const synthesis = {
    ...session.synthesis!,
    ...NO_FINDINGS,
    answer: 'Keep it free, **except** for beginners.',
    reasons: [{ text: 'Teams know best.', agentIds: ['anthropic_1'] }],
    contradiction: { written: 'Yes', counted: 'No, keep it free' },
  }
  const summary = toSummary({ ...session, synthesis, consensus: { ...session.consensus!, weights } })
  expect(summary).toMatch(
    /^Everybody should be in the office on three days a week\.\n\nOpen, leaning towards “No, keep it free”\n/,
  )
  const parts = [
    'This text says “Yes”, but the count says “No, keep it free”. The count is the result.',
    'Keep it free, except for beginners.',
    'The vote\n  3 of 4 ended against; alone it was 2 to 1 to 1.\n  “No, keep it free”: 2 alone → 3 at the end\n  “Yes',
    'Who changed their mind\n  Historian · gpt-mini in round 1, from “Undecided” to “Yes, three days in the office”: it does not say why.',
    'Who kept their answer\n  claude, “No, keep it free”: ',
    'Why\n  - Teams know best. (claude)',
    'How much each panellist counts\n  claude: right about 57% · list; 14 of your 18 · counts 1.0×',
    'Who disagreed\n  Historian · gpt-mini says “Yes, three days in the office” (70% sure)',
    'What would change it',
    'Session session-1',
  ]
  const places = parts.map((part) => summary.indexOf(part))
  expect(places).not.toContain(-1)
  expect(places).toEqual(places.toSorted((a, b) => a - b))
})

test('a summary and a Markdown report say that private answers count where seats argue an assigned side', () => {
  const words = 'Panellists with a role argue what it asks for; their private answers are what counts.'
  const advocate = seat('eve_1', { role: { name: 'Advocate', instruction: '', stance: 'oppose' } })
  const { session } = new Debate({ topic: 'Cats are better.', question: proposition(), seats: [advocate] })
    .begin(1)
    .vote([{ agentId: 'eve_1', position: 'Yes.', stance: 'support' }])
    .say([{ agentId: 'eve_1', position: 'No, dogs are.', stance: 'oppose' }])
    .end()
  for (const write of [toSummary, toMarkdown]) {
    expect(write(session)).toContain(words)
    expect(write(split())).not.toContain(words)
  }
})

test('a summary names the seats that were not heard', () => {
  const lost = { type: 'seat_fail', failure: failure(), usage: { inputTokens: 0, outputTokens: 0 } } as const
  expect(toSummary(fold(starting(), lost))).toContain('Not heard\n  bob_1, round 1: nothing answers')
})

test('a summary says how to correct the question, with options that are complete, unless the debate can have no more rounds', () => {
  const question = { ...openQuestion, by: 'model' as const }
  const session = { ...fold(starting()), question }
  expect(toSummary(session)).toContain('continue session-1 with --kind proposition, --answers "A,B", --unit weeks or')
  const stopped = toSummary({ ...session, status: 'completed', endReason: 'stopped' })
  expect(stopped).toContain('A model read the question this way.')
  expect(stopped).not.toMatch(/correct/)
})

test('the summary of a debate without a complete round says so', () => {
  expect(toSummary(fold(starting()))).toContain('No round has ended.')
})
