import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  choice,
  estimate,
  fold,
  opening,
  openQuestion,
  proposition,
  response,
  seat,
  starting,
} from '../session/fixtures/debate.ts'
import type { Merger, Question } from '../session/question.ts'
import { computeConsensus, countRankings } from './compute-consensus.ts'
import { findEnd } from './find-end.ts'
import { type Debate, debate, THRESHOLDS, type Words } from './fixtures/debate.ts'
import { toDebateRecord } from './track-record.ts'

const question = choice('A', 'B', 'C')
const four = ['w', 'x', 'y', 'z']

const after = (given: Debate, round = given.rounds.length) => computeConsensus(debate(given), round, THRESHOLDS)

const sure = (answer: string, confidence: number, more: object = {}) => ({
  answer,
  position: answer,
  confidence,
  ...more,
})

describe('the level', () => {
  test.each<[string, Debate, string, number]>([
    ['all agree', { families: four, question, rounds: [['A', 'A', 'A', 'A']] }, 'high', 1],
    ['three of four agree', { families: four, question, rounds: [['A', 'A', 'A', 'B']] }, 'high', 0.75],
    ['two of four lead', { families: four, question, rounds: [['A', 'A', 'B', 'C']] }, 'medium', 0.5],
    ['two of five lead', { families: [...four, 'v'], question, rounds: [['A', 'A', 'B', 'C', null]] }, 'low', 0.4],
    ['two are against two', { families: four, question, rounds: [['A', 'A', 'B', 'B']] }, 'low', 0.5],
    ['all differ', { families: four.slice(1), question, rounds: [['A', 'B', 'C']] }, 'low', 1 / 3],
    ['one family agrees', { families: ['x', 'x', 'x'], question, rounds: [['A', 'A', 'A']] }, 'medium', 1],
    ['one seat is alone', { families: ['x'], question, rounds: [['A']] }, 'low', 1],
    ['half are heard', { families: four, question, rounds: [['A', 'A', null, null]] }, 'medium', 0.5],
    [
      'fewer than half are heard',
      { families: four, question, rounds: [['A', null, null, null]] },
      'insufficient',
      0.25,
    ],
    ['all fail', { families: four, question, rounds: [Array(4).fill({ code: 'rate_limit' })] }, 'insufficient', 0],
  ])('when %s', (_, given, level, agreementScore) => {
    expect(after(given)).toMatchObject({ level, agreementScore })
  })

  test('counts absent seats', () => {
    const missing = { agentId: 'fay_1', model: 'm', round: 0, phase: 'start' as const, code: 'auth', reason: 'no key' }
    const result = after({ families: ['x', 'y'], question, absent: [missing], rounds: [['A', 'A']] })
    expect(result).toMatchObject({ level: 'medium', seats: { total: 3, heard: 2, absent: 1 } })
    expect(result.agreementScore).toBeCloseTo(2 / 3)
  })
})

