import { describe, expect, test } from 'vitest'
import { choice, estimate, openQuestion, proposition, seat } from '../session/fixtures/debate.ts'
import { computeConsensus } from './compute-consensus.ts'
import { type Debate, debate, THRESHOLDS } from './fixtures/debate.ts'

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

    test('counts merged proposals as one, under their label', () => {
      expect(merged([first])).toMatchObject({ leading: 'Roll back', agreementScore: 2 / 3, flips: [] })
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
    expect(result.warnings).toEqual([expect.stringContaining('“B” (2 of 3)')])
    expect(result.recommendation).toMatch(/^3 of 3 ended with “A”; alone it was 1 to 2\./)
  })
})
