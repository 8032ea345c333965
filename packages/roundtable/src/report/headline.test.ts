import { expect, test } from 'vitest'
import { alone, Debate, failures, inProgress, split, unanimous, unheard } from './fixtures/debates.ts'
import { readHeadline } from './headline.ts'

test('the headline of a unanimous debate has the answer, its probability and its supporters', () => {
  const session = unanimous()
  expect(readHeadline(session)).toEqual({
    state: 'high',
    title: 'Agreed',
    decision: 'All say “Postgres”.',
    sureness: {
      of: 'The answer',
      probability: session.consensus!.probability,
      percent: expect.stringMatching(/^\d\d %$/),
      words: 'very likely right',
    },
    backing: '4 of 4 seats stand behind it, from 3 model families (anthropic, openai and google).',
    dissent: [],
    changes: ['If 2 seats went over to the same other answer, this answer would no longer lead.'],
    warnings: [],
    progress: 'Over after 1 round: all agreed from the start.',
  })
})

test('the headline names dissenting seats with their reasons, and what would change the answer', () => {
  const { decision, dissent, changes } = readHeadline(split())
  expect(decision).toBe('Most are against.')
  expect(dissent).toMatchObject([{ agentId: 'openai_2', answer: 'In favour', confidence: 0.7 }])
  expect(changes).toEqual([
    'If 1 seat went over to “In favour”, this answer would no longer lead.',
    'If openai_2 is right that “People who are alone at home are lonely, and work less well”, that speaks for “In favour”.',
    'Nobody could tell google_1 “How many people left after the last such rule?” (“it is not published”); knowing it may change the answer.',
  ])
})

test('open context requests and absent seats are listed as possible changes', () => {
  const { state, decision, backing, changes, progress } = readHeadline(failures())
  expect(state).toBe('insufficient')
  expect(decision).toBe('Too few were heard to decide; those who were mostly say “Postgres”.')
  expect(backing).toContain('2 of 5 seats')
  expect(changes).toContain(
    'An answer to “What does the load look like at night?”, which google_1 asked for (required): “it decides the matter”.',
  )
  expect(changes.at(-1)).toBe('Hearing openai_1, openai_2 and ollama_1, who could not be asked or did not answer.')
  expect(progress).toBe('After round 2 of 3. It waits for 1 answer that the seats need.')
})

test('the headline has no decision before a round has ended', () => {
  expect(readHeadline(new Debate().session)).toMatchObject({
    state: 'open',
    decision: 'Nothing is decided yet.',
    progress: 'The first round has not begun.',
  })
  expect(readHeadline(inProgress()).progress).toBe('Round 1 of 3 is in progress: 1 of 4 seats has answered.')
  const paused = new Debate().begin(1).happen({ type: 'session_pause' }).session
  expect(readHeadline(paused).progress).toBe('Round 1 of 3 is paused: 0 of 4 seats have answered.')
})

test('a debate without statements has no answer and no probability', () => {
  const headline = readHeadline(unheard())
  expect(headline).toMatchObject({ state: 'unheard', decision: 'Nothing was decided: no seat could be heard.' })
  expect(headline).not.toHaveProperty('sureness')
  expect(headline).not.toHaveProperty('backing')
})

test('a single seat is not an agreement', () => {
  const { title, decision, changes } = readHeadline(alone())
  expect([title, decision]).toEqual(['One voice only', 'The only seat that was heard says “Postgres”.'])
  expect(changes).toEqual([])
})

test('the headline of a tie names the leading answers and the more likely one', () => {
  const say = (...answers: string[]) =>
    ['anthropic_1', 'openai_1'].map((agentId, i) => ({ agentId, position: answers[i]!, answer: answers[i]! }))
  const tie = new Debate({ answers: ['A', 'B', 'C'] }).begin(1).say(say('A', 'B')).end()
  expect(readHeadline(tie.session)).toMatchObject({
    state: 'tied',
    decision: 'No decision: as many say “A” as “B”.',
  })
  const turned = new Debate({ answers: ['A', 'B', 'C'] })
    .begin(1)
    .say(say('A', 'A'))
    .end()
    .begin(2)
    .say(say('A', 'B'))
    .end()
  expect(readHeadline(turned.session)).toMatchObject({
    state: 'tied',
    title: 'Divided',
    decision: 'On their own the seats speak for “A”. In the end as many say “A” as “B”.',
    sureness: { of: '“A”', percent: expect.stringMatching(/^\d\d %$/) },
  })
})

test('if seats changed their minds, the headline begins with their private votes', () => {
  const held = (answer: string) =>
    ['anthropic_1', 'openai_1', 'google_1'].map((agentId, i) => {
      const own = i === 0 ? 'B' : answer
      return { agentId, position: own, answer: own, confidence: 0.8 }
    })
  const session = new Debate({ answers: ['A', 'B'] })
    .begin(1)
    .say(held('A'))
    .end()
    .begin(2)
    .say(held('B'))
    .end().session
  expect(readHeadline(session)).toMatchObject({
    title: 'Contested',
    decision: 'On their own the seats speak for “A”. In the end most say “B”.',
    sureness: { of: '“A”', probability: session.consensus!.decision!.probability },
    backing: expect.stringMatching(/^3 of 4 seats stand behind “B”, /),
  })
})