describe('the vote', () => {
  test('is sorted by size and names seats and families', () => {
    expect(after({ families: ['x', 'x', 'y'], question, rounds: [['B', 'A', 'A']] })).toMatchObject({
      kind: 'choice',
      leading: 'A',
      families: ['x', 'y'],
      vote: [
        { answer: 'A', agentIds: ['bob_1', 'cat_1'], families: ['x', 'y'] },
        { answer: 'B', agentIds: ['ada_1'], families: ['x'] },
      ],
      dissent: [{ agentId: 'ada_1', answer: 'B', reason: 'width' }],
    })
  })

  test('has no lead, probability or dissent if it is tied', () => {
    const result = after({ families: ['x', 'y'], question, rounds: [['A', 'B']] })
    expect(result).not.toHaveProperty('leading')
    expect(result).not.toHaveProperty('probability')
    expect(result.dissent).toEqual([])
    expect(result.recommendation).toContain('2 panellists gave 2 different answers, “A” and “B”')
  })

  test('can decide on an answer that no seat puts first', () => {
    const question = choice('A', 'B', 'C', 'D')
    const torn = (answer: string): object => sure(answer, 0.6, { spread: { [answer]: 0.5, D: 0.5 } })
    const result = after({ families: ['w', 'x', 'y'], question, rounds: [['A', 'B', 'C'].map(torn)] })
    expect(result.vote.map(({ answer }) => answer)).toEqual(['A', 'B', 'C'])
    expect(result.decision).toMatchObject({ answer: 'D' })
  })

  test('is empty if no seat was heard', () => {
    expect(after({ families: four, question, rounds: [[null, null, null, null]] })).toMatchObject({
      vote: [],
      independentVote: [],
      seats: { total: 4, heard: 0, absent: 4 },
      recommendation: expect.stringContaining('No panellist was heard'),
    })
  })

  const stand = (stance: 'support' | 'oppose' | 'neutral', position: string) => ({ stance, position })

  test('says the sides of a proposition as people say them', () => {
    const rounds = [[stand('support', 'Growth.'), stand('support', 'Rents.'), stand('neutral', 'Staff.')]]
    expect(after({ families: ['x', 'y', 'z'], question: proposition(), rounds })).toMatchObject({
      kind: 'proposition',
      leading: 'Yes, move',
      vote: [{ answer: 'Yes, move' }, { answer: 'Undecided' }],
      recommendation: expect.stringContaining('2 of 3 ended in favour'),
    })
  })

  test('of undecided seats is no answer', () => {
    const undecided = stand('neutral', 'It depends.')
    const all = after({
      families: ['x', 'y', 'z'],
      question: proposition(),
      rounds: [[undecided, undecided, undecided]],
    })
    expect(all).toMatchObject({ leading: 'Undecided', level: 'low' })
    expect(all).not.toHaveProperty('decision')
    expect(all).not.toHaveProperty('probability')
    expect(all.recommendation).toBe('3 of 3 ended undecided. Decide by their reasons, or ask what would settle it.')
    const one = after({
      families: ['x', 'y', 'z'],
      question: proposition(),
      rounds: [[undecided, undecided, stand('support', 'Yes.')]],
    })
    expect(one).toMatchObject({ decision: { answer: 'Yes, move' }, unrated: 'evidence' })
    expect(one.decision).not.toHaveProperty('probability')
    expect(one.recommendation).toContain('One voice says “Yes, move”, which is too little to go by.')
    const yes = stand('support', 'Yes.')
    const two = after({
      families: [...four, 'v'],
      question: proposition(),
      rounds: [[undecided, undecided, undecided, yes, yes]],
    })
    expect(two.decision!.probability).toBeLessThan(0.75)
    expect(two.recommendation).not.toContain('Counting')
  })

  test('never reports agreement for different proposals, with any stance', () => {
    const rounds = [
      ['PostgreSQL', 'MongoDB', 'DynamoDB', 'SQLite'].map((answer) => ({
        answer,
        position: answer,
        stance: 'support' as const,
      })),
    ]
    const result = after({ families: four, question: openQuestion, topic: 'Which database should we use?', rounds })
    expect(result).toMatchObject({ kind: 'open', level: 'low', agreementScore: 0.25 })
    expect(result).not.toHaveProperty('leading')
    expect(result).not.toHaveProperty('decision')
    expect(result.recommendation).toContain('4 panellists gave 4 different answers')
  })

  test.each([choice('positive', 'neutral', 'negative'), openQuestion])(
    'for “neutral” is an answer, unless the question is a proposition: $kind',
    (question) => {
      const given = debate({ families: ['x', 'y', 'z'], question, rounds: [['neutral', 'neutral', 'positive']] })
      const result = computeConsensus(given, 1, THRESHOLDS)
      expect(result).toMatchObject({ level: 'medium', leading: 'neutral', decision: { answer: 'neutral' } })
      expect(result.probability).toBeGreaterThan(0.5)
    },
  )

  describe('on an open question', () => {
    const merger = {
      groups: [
        { label: 'Roll back', reason: 'The same step.', texts: ['Roll back now', 'Revert the release'] },
        { label: 'Roll forward', reason: '', texts: ['Fix it forward'] },
      ],
      round: 1,
      usage: { inputTokens: 1, outputTokens: 1 },
    }
    const merged = (rounds: Debate['rounds']) => {
      const session = { ...debate({ families: ['x', 'y', 'z'], question: openQuestion, rounds }), merger }
      return computeConsensus(session, rounds.length, THRESHOLDS)
    }
    const first = ['Roll back now', 'Revert the release', 'Fix it forward']
    const stands = (answer: string) => ({ answer, position: `${answer}.`, standsBehind: true })

    test('counts merged proposals as one, under their label, and as agreement once their seats confirm it', () => {
      expect(merged([first])).toMatchObject({ leading: 'Roll back', level: 'low', agreementScore: 1 / 3, flips: [] })
      const confirmed = merged([first, [stands(first[0]!), stands(first[1]!), first[2]!]])
      expect(confirmed).toMatchObject({ leading: 'Roll back', level: 'medium', agreementScore: 2 / 3, flips: [] })
    })

    test('counts proposals in the same words as agreement, also while others in their group are not confirmed', () => {
      const same = [first[0]!, first[0]!, first[1]!]
      expect(merged([same])).toMatchObject({ leading: 'Roll back', level: 'medium', agreementScore: 2 / 3 })
    })

    test.each<[string, Debate['rounds'][number][], string[] | undefined]>([
      ['nothing', [first], ['ada_1', 'bob_1']],
      ['the same words', [first, first], ['ada_1', 'bob_1']],
      ['that it stands behind it', [first, [stands(first[0]!), stands(first[1]!)]], undefined],
      ['so, and nothing after it', [first, [stands(first[0]!), stands(first[1]!)], first], undefined],
      ['the label', [first, ['Roll back', 'roll back']], undefined],
      [
        'so of an earlier proposal',
        [
          ['Roll back now', 'Fix it forward'],
          [stands('Roll back now'), stands(first[1]!)],
        ],
        ['bob_1'],
      ],
    ])('takes a group for confirmed by what each seat says of it: %s', (_, rounds, unconfirmed) => {
      expect(merged(rounds).unconfirmed).toEqual(unconfirmed)
    })

    test('lets a seat leave its group, for its earlier proposal too', () => {
      const leaves = { answer: 'Pause sales', position: 'Pause sales.', standsBehind: false }
      const { vote, independentVote, flips } = merged([first, ['Roll back', leaves, 'Roll forward']])
      expect(vote.map(({ answer }) => answer)).toEqual(['Roll back', 'Pause sales', 'Roll forward'])
      expect(independentVote.map(({ answer }) => answer)).toEqual(['Roll back', 'Revert the release', 'Roll forward'])
      expect(flips).toMatchObject([{ agentId: 'bob_1', from: 'Revert the release', to: 'Pause sales' }])
    })
  })

  describe('on an estimate', () => {
    const guess = (value: number, low: number, high: number) => ({
      estimate: { value, low, high },
      position: `${value}.`,
    })
    const estimated = (...said: ReturnType<typeof guess>[]) =>
      after({ families: four.slice(0, said.length), question: estimate('days'), rounds: [said] })

    test('is a distribution, and agreement is how many ranges contain its median', () => {
      const result = estimated(guess(10, 8, 14), guess(12, 9, 20), guess(40, 30, 60))
      expect(result).toMatchObject({
        kind: 'estimate',
        leading: 'About 12 days',
        unrated: 'estimate',
        agreementScore: 2 / 3,
        estimate: { median: 12, unit: 'days' },
      })
      expect(result.estimate!.low).toBeLessThan(10)
      expect(result.estimate!.high).toBeGreaterThan(40)
      expect(result.recommendation).toMatch(/^The panel estimates 12 days, between /)
      expect(result).not.toHaveProperty('probability')
    })

    test('is the number of the panel where no range contains it, and then no one agrees', () => {
      const result = estimated(guess(5, 5, 5), guess(6, 6, 6), guess(500, 500, 500), guess(900, 900, 900))
      expect(result).toMatchObject({ agreementScore: 0, level: 'low', decision: { answer: 'About 253 days' } })
      expect(result).not.toHaveProperty('leading')
      expect(result.recommendation).toMatch(
        /^The panel estimates 253 days, between 5 and 900; no one finds that possible/,
      )
    })

    test('is said without digits that mean nothing, and a year without a comma', () => {
      const weeks = estimated(guess(28, 16, 52), guess(52, 30, 100), guess(12, 8, 20), guess(20, 10, 40))
      expect(weeks.estimate).toMatchObject({ low: expect.closeTo(10.1, 1), high: expect.closeTo(64.8, 1) })
      expect(weeks.recommendation).toMatch(/^The panel estimates 24 days, between 10 and 65;/)
      const shares = estimated(guess(0.31, 0.254, 0.402), guess(0.33, 0.271, 0.447))
      expect(shares.recommendation).toMatch(/^The panel estimates 0.32 days, between 0.26 and 0.43;/)
      const same = estimated(guess(15, 15, 15), guess(15, 15, 15))
      expect(same.recommendation).toMatch(/^The panel estimates 15 days; 2 of 2 find that possible/)
      const years = estimated(guess(2031, 2028, 2036), guess(2033, 2030, 2041))
      expect(years).toMatchObject({ decision: { answer: 'About 2032 days' } })
      expect(years.recommendation).toMatch(/between 20\d\d(\.\d)? and 20\d\d/)
    })

    test('of a single seat is its own range', () => {
      expect(estimated(guess(10, 8, 14)).estimate).toMatchObject({ median: 10, low: 8, high: 14 })
    })
  })

  test('keeps the earlier vote of a seat that was not heard again, and names the seat', () => {
    const rounds = [
      ['A', 'A', 'A'],
      ['A', 'A', { code: 'budget' }],
    ]
    const result = after({ families: ['x', 'y', 'z'], question, rounds })
    expect(result).toMatchObject({ agreementScore: 1, carried: ['cat_1'], seats: { heard: 2, absent: 1 } })
    expect(result.recommendation).toContain('counting the earlier vote of cat_1')
  })

  test('of a round in which no seat was heard again is that of the round before', () => {
    const budget = { code: 'budget' }
    const rounds = [
      ['A', 'A', 'B'],
      [budget, budget, budget],
    ]
    const { recommendation } = after({ families: ['x', 'y', 'z'], question, rounds })
    expect(recommendation).toMatch(/^2 of 3 ended with “A”, counting their earlier votes;/)
  })

  test('is the ballot of a seat that is assigned a side', () => {
    const role = { name: 'advocate', instruction: 'Argue against.', stance: 'oppose' as const }
    const given = {
      families: ['x', 'y', 'z'],
      question,
      roles: [role],
      ballots: ['A', 'A', 'A'],
      rounds: [['B', 'A', 'A']],
    }
    expect(after(given)).toMatchObject({ leading: 'A', agreementScore: 1, flips: [] })
    expect(after({ ...given, ballots: [{ code: 'timeout' }, 'A', 'A'] })).toMatchObject({
      vote: [{ agentIds: ['bob_1', 'cat_1'] }],
      seats: { heard: 3 },
    })
  })
})

