import { expect, test } from 'vitest'
import { toReport } from '../cli/report.ts'
import { toHtml } from '../export/to-html.ts'
import { toMarkdown } from '../export/to-markdown.ts'
import { nameSeats } from '../session/name-seats.ts'
import { Debate } from './fixtures/debates.ts'
import { listRanks, readRanking } from './ranking.ts'

const AGENTS = ['anthropic_1', 'openai_1', 'google_1']

const ranked = () => {
  const says = (position: string) => AGENTS.map((agentId) => ({ agentId, position, reasoning: 'Because.' }))
  const rankings = [['openai_1', 'google_1'], ['google_1', 'anthropic_1'], ['openai_1']]
  return new Debate({ mode: 'ranking', seats: new Debate().session.seats.slice(0, 3), totalRounds: 2 })
    .begin(1)
    .say(says('Tea.'))
    .end()
    .begin(2)
    .say(
      says('Tea.').map((said, i) => ({
        ...said,
        ranking: rankings[i]!,
        ...(i === 2 && { rankingProblem: 'it left out 1 answer' }),
      })),
    )
    .end().session
}

test('the places of the answers are said with their points and rankings, and a gap in a ranking is named', () => {
  const session = ranked()
  const ranking = readRanking(session)!
  expect(ranking.hint).toMatch(/^The answers of round 1/)
  expect(listRanks(ranking, nameSeats(session))).toEqual([
    'gpt: place 1, 100% of the possible points, 2 rankings',
    'Economist · gemini: place 2, 50% of the possible points, 2 rankings',
    'claude: place 3, 0% of the possible points, 2 rankings',
    'The ranking of Economist · gemini was not used as given: it left out 1 answer',
  ])
})

test.each([
  ['Markdown', toMarkdown],
  ['HTML', toHtml],
  ['the terminal', (session: Parameters<typeof toHtml>[0]) => toReport(session, 'summary')],
])('a ranking is in %s', (_, write) => {
  expect(write(ranked())).toMatch(/gpt.*place 1, 100% of the possible points/)
})
