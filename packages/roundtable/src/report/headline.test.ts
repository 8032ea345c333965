import { expect, test } from 'vitest'
import { sayStrip } from '../consensus/recommend.ts'
import { choice, estimate } from '../session/fixtures/debate.ts'
import { alone, Debate, failures, inProgress, split, unanimous, unheard } from './fixtures/debates.ts'
import { readHeadline } from './headline.ts'

test('the headline of a unanimous debate has the answer, its probability and its supporters', () => {
  const session = unanimous()
  expect(readHeadline(session)).toEqual({
    state: 'high',
    title: 'Agreed',
    answer: 'Postgres',
    vote: '4 of 4 ended with “Postgres”.',
    votes: [{ answer: 'Postgres', alone: 4, end: 4 }],
    sureness: {
      of: '“Postgres”',
      probability: session.consensus!.probability,
      words: 'probably right',
      checked: 'Not yet checked on your questions: 0 of 20 outcomes are known.',
    },
    weights: ['anthropic_1', 'openai_1', 'google_1', 'openai_2'].map((agentId) => ({
      agentId,
      words: 'right about 57% · its model is not listed · counts 1.0×',
    })),
    backing:
      '4 of 4 panellists, from 3 model families (anthropic, openai and google). By how often they are right, and with one voice for each model, the 4 panellists count like 4.0 equal ones.',
    dissent: [],
    changes: ['If 2 panellists changed to the same other answer, “Postgres” would no longer lead.'],
    warnings: [],
    progress: 'Finished after 1 round: all panellists agreed.',
  })
})

test('the headline explains an answer that no panellist puts first', () => {
  const torn = (agentId: string, answer: string) => ({
    agentId,
    position: answer,
    answer,
    spread: { [answer]: 0.55, Wait: 0.45 },
  })
  const said = [torn('anthropic_1', 'Buy'), torn('openai_1', 'Buy'), torn('google_1', 'Sell'), torn('openai_2', 'Lend')]
  const { session } = new Debate({ question: choice('Buy', 'Sell', 'Lend', 'Wait') }).begin(1).say(said).end()
  const { title, answer, vote, outweighs, backing } = readHeadline(session)
  expect({ title, answer, vote, outweighs, backing }).toEqual({
    title: 'Contested',
    answer: 'No answer is more likely right than wrong.',
    vote: '2 of 4 ended with “Buy”.',
    outweighs: undefined,
    backing: 'No one puts it first: it is what panellists who split their vote have in common.',
  })
})

test('the headline names dissenting panellists with their reasons, and what would change the answer', () => {
  const { answer, vote, votes, dissent, changes } = readHeadline(split())
  expect(answer).toBe('Open, leaning towards “No, keep it free”')
  expect(vote).toBe('3 of 4 ended against; alone it was 2 to 1 to 1.')
  expect(sayStrip(votes)).toBe('2:1:1 alone → 3:1:0 at the end')
  expect(dissent).toMatchObject([{ agentId: 'openai_2', answer: 'Yes, three days in the office', confidence: 0.7 }])
  expect(changes).toEqual([
    'If 1 panellist changed to “Yes, three days in the office”, “No, keep it free” would no longer lead.',
    'If Historian · gpt-mini is right that “People who are alone at home are lonely, and work less well”, that speaks for “Yes, three days in the office”.',
    'Economist · gemini asked “How many people left after the last such rule?”, which could not be found (“it is not published”); knowing it may change the answer.',
  ])
  // With 3 to 0, one change leaves 2 to 1.
  const held = (agentId: string) => ({ agentId, position: 'A.', answer: 'A' })
  const three = new Debate({ question: choice('A', 'B') }).begin(1)
  const { session } = three.say(['anthropic_1', 'openai_1', 'google_1'].map(held)).end()
  expect(readHeadline(session).changes[0]).toMatch(/^If 2 panellists changed /)
})

test('open context requests and absent seats are listed as possible changes', () => {
  const { state, vote, backing, changes, progress } = readHeadline(failures())
  expect(state).toBe('low')
  expect(vote).toBe('2 of 5 ended with “Postgres”, counting the earlier vote of gpt; alone it was 1 to 1.')
  expect(backing).toContain('2 of 5 panellists')
  expect(changes).toContain(
    'An answer to “What does the load look like at night?”, which Economist · gemini asked for (required): “it decides the matter”.',
  )
  expect(changes.at(-1)).toBe('Hearing gpt, Historian · gpt-mini and llama, who could not be asked or did not answer.')
  expect(progress).toBe('After round 2 of 3. It waits for 1 answer that the panel needs.')
})