describe('the independent vote', () => {
  test('is the first round if there were no ballots', () => {
    const given = {
      families: ['x', 'y'],
      question,
      rounds: [
        ['A', 'B'],
        ['B', 'B'],
      ],
    }
    expect(after(given).independentVote.map(({ answer }) => answer)).toEqual(['A', 'B'])
  })

  test('is the ballots, without the first statement of a seat that cast none', () => {
    const given = { families: ['x', 'y'], question, ballots: ['A', { code: 'timeout' }], rounds: [['B', 'B']] }
    expect(after(given).independentVote).toEqual([{ answer: 'A', agentIds: ['ada_1'], families: ['x'] }])
  })

  test('does not include a later ballot of a seat that is assigned a side', () => {
    const session = debate({
      families: ['x', 'y'],
      question,
      roles: [{ name: 'Advocate', instruction: '', stance: 'support' }, undefined],
      ballots: [{ code: 'timeout' }, 'B'],
      again: ['A', 'B'],
      rounds: [
        ['B', 'B'],
        ['B', 'B'],
      ],
    })
    const votes = (round: number) => computeConsensus(session, round, THRESHOLDS).vote.map(({ answer }) => answer)
    expect([votes(1), votes(2)]).toEqual([['B'], ['A', 'B']])
    expect(computeConsensus(session, 2, THRESHOLDS).flips).toEqual([])
  })

  test('is the first round with a statement', () => {
    const given = {
      families: ['x', 'y'],
      question,
      rounds: [
        [null, null],
        ['A', 'A'],
      ],
    }
    expect(after(given).independentVote).toHaveLength(1)
  })
})

