import { expect, test } from 'vitest'
import { choice } from '../session/fixtures/debate.ts'
import { isDenial, readClaims } from './claims.ts'
import { Debate, split, unanimous } from './fixtures/debates.ts'

test('a point of several seats is one claim, and the claim of the most seats is first', () => {
  const { claims } = readClaims(unanimous())
  expect(claims.map(({ state }) => state)).toEqual(['agreed', 'agreed', 'unsupported'])
  expect(claims.map(({ text, supporters }) => [text, supporters])).toEqual([
    ['A table with SKIP LOCKED carries far more than 200 jobs a minute.', ['anthropic_1', 'openai_2']],
    ['A team of three has nobody to run a second system.', ['anthropic_1', 'openai_1']],
    ['It costs nothing more.', ['google_1']],
  ])
})

test('a source belongs to the claim that it is cited for, or to none', () => {
  const { claims, sources } = readClaims(unanimous())
  expect(claims[0]!.sources).toMatchObject([
    { quotes: ['SKIP LOCKED can be used to avoid lock contention'], agentIds: ['anthropic_1'] },
  ])
  expect(sources).toMatchObject([{ agentIds: ['openai_2'] }])
})

test('a seat that states the opposite disputes a claim, and a seat with another answer is among the others', () => {
  const { claims } = readClaims(split())
  expect(claims.find(({ text }) => text === 'Presence does not raise output.')).toMatchObject({
    state: 'contested',
    supporters: ['anthropic_1'],
    disputers: [{ agentId: 'openai_1', text: 'Presence raises output.' }],
    others: ['openai_2'],
  })
})

test('points for different answers are two claims, however alike their words are', () => {
  const point = (agentId: string, answer: string) => ({
    agentId,
    position: answer,
    answer,
    keyPoints: [`${answer} suits the team and costs little.`],
  })
  const { claims } = readClaims(
    new Debate({ topic: 'Which language?', question: choice('Rust', 'Go') })
      .begin(1)
      .say([point('anthropic_1', 'Rust'), point('openai_1', 'Go'), point('google_1', 'Rust')]).session,
  )
  expect(claims.map(({ text, state, supporters, others }) => [text, state, supporters, others])).toEqual([
    ['Rust suits the team and costs little.', 'agreed', ['anthropic_1', 'google_1'], ['openai_1']],
    ['Go suits the team and costs little.', 'unsupported', ['openai_1'], ['anthropic_1', 'google_1']],
  ])
})

test('a source of several citations is listed once, and only web addresses are kept', () => {
  const cite = (agentId: string, url: string) => ({ agentId, position: 'Yes.', citations: [{ title: url, url }] })
  const session = new Debate()
    .begin(1)
    .say([
      cite('anthropic_1', 'https://example.com/A'),
      cite('openai_1', 'HTTPS://EXAMPLE.COM/x/../A'),
      cite('google_1', "javascript:alert('x')"),
      cite('openai_2', 'see the appendix'),
    ]).session
  expect(readClaims(session).sources.map(({ url, agentIds }) => [url, agentIds.length])).toEqual([
    ['https://example.com/A', 2],
    [undefined, 1],
    [undefined, 1],
  ])
})

test('isDenial needs two texts that are mostly about the same', () => {
  expect(isDenial('Presence raises output.', 'Presence does not raise output.')).toBe(true)
  expect(isDenial('Presence raises output.', 'Presence raises output a lot.')).toBe(false)
  expect(isDenial('Presence raises output.', 'Long commutes are not worth the presence of tired people.')).toBe(false)
})