test('the headline has no decision before a round has ended', () => {
  expect(readHeadline(new Debate().session)).toMatchObject({
    state: 'open',
    answer: 'Nothing is decided yet.',
    progress: 'The first round has not begun.',
  })
  expect(readHeadline(inProgress()).progress).toBe('Round 1 of 3 is in progress: 1 of 4 answered.')
  const paused = new Debate().begin(1).happen({ type: 'session_pause' }).session
  expect(readHeadline(paused).progress).toBe('Round 1 of 3 is paused: 0 of 4 answered.')
})

test('a debate without statements has no answer and no probability', () => {
  const headline = readHeadline(unheard())
  expect(headline).toMatchObject({
    state: 'unheard',
    answer: 'Nothing was decided.',
    vote: 'No panellist could be heard.',
  })
  for (const name of ['sureness', 'unrated', 'backing']) expect(headline).not.toHaveProperty(name)
})

test('an estimate that no seat gave has no range', () => {
  const { session } = new Debate({ question: estimate('weeks') }).begin(1).fail('openai_1').fail('google_1').end()
  expect(readHeadline(session)).not.toHaveProperty('unrated')
})

test('a single seat is not an agreement', () => {
  const { title, vote, changes } = readHeadline(alone())
  expect([title, vote]).toEqual(['One voice only', '1 of 1 ended with “Postgres”.'])
  expect(changes).toEqual([])
})

test('the headline of a tie names the leading answers and the more likely one', () => {
  const say = (...answers: string[]) =>
    ['anthropic_1', 'openai_1'].map((agentId, i) => ({ agentId, position: answers[i]!, answer: answers[i]! }))
  const tie = new Debate({ question: choice('A', 'B', 'C') }).begin(1).say(say('A', 'B')).end()
  expect(readHeadline(tie.session)).toMatchObject({
    state: 'tied',
    answer: 'No answer: the panel is divided.',
    vote: '2 panellists gave 2 different answers, “A” and “B”.',
  })
  const turned = new Debate({ question: choice('A', 'B', 'C') })
    .begin(1)
    .say(say('A', 'A'))
    .end()
    .begin(2)
    .say(say('A', 'B'))
    .end()
  expect(readHeadline(turned.session)).toMatchObject({
    state: 'tied',
    title: 'Divided',
    answer: 'Open, leaning towards “A”',
    vote: '2 panellists gave 2 different answers, “A” and “B”; alone, all said “A”.',
    sureness: { of: '“A”' },
  })
})

test('if seats changed their minds, the headline is contested and says the private votes', () => {
  const held = (answer: string) =>
    ['anthropic_1', 'openai_1', 'google_1'].map((agentId, i) => {
      const own = i === 0 ? 'B' : answer
      return { agentId, position: own, answer: own, confidence: 0.8 }
    })
  const session = new Debate({ question: choice('A', 'B') })
    .begin(1)
    .say(held('A'))
    .end()
    .begin(2)
    .say(held('B'))
    .end().session
  expect(readHeadline(session)).toMatchObject({
    title: 'Contested',
    answer: 'Open, leaning towards “A”',
    vote: '3 of 4 ended with “B”; alone it was 1 to 2.',
    sureness: { of: '“A”', probability: session.consensus!.decision!.probability },
    backing: 'No one at the end: it is what the panellists said alone.',
    dissent: [{ answer: 'B' }, { answer: 'B' }, { answer: 'B' }],
  })
})

test('from 20 known outcomes on the headline has digits, and the record of each seat', () => {
  const session = unanimous()
  const [first] = session.consensus!.weights
  const weights = [{ ...first!, skill: 0.78, isListed: true, known: 18, right: 14, weight: 3.2 }]
  const { sureness, weights: said } = readHeadline({
    ...session,
    consensus: { ...session.consensus!, weights, outcomes: 20 },
  })
  expect(sureness).toMatchObject({ words: '85% likely to be right', checked: 'Checked on 20 of your decisions.' })
  expect(said).toEqual([{ agentId: first!.agentId, words: 'right about 78% · list; 14 of your 18 · counts 3.2×' }])
})