describe('flips', () => {
  test('have a round, both sides and the reason', () => {
    const rounds = [
      ['A', 'B'],
      [sure('B', 0.9, { changeReason: 'The numbers.' }), 'B'],
    ]
    expect(after({ families: ['x', 'y'], question, rounds }).flips).toEqual([
      { agentId: 'ada_1', round: 2, from: 'A', to: 'B', reason: 'The numbers.' },
    ])
  })

  test('include flips back', () => {
    const rounds = [
      ['A', 'B'],
      ['B', 'B'],
      ['A', 'B'],
    ]
    expect(after({ families: ['x', 'y'], question, rounds }).flips.map(({ round, to }) => [round, to])).toEqual([
      [2, 'B'],
      [3, 'A'],
    ])
  })

  test('of a seat that was absent start from its last vote', () => {
    const rounds = [
      ['A', 'B'],
      [null, 'B'],
      ['B', 'B'],
    ]
    expect(after({ families: ['x', 'y'], question, rounds }).flips).toMatchObject([{ round: 3, from: 'A', to: 'B' }])
  })

  test('of the first round start from the ballot', () => {
    const given = { families: ['x', 'y'], question, ballots: ['A', 'B'], rounds: [['B', 'B']] }
    expect(after(given).flips).toMatchObject([{ agentId: 'ada_1', round: 1, from: 'A', to: 'B' }])
  })

  test('do not include later rounds', () => {
    expect(
      after(
        {
          families: ['x', 'y'],
          question,
          rounds: [
            ['A', 'B'],
            ['B', 'B'],
          ],
        },
        1,
      ).flips,
    ).toEqual([])
  })

  test('include a position that negates the previous one', () => {
    const rounds = [
      ['Move to Berlin.', 'Stay.'],
      ['Do not move to Berlin.', 'Stay.'],
    ]
    expect(after({ families: ['x', 'y'], topic: 'Where to?', rounds }).flips).toMatchObject([{ agentId: 'ada_1' }])
  })
})

describe('the probability', () => {
  const probability = (given: Debate) => after(given).probability!
  const unanimous = (families: string[], confidence = 0.9) =>
    probability({ families, question, rounds: [families.map(() => sure('A', confidence))] })

  test('rises with each seat that agrees', () => {
    expect(unanimous(['x', 'y', 'z'])).toBeGreaterThan(unanimous(['x', 'y']))
    expect(unanimous(four)).toBeGreaterThan(unanimous(['x', 'y', 'z']))
    expect(unanimous(four)).toBeLessThan(1)
  })

  test('does not depend on how sure the seats sound, nor on their families', () => {
    expect(unanimous(['x', 'y', 'z'], 0.99)).toBe(unanimous(['x', 'y', 'z'], 0.4))
    expect(unanimous(['x', 'x', 'x'])).toBe(unanimous(['x', 'y', 'z']))
  })

  test('is lower if another answer has a vote, and if more answers are possible', () => {
    const of = (three: string[], possible = question) =>
      probability({ families: ['x', 'y', 'z'], question: possible, rounds: [three] })
    expect(of(['A', 'A', 'B'])).toBeLessThan(of(['A', 'A', 'A']))
    expect(of(['A', 'A', 'B'], choice('A', 'B'))).toBeLessThan(0.7)
  })

  test('does not change with the discussion alone', () => {
    const first = four.map(() => 'A')
    const before = probability({ families: four, question, rounds: [first] })
    expect(probability({ families: four, question, rounds: [first, [...first.slice(1), 'B']] })).toBe(before)
  })

  test('stays low if a minority convinced all others', () => {
    const rounds = [
      ['A', 'B', 'B', 'B'],
      ['A', 'A', 'A', 'A'],
    ]
    expect(probability({ families: four, question, rounds })).toBeLessThan(0.5)
  })
})

describe('the decision', () => {
  const decision = (given: Debate) => after(given).decision

  test('follows the private votes, not later changes of mind', () => {
    const rounds = [
      ['A', 'B', 'B', 'B'],
      ['A', 'A', 'A', 'A'],
    ]
    const given = { families: four, question, rounds }
    expect(after(given)).toMatchObject({ leading: 'A', decision: { answer: 'B' } })
    expect(decision(given)!.probability).toBeGreaterThan(after(given).probability!)
  })

  describe('with one seat that is right more often than three others', () => {
    const skills = { 'provider/ada_1': 0.95, 'provider/bob_1': 0.3, 'provider/cat_1': 0.3, 'provider/dan_1': 0.3 }
    const weighed = (isCheckable: boolean) =>
      computeConsensus(
        debate({ families: four, question: { ...choice('A', 'B'), isCheckable }, rounds: [['A', 'B', 'B', 'B']] }),
        1,
        THRESHOLDS,
        { skills },
      )

    test('names the seat, what it counts, and what it outweighs', () => {
      expect(weighed(true)).toMatchObject({ leading: 'B', decision: { answer: 'A' } })
      expect(weighed(true).recommendation).toMatch(
        /ada_1 \(\d\.\d×\) outweighs the 3 who answered “B” on their own \(\d\.\d× together\), because its model is right more often\.$/,
      )
    })

    test('does not say that it outweighs them if it hardly does', () => {
      const session = debate({ families: ['x', 'y'], question: choice('A', 'B'), rounds: [['A', 'B']] })
      const known = { skills: { 'provider/ada_1': 0.6, 'provider/bob_1': 0.55 } }
      const { recommendation } = computeConsensus(session, 1, THRESHOLDS, known)
      expect(recommendation).toContain('leaning towards “A”')
      expect(recommendation).toMatch(/Weighed by how often each panellist is right, “A” is slightly ahead\.$/)
    })

    test('says that it is surer than usual if it is right no more often than the others', () => {
      const rounds = [[sure('A', 0.97), sure('B', 0.5)]]
      const session = debate({ families: ['x', 'y'], question: choice('A', 'B'), rounds })
      const model = { known: 0, right: 0, pairs: 0, agreed: 0, usual: 0.5 }
      const record = { outcomes: 0, models: { 'provider/ada_1': model, 'provider/bob_1': model } }
      expect(computeConsensus(session, 1, THRESHOLDS, { record }).recommendation).toMatch(
        /ada_1 \(1\.\d×\) outweighs .*, because it is surer than usual\.$/,
      )
    })

    test('counts all votes the same if it is a question of values', () => {
      const result = weighed(false)
      expect(result).toMatchObject({ unrated: 'values', effective: 4, decision: { answer: 'B' } })
      expect(result.recommendation).not.toContain('outweighs')
    })
  })

  test('follows a skilled minority, by the table or by skills that are given', () => {
    const session = debate({ families: four, question, rounds: [['A', 'B', 'B', 'C']] })
    const models = ['openai/o4-mini', 'local/llama-3.2-3b', 'local/yi-6b-chat', 'local/mistral-7b']
    const seats = session.seats.map((seat, i) => ({ ...seat, model: models[i]! }))
    expect(computeConsensus({ ...session, seats }, 1, THRESHOLDS).decision?.answer).toBe('A')
    expect(computeConsensus(session, 1, THRESHOLDS).decision?.answer).toBe('B')
    const strong = session.seats.map((seat, i) => ({ ...seat, model: `own/${i}` }))
    const skills = { 'own/0': 0.95, 'own/1': 0.3, 'own/2': 0.3, 'own/3': 0.3 }
    expect(computeConsensus({ ...session, seats: strong }, 1, THRESHOLDS, { skills }).decision?.answer).toBe('A')
  })

  test('does not exist for a tie of equal seats, however sure one side sounds', () => {
    const given = { families: ['x', 'y'], question, rounds: [[sure('A', 0.95), sure('B', 0.4)]] }
    expect(decision(given)).toBeUndefined()
    expect(after(given).recommendation).toMatch(/^2 panellists gave 2 different answers, “A” and “B”/)
  })

  test.each([2, 3, 6])('follows a majority of %d of equal seats', (count) => {
    const first = [...Array(count).fill('A'), 'B']
    const families = first.map((_, i) => `family ${i}`)
    expect(decision({ families, question, rounds: [first] })?.answer).toBe('A')
  })

  test('does not change when seats are convinced', () => {
    const first = ['A', 'A', 'B', 'B', 'B']
    const families = [...four, 'v']
    const stayed = decision({ families, question, rounds: [first, first] })
    expect(stayed?.answer).toBe('B')
    expect(decision({ families, question, rounds: [first, ['A', 'A', 'A', 'A', 'A']] })).toEqual(stayed)
  })

  describe('if seats were asked again in private', () => {
    const first = [sure('A', 0.7), sure('A', 0.7), sure('B', 0.7), sure('B', 0.7), sure('C', 0.7)]
    const families = [...four, 'v']
    const asked = (...again: Debate['rounds'][number]) =>
      after({
        families,
        question,
        again,
        rounds: [first, first.map(({ answer, confidence }) => sure(answer, confidence))],
      })

    test('follows seats that repeat their answer', () => {
      expect(asked().decision).toBeUndefined()
      expect(asked('A', 'A', 'B', 'A', 'C').decision?.answer).toBe('A')
      expect(asked('B', 'A', 'B', 'B', 'C').decision?.answer).toBe('B')
    })

    test('is more probable if more of its supporters repeat their answer', () => {
      const sureOf = (...again: string[]) => asked(...again).decision
      const all = sureOf('A', 'A', 'C', 'C', 'A')
      expect(all!.answer).toBe('A')
      expect(sureOf('A', 'A', 'C', 'C', 'B')!.probability).toBeLessThan(all!.probability!)
    })

    test('does not count a private change as persuasion', () => {
      const given = { families: four, question, again: four.map(() => 'A') }
      const alone = ['A', 'B', 'B', 'B']
      const staying = after({ ...given, rounds: [alone, four.map(() => 'A')] })
      const leaving = after({ ...given, rounds: [alone, alone] })
      expect(staying.decision).toEqual(leaving.decision)
      expect(staying.warnings.join(' ')).not.toMatch(/Groupthink|most were for/)
    })

    test('may be an answer that occurs only in the second ballot, in its words', () => {
      expect(asked(...families.map(() => sure('D', 0.8))).decision).toMatchObject({ answer: 'D' })
    })

    test('counts a seat that had failed before', () => {
      const lost = { families, question, rounds: [[...first.slice(0, 4), { code: 'timeout' }], first] }
      expect(after(lost).decision).toBeUndefined()
      expect(after({ ...lost, again: [null, null, null, null, sure('A', 0.7)] }).decision?.answer).toBe('A')
    })

    test('keeps the votes of rounds and the flips unchanged', () => {
      const { decision: _, probability: __, recommendation: ___, ...counted } = asked()
      const { againVote, ...told } = asked('B', 'B', 'B', 'B', 'C')
      expect(told).toMatchObject({ ...counted, warnings: expect.any(Array) })
      expect(againVote?.map(({ answer, agentIds }) => [answer, agentIds.length])).toEqual([
        ['B', 4],
        ['C', 1],
      ])
      expect(told.recommendation).not.toContain('why they changed')
    })
  })

  test('does not count a seat that was not heard', () => {
    const heard = { families: ['x', 'y'], question, rounds: [[sure('A', 0.8), sure('A', 0.8)]] }
    const wanted = { families: ['x', 'y', 'z'], question, rounds: [[sure('A', 0.8), sure('A', 0.8), null]] }
    expect(decision(wanted)).toEqual(decision(heard))
  })

  test('follows seats that changed after facts had arrived', () => {
    const turn = (isFound: boolean) => {
      const session = debate({
        families: ['x', 'y', 'z'],
        question,
        rounds: [
          [sure('A', 0.8), sure('A', 0.8), sure('B', 0.8)],
          [sure('B', 0.9), sure('B', 0.9), sure('B', 0.9)],
        ],
        requests: ['required'],
      })
      const answer = { requestId: 'req_0', success: isFound, timestamp: session.updatedAt }
      const contextRequests = session.contextRequests.map((request) => ({ ...request, answer }))
      const rounds = session.rounds.map((round) => ({ ...round, contextIds: round.number === 2 ? ['req_0'] : [] }))
      return computeConsensus({ ...session, contextRequests, rounds }, 2, THRESHOLDS).decision?.answer
    }
    expect(turn(true)).toBe('B')
    expect(turn(false)).toBe('A')
  })
})

describe('the note on the probability', () => {
  const agreed = { families: ['x', 'y'], rounds: [['A', 'A']] }
  const seats = ['ada_1', 'bob_1'].map((agentId) => seat(agentId, { model: 'demo' }))

  test('gives the reason if there is none: demo seats, a question of values, or fewer than two votes', () => {
    expect(after({ ...agreed, question })).not.toHaveProperty('unrated')
    const values = { ...question, isCheckable: false }
    expect(after({ ...agreed, question: values })).toMatchObject({ unrated: 'values', decision: { answer: 'A' } })
    expect(after({ ...agreed, question: values }).decision).not.toHaveProperty('probability')
    expect(after({ families: ['x'], question, rounds: [['A']] })).toMatchObject({ unrated: 'evidence' })
    const demo = computeConsensus({ ...debate({ ...agreed, question }), seats }, 1, THRESHOLDS)
    expect(demo).toMatchObject({ unrated: 'demo', recommendation: expect.stringContaining('no advice') })
    expect(demo).not.toHaveProperty('probability')
  })

  test('is no surer for more seats with one model', () => {
    const session = debate({ families: four, question, rounds: [['A', 'A', 'A', 'A']] })
    const of = (...models: string[]) => {
      const seats = session.seats.map((one, i) => ({ ...one, model: models[i % models.length]! }))
      return computeConsensus({ ...session, seats }, 1, THRESHOLDS)
    }
    const [one, two, all] = [of('a/m'), of('a/m', 'a/n'), of('a/m', 'a/n', 'a/o', 'a/p')]
    expect([one, two, all].map(({ effective }) => effective)).toEqual([1, 2, 4])
    expect(one.decision!.probability).toBeLessThan(two.decision!.probability!)
    expect(two.decision!.probability).toBeLessThan(all.decision!.probability!)
    // The same model from two providers is one model.
    expect(of('openai/gpt-4o', 'openrouter/openai/gpt-4o').effective).toBe(1)
  })

  test('includes advice that follows from it: a split panel gets no recommendation', () => {
    const advice = (given: Debate) => after(given).recommendation
    const skills = { families: four, question: choice('A', 'B'), rounds: [['A', 'A', 'B', 'B']] }
    expect(advice(skills)).not.toMatch(/Recommendation/)
    expect(advice({ ...agreed, question: choice('A', 'B') })).toMatch(/probably right|leaning towards|nine of ten/)
  })

  test('counts the spread of a seat that is torn', () => {
    const torn = { answer: 'A', position: 'Torn.', spread: { A: 0.6, B: 0.4 } }
    const sureOf = (second: Debate['rounds'][number][number]) =>
      after({ families: ['x', 'y', 'z'], question: choice('A', 'B'), rounds: [['A', second, 'B']] }).decision!
        .probability!
    expect(sureOf(torn)).toBeLessThan(sureOf('A'))
  })
})

describe('warnings', () => {
  const warnings = (given: Debate) => after(given).warnings.join(' ')
  const families = ['x', 'y', 'z']

  test('are empty for an honest agreement', () => {
    expect(
      after({
        families,
        question,
        rounds: [
          ['A', 'A', 'A'],
          ['A', 'A', 'A'],
        ],
      }).warnings,
    ).toEqual([])
  })

  test('report changes without a reason', () => {
    const reasoned = sure('A', 0.5, { changeReason: 'The numbers.' })
    expect(
      warnings({
        families,
        question,
        rounds: [
          ['A', 'A', 'B'],
          ['A', 'A', 'A'],
        ],
      }),
    ).toContain('without saying why')
    expect(
      warnings({
        families,
        question,
        rounds: [
          ['A', 'A', 'B'],
          ['A', 'A', reasoned],
        ],
      }),
    ).toBe('')
    expect(
      warnings({
        families: four,
        question,
        rounds: [
          ['A', 'A', 'B', 'B'],
          ['A', 'A', 'A', 'B'],
        ],
      }),
    ).toBe('')
  })

  test('report that a third of the seats change their answer when asked again', () => {
    const rounds = [
      ['A', 'A', 'A', 'B'],
      ['A', 'A', 'A', 'B'],
    ]
    const asked = (...again: string[]) => warnings({ families: four, question, again, rounds })
    expect(asked('A', 'B', 'B', 'B')).toContain('Asked once more on their own, 2 of 4 panellists said something else.')
    expect(asked('A', 'A', 'B', 'B')).not.toContain('once more')
  })

  test('report an agreement of a single family', () => {
    expect(warnings({ families: ['x', 'x', 'y'], question, rounds: [['A', 'A', 'B']] })).toContain('one family (x)')
  })

  test('report a rise in confidence without new evidence', () => {
    const rise = (citations: object[]) => ({
      families,
      question,
      rounds: [
        families.map(() => sure('A', 0.7, { citations: [{ title: 'Old' }] })),
        families.map(() => sure('A', 0.8, { citations })),
      ],
    })
    expect(warnings(rise([{ title: 'old' }]))).toContain('grew surer')
    expect(warnings(rise([{ title: 'New' }]))).toBe('')
  })

  test('report a rise in confidence on a corrected question if its sources were cited before', () => {
    const rise = (citations: object[]) => ({
      families,
      question: { ...question, since: 2, earlier: [{ kind: 'open' as const, since: 1 }] },
      again: families.map(() => sure('A', 0.7)),
      rounds: [
        families.map(() => sure('B', 0.7, { citations: [{ title: 'Old' }] })),
        families.map(() => sure('A', 0.8, { citations })),
      ],
    })
    expect(warnings(rise([{ title: 'old' }]))).toContain('grew surer')
    expect(warnings(rise([{ title: 'New' }]))).toBe('')
  })

  test('report a lead that differs from the independent one, also in the recommendation', () => {
    const reasoned = sure('A', 0.5, { changeReason: 'The numbers.' })
    const result = after({
      families,
      question,
      rounds: [
        ['A', 'B', 'B'],
        ['A', reasoned, reasoned],
      ],
    })
    expect(result.warnings).toEqual([expect.stringContaining('“B” (2 of 3 private answers)')])
    expect(result.recommendation).toMatch(/^3 of 3 ended with “A”; alone it was 1 to 2\./)
  })
})

/** A debate whose seats have ranked each other in the second round. */
function ranked(rankings: Record<string, string[] | undefined>) {
  const ids = Object.keys(rankings)
  return fold(
    { type: 'session_start', opening: opening({ seats: ids.map((id) => seat(id)) }) },
    { ...starting(1), agentIds: ids },
    ...ids.map((agentId) => ({ type: 'response_add', response: response({ agentId }) }) as const),
    ...ids.map((agentId) => {
      const ranking = rankings[agentId]
      const said = response({ agentId, round: 2, ...(ranking !== undefined && { ranking }) })
      return { type: 'response_add', response: said } as const
    }),
  )
}

const places = (rankings: Record<string, string[] | undefined>) =>
  countRankings(ranked(rankings), 2)?.map(({ agentId, place, score }) => [agentId, place, Number(score.toFixed(3))])

test('rankings are counted by Borda, and equal scores share a place', () => {
  expect(places({ a: ['b', 'c', 'd'], b: ['a', 'c', 'd'], c: ['a', 'b', 'd'], d: ['b', 'a', 'c'] })).toEqual([
    ['a', 1, 0.833],
    ['b', 1, 0.833],
    ['c', 3, 0.333],
    ['d', 4, 0],
  ])
})

test('answers that a seat left out share the points that are left, and a seat without a ranking counts for none', () => {
  expect(places({ a: ['b'], b: undefined, c: ['b', 'a'] })).toEqual([
    ['b', 1, 1],
    ['a', 2, 0],
    ['c', 2, 0],
  ])
})

test('the answers of the last round that was heard are ranked', () => {
  const { responses, ...session } = ranked({ a: ['b'], b: ['a'] })
  const later = responses.map((one) => (one.round === 2 ? { ...one, round: 3 } : one))
  expect(countRankings({ ...session, responses: later }, 3)?.map(({ agentId }) => agentId)).toEqual(['a', 'b'])
})

test('a round without rankings has no result', () => {
  expect(places({ a: undefined, b: undefined })).toBeUndefined()
})

const OPTIONS = ['A', 'B', 'C', 'D']
const QUESTIONS: readonly Question[] = [choice(...OPTIONS), openQuestion, estimate(), proposition()]

const share = fc.double({ min: 0, max: 1, noNaN: true })
const common = { position: fc.constant('It is so.') }
const maybe = { confidence: share, changeReason: fc.constant('It is cheaper.'), standsBehind: fc.boolean() }
const spread = fc
  .uniqueArray(fc.tuple(fc.constantFrom(...OPTIONS), fc.integer({ min: 1, max: 9 })), {
    minLength: 1,
    selector: ([key]) => key,
  })
  .map((parts) => {
    const total = parts.reduce((sum, [, part]) => sum + part, 0)
    return Object.fromEntries(parts.map(([option, part]) => [option, part / total]))
  })

/** What a seat says in one round, also in the form of another question. */
const words: fc.Arbitrary<Words> = fc.oneof(
  { weight: 1, arbitrary: fc.constantFrom(null, { code: 'budget' }, { code: 'timeout' }) },
  {
    weight: 6,
    arbitrary: fc.record(
      { ...common, answer: fc.constantFrom(...OPTIONS, 'a.', 'Use X', 'Use Y'), spread, ...maybe },
      { requiredKeys: ['position', 'answer'] },
    ),
  },
  {
    weight: 4,
    arbitrary: fc.record(
      { ...common, stance: fc.constantFrom('support', 'oppose', 'neutral'), ...maybe },
      { requiredKeys: ['position', 'stance'] },
    ),
  },
  {
    weight: 2,
    arbitrary: fc.record(
      { ...common, estimate: fc.constantFrom({ value: 7 }, { value: 5, low: 1, high: 9 }, { value: -1e15 }), ...maybe },
      { requiredKeys: ['position', 'estimate'] },
    ),
  },
)

const merger = fc
  .constantFrom<Merger['groups'][]>(
    [],
    [{ label: 'D', reason: 'The same.', texts: ['Use X', 'Use Y', 'C'] }],
    [
      { label: 'A', reason: 'The same.', texts: ['A', 'Use X'] },
      { label: 'B', reason: '', texts: ['B'] },
    ],
  )
  .map((groups): Merger => ({ groups, round: 1, usage: { inputTokens: 1, outputTokens: 1 } }))

const given = fc.integer({ min: 1, max: 5 }).chain((count) => {
  const each = fc.array(words, { minLength: count, maxLength: count })
  return fc.record(
    {
      families: fc.array(fc.constantFrom('x', 'y', 'z'), { minLength: count, maxLength: count }),
      question: fc
        .tuple(fc.constantFrom(...QUESTIONS), fc.integer({ min: 1, max: 2 }))
        .map(([question, since]) => ({ ...question, since })),
      rounds: fc.array(each, { minLength: 2, maxLength: 3 }),
      exitOnConsensus: fc.boolean(),
      ballots: each,
      again: each,
      merger,
    },
    { requiredKeys: ['families', 'question', 'rounds'] },
  )
})

test('any debate has a result with shares between 0 and 1, and a record', () => {
  const property = fc.property(given, ({ merger, ...played }) => {
    const session = { ...debate(played), ...(merger !== undefined && { merger }) }
    const consensus = computeConsensus(session, played.rounds.length, THRESHOLDS)
    const { agreementScore, decision, probability, level, unconfirmed } = consensus
    for (const one of [agreementScore, probability, decision?.probability])
      if (one !== undefined) expect(one >= 0 && one <= 1).toBe(true)
    if (unconfirmed !== undefined) expect(level).not.toBe('high')
    findEnd(session, consensus, THRESHOLDS)
    const answer = decision?.answer
    const outcome = answer === undefined ? {} : { outcome: { verdict: 'wrong' as const, answer, timestamp: '' } }
    toDebateRecord({ ...session, consensus, ...outcome })
  })
  fc.assert(property, { numRuns: 500 })
})
