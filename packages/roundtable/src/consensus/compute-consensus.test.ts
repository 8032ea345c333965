import { describe, expect, test } from 'vitest'
import { DEFAULT_CALIBRATION } from './calibration.ts'
import { computeConsensus } from './compute-consensus.ts'
import { type Debate, debate, THRESHOLDS } from './fixtures/debate.ts'

const answers = ['A', 'B', 'C']
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
    ['all agree', { families: four, answers, rounds: [['A', 'A', 'A', 'A']] }, 'high', 1],
    ['three of four agree', { families: four, answers, rounds: [['A', 'A', 'A', 'B']] }, 'high', 0.75],
    ['two of four lead', { families: four, answers, rounds: [['A', 'A', 'B', 'C']] }, 'medium', 0.5],
    ['two of five lead', { families: [...four, 'v'], answers, rounds: [['A', 'A', 'B', 'C', null]] }, 'low', 0.4],
    ['two are against two', { families: four, answers, rounds: [['A', 'A', 'B', 'B']] }, 'low', 0.5],
    ['all differ', { families: four.slice(1), answers, rounds: [['A', 'B', 'C']] }, 'low', 1 / 3],
    ['one family agrees', { families: ['x', 'x', 'x'], answers, rounds: [['A', 'A', 'A']] }, 'medium', 1],
    ['one seat is alone', { families: ['x'], answers, rounds: [['A']] }, 'low', 1],
    ['half are heard', { families: four, answers, rounds: [['A', 'A', null, null]] }, 'medium', 0.5],
    ['fewer than half are heard', { families: four, answers, rounds: [['A', null, null, null]] }, 'insufficient', 0.25],
    ['all fail', { families: four, answers, rounds: [Array(4).fill({ code: 'rate_limit' })] }, 'insufficient', 0],
  ])('when %s', (_, given, level, agreementScore) => {
    expect(after(given)).toMatchObject({ level, agreementScore })
  })

  test('counts seats that could not be had', () => {
    const missing = { agentId: 'fay_1', model: 'm', round: 0, phase: 'start' as const, code: 'auth', reason: 'no key' }
    const result = after({ families: ['x', 'y'], answers, absent: [missing], rounds: [['A', 'A']] })
    expect(result).toMatchObject({ level: 'medium', seats: { total: 3, heard: 2, absent: 1 } })
    expect(result.agreementScore).toBeCloseTo(2 / 3)
  })
})

describe('the vote', () => {
  test('is sorted by size and names seats and families', () => {
    expect(after({ families: ['x', 'x', 'y'], answers, rounds: [['B', 'A', 'A']] })).toMatchObject({
      basis: 'answers',
      leading: 'A',
      families: ['x', 'y'],
      vote: [
        { answer: 'A', agentIds: ['bob_1', 'cat_1'], families: ['x', 'y'] },
        { answer: 'B', agentIds: ['ada_1'], families: ['x'] },
      ],
      dissent: [{ agentId: 'ada_1', answer: 'B', reason: 'width' }],
    })
  })

  test('has no lead, probability or dissent where several lead', () => {
    const result = after({ families: ['x', 'y'], answers, rounds: [['A', 'B']] })
    expect(result).not.toHaveProperty('leading')
    expect(result).not.toHaveProperty('probability')
    expect(result.dissent).toEqual([])
    expect(result.recommendation).toContain('divided between “A” and “B”')
  })

  test('is empty where nobody was heard', () => {
    expect(after({ families: four, answers, rounds: [[null, null, null, null]] })).toMatchObject({
      vote: [],
      independentVote: [],
      seats: { total: 4, heard: 0, absent: 4 },
      recommendation: expect.stringContaining('Nobody was heard'),
    })
  })

  const stand = (stance: 'support' | 'oppose' | 'neutral', position: string) => ({ stance, position })

  test('is about sides where the topic has two', () => {
    const rounds = [[stand('support', 'Growth.'), stand('support', 'Rents.'), stand('oppose', 'Staff.')]]
    expect(after({ families: ['x', 'y', 'z'], topic: 'Should we move?', rounds })).toMatchObject({
      basis: 'stances',
      leading: 'support',
      recommendation: expect.stringContaining('being for it'),
    })
  })

  test('is not about sides where everybody supports their own proposal', () => {
    const rounds = [[stand('support', 'Move to Berlin.'), stand('support', 'Move to Paris.')]]
    expect(after({ families: ['x', 'y'], topic: 'Where should we move?', rounds })).toMatchObject({
      basis: 'positions',
      agreementScore: 0.5,
    })
  })

  test('is not about sides where nobody takes one, or somebody does not say', () => {
    const none = [[stand('neutral', 'It depends.'), stand('neutral', 'Who knows.')]]
    const some = [[stand('support', 'Growth.'), 'Rents.']]
    expect(after({ families: ['x', 'y'], rounds: none }).basis).toBe('positions')
    expect(after({ families: ['x', 'y'], rounds: some }).basis).toBe('positions')
  })

  test('is led by the words of whoever is surest', () => {
    const rounds = [
      [
        { position: 'Move to Berlin.', confidence: 0.6 },
        { position: 'We should move to Berlin soon.', confidence: 0.9 },
        { position: 'Stay where we are.' },
      ],
    ]
    expect(after({ families: ['x', 'y', 'z'], rounds })).toMatchObject({
      leading: 'We should move to Berlin soon.',
      vote: [{ agentIds: ['ada_1', 'bob_1'] }, { agentIds: ['cat_1'] }],
    })
  })

  test('is the ballot of a seat that has to argue a side', () => {
    const role = { name: 'advocate', instruction: 'Argue against.', stance: 'oppose' as const }
    const given = {
      families: ['x', 'y', 'z'],
      answers,
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

describe('what was held independently', () => {
  test('is the first round where there were no ballots', () => {
    const given = {
      families: ['x', 'y'],
      answers,
      rounds: [
        ['A', 'B'],
        ['B', 'B'],
      ],
    }
    expect(after(given).independentVote.map(({ answer }) => answer)).toEqual(['A', 'B'])
  })

  test('is the ballots where there were, and not the first word of a seat without one', () => {
    const given = { families: ['x', 'y'], answers, ballots: ['A', { code: 'timeout' }], rounds: [['B', 'B']] }
    expect(after(given).independentVote).toEqual([{ answer: 'A', agentIds: ['ada_1'], families: ['x'] }])
  })

  test('is not what a seat that has to argue a side said in a later ballot', () => {
    const session = debate({
      families: ['x', 'y'],
      answers,
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

  test('is the first round in which anybody was heard', () => {
    const given = {
      families: ['x', 'y'],
      answers,
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
    expect(after({ families: ['x', 'y'], answers, rounds }).flips).toEqual([
      { agentId: 'ada_1', round: 2, from: 'A', to: 'B', reason: 'The numbers.' },
    ])
  })

  test('and flips back are both told', () => {
    const rounds = [
      ['A', 'B'],
      ['B', 'B'],
      ['A', 'B'],
    ]
    expect(after({ families: ['x', 'y'], answers, rounds }).flips.map(({ round, to }) => [round, to])).toEqual([
      [2, 'B'],
      [3, 'A'],
    ])
  })

  test('of a seat that was absent are from what it last said', () => {
    const rounds = [
      ['A', 'B'],
      [null, 'B'],
      ['B', 'B'],
    ]
    expect(after({ families: ['x', 'y'], answers, rounds }).flips).toMatchObject([{ round: 3, from: 'A', to: 'B' }])
  })

  test('are from the ballot in the first round', () => {
    const given = { families: ['x', 'y'], answers, ballots: ['A', 'B'], rounds: [['B', 'B']] }
    expect(after(given).flips).toMatchObject([{ agentId: 'ada_1', round: 1, from: 'A', to: 'B' }])
  })

  test('of later rounds are not known yet', () => {
    expect(
      after(
        {
          families: ['x', 'y'],
          answers,
          rounds: [
            ['A', 'B'],
            ['B', 'B'],
          ],
        },
        1,
      ).flips,
    ).toEqual([])
  })

  test('are not a position in other words', () => {
    const rounds = [
      ['Move to Berlin.', 'Stay.'],
      ['The capital has what we need.', 'Stay.'],
    ]
    expect(after({ families: ['x', 'y'], topic: 'Where to?', rounds }).flips).toEqual([])
  })

  test('are a position that denies the one before', () => {
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
    probability({ families, answers, rounds: [families.map(() => sure('A', confidence))] })

  test('is less than what the seats claim, and more with each of them', () => {
    expect(unanimous(['x'])).toBeLessThan(0.9)
    expect(unanimous(['x', 'y'])).toBeGreaterThan(unanimous(['x']))
    expect(unanimous(four)).toBeGreaterThan(unanimous(['x', 'y']))
    expect(unanimous(four, 1)).toBeLessThanOrEqual(0.99)
  })

  test('gains less from the same family than from another', () => {
    expect(unanimous(['x', 'x', 'x'])).toBeLessThan(unanimous(['x', 'y', 'z']))
  })

  test('counts a vote without confidence as a weak one', () => {
    const silent = probability({ families: ['x', 'y'], answers, rounds: [['A', 'A']] })
    expect(silent).toBeGreaterThan(0.5)
    expect(silent).toBeLessThan(unanimous(['x', 'y'], 0.7))
  })

  test('never makes a vote for an answer speak against it', () => {
    expect(unanimous(['x', 'y'], 0)).toBeGreaterThan(1 / 3)
  })

  test('is more where all are surer, and no more where one alone is, from where on it would brag', () => {
    expect(unanimous(['x', 'y', 'z'], 0.95)).toBeGreaterThan(unanimous(['x', 'y', 'z'], 0.8) + 0.05)
    const surest = (confidence: number) =>
      probability({ families: four, answers, rounds: [four.map((_, i) => sure('A', i === 0 ? confidence : 0.6))] })
    expect(surest(0.9)).toBeGreaterThan(surest(0.6))
    expect(surest(0.99)).toBe(surest(0.95))
  })

  test('is less where there is more to choose from and somebody chose it', () => {
    const first = [sure('A', 0.8), sure('A', 0.8), sure('B', 0.8)]
    const of = (three: typeof first) => probability({ families: ['x', 'y', 'z'], answers, rounds: [three] })
    expect(of(first)).toBeLessThan(of([sure('A', 0.8), sure('A', 0.8), sure('A', 0.8)]))
  })

  test('is not moved by talk alone', () => {
    const first = four.map(() => sure('A', 0.9))
    const before = probability({ families: four, answers, rounds: [first] })
    expect(probability({ families: four, answers, rounds: [first, [...first.slice(1), sure('B', 1)]] })).toBe(before)
  })

  test('stays low where a minority converted everybody', () => {
    const first = [sure('A', 0.9), sure('B', 0.9), sure('B', 0.9), sure('B', 0.9)]
    expect(probability({ families: four, answers, rounds: [first, four.map(() => sure('A', 1))] })).toBeLessThan(0.5)
  })

  test('can be calibrated anew', () => {
    const session = debate({ families: ['x'], answers, rounds: [[sure('A', 0.9)]] })
    const calibration = {
      ...DEFAULT_CALIBRATION,
      skill: 0,
      shrink: 1,
      alike: 0,
      kin: 0,
      ceiling: 1,
    }
    expect(computeConsensus(session, 1, THRESHOLDS, calibration).probability).toBe(0.9)
  })
})

describe('the decision', () => {
  const decision = (given: Debate) => after(given).decision

  test('is what the seats held on their own, whatever they came round to', () => {
    const first = [sure('A', 0.8), sure('B', 0.7), sure('B', 0.7), sure('B', 0.7)]
    const given = { families: four, answers, rounds: [first, four.map(() => sure('A', 1))] }
    expect(after(given)).toMatchObject({ leading: 'A', decision: { answer: 'B' } })
    expect(decision(given)!.probability).toBeGreaterThan(after(given).probability!)
  })

  test('may be what a surer minority holds', () => {
    const rounds = [[sure('A', 0.9), sure('A', 0.9), sure('B', 0.4), sure('B', 0.4), sure('B', 0.4)]]
    expect(decision({ families: [...four, 'v'], answers, rounds })).toMatchObject({ answer: 'A' })
  })

  test('is there where the vote is tied and one side is surer, and not where neither is', () => {
    expect(decision({ families: ['x', 'y'], answers, rounds: [[sure('A', 0.8), sure('B', 0.6)]] })?.answer).toBe('A')
    expect(decision({ families: ['x', 'y'], answers, rounds: [[sure('A', 0.8), sure('B', 0.8)]] })).toBeUndefined()
    const { recommendation } = after({ families: ['x', 'y'], answers, rounds: [[sure('A', 0.8), sure('B', 0.6)]] })
    expect(recommendation).toMatch(/^The seats are divided between “A” and “B”, .* on their own speaks for “A”/)
  })

  test('is in the words of the lead where it is the lead', () => {
    const rounds = [
      [{ position: 'We should move to Berlin soon.', confidence: 0.9 }, { position: 'Move to Berlin.' }],
      [{ position: 'Move to Berlin now.', confidence: 0.6 }, { position: 'Move to Berlin.' }],
    ]
    const { leading, decision } = after({ families: ['x', 'y'], topic: 'Where to?', rounds })
    expect(leading).toBe('Move to Berlin now.')
    expect(decision?.answer).toBe(leading)
  })

  test('follows one who is surer, until it is so much surer that it brags', () => {
    const of = (confidence: number) =>
      decision({
        families: four,
        answers,
        rounds: [[sure('A', confidence), sure('B', 0.6), sure('B', 0.6), sure('C', 0.6)]],
      })?.answer
    expect([0.6, 0.9, 0.99].map(of)).toEqual(['B', 'A', 'B'])
  })

  test('doubts one who is surer, and wins the others over, before one who does not', () => {
    const first = [sure('A', 0.93), sure('B', 0.6), sure('B', 0.6), sure('C', 0.6)]
    const stayed = decision({ families: four, answers, rounds: [first, first] })
    const won = decision({ families: four, answers, rounds: [first, four.map(() => sure('A', 0.9))] })
    expect([stayed?.answer, won?.answer]).toEqual(['A', 'B'])
  })

  test.each([0.3, 0.5, 0.7, 0.95])('is what most are for where all are as sure, with %d', (confidence) => {
    for (const count of [2, 3, 6]) {
      const first = [...Array(count).fill(sure('A', confidence)), sure('B', confidence)]
      const families = first.map((_, i) => `family ${i}`)
      expect(decision({ families, answers, rounds: [first] })?.answer).toBe('A')
    }
  })

  test('does not take two for braggarts because a third has no idea', () => {
    const first = [sure('A', 0.05), sure('B', 0.95), sure('B', 0.95)]
    expect(decision({ families: ['x', 'y', 'y'], answers, rounds: [first] })?.answer).toBe('B')
  })

  test('doubts nobody who says what all say', () => {
    const first = (last: string) => [sure('A', 0.99), sure('A', 0.6), sure('A', 0.6), sure(last, 0.6)]
    const warnings = (last: string) => after({ families: four, answers, rounds: [first(last)] }).warnings.join()
    expect(warnings('A')).toBe('')
    expect(warnings('B')).toContain('far surer')
  })

  test('doubts nobody whom another family bears out, and nobody because others do not say how sure they are', () => {
    const first = [sure('A', 0.97), sure('A', 0.97), sure('B', 0.5), sure('B', 0.5), sure('B', 0.5)]
    const among = (families: string[]) => decision({ families, answers, rounds: [first] })?.answer
    expect(among(['v', 'w', 'x', 'y', 'z'])).toBe('A')
    expect(among(['v', 'v', 'x', 'y', 'z'])).toBe('B')
    const silent = { families: four, answers, rounds: [[sure('A', 0.97), 'B', 'B', 'C']] }
    expect([decision(silent)?.answer, after(silent).warnings]).toEqual(['A', []])
  })

  test('is not moved by who was convinced, whatever by', () => {
    const convinced = sure('A', 0.9, { changeReason: 'The numbers.' })
    const first = [sure('A', 0.8), sure('A', 0.8), sure('B', 0.81), sure('B', 0.81), sure('C', 0.8)]
    const families = [...four, 'v']
    const stayed = decision({ families, answers, rounds: [first, first] })
    expect(stayed?.answer).toBe('B')
    expect(decision({ families, answers, rounds: [first, [...first.slice(0, 4), convinced]] })).toEqual(stayed)
  })

  describe('where seats were asked once more on their own', () => {
    const first = [sure('A', 0.7), sure('A', 0.7), sure('B', 0.7), sure('B', 0.7), sure('C', 0.7)]
    const families = [...four, 'v']
    const asked = (...again: Debate['rounds'][number]) =>
      after({
        families,
        answers,
        again,
        rounds: [first, first.map(({ answer, confidence }) => sure(answer, confidence))],
      })

    test('is for those who say the same again', () => {
      expect(asked().decision).toBeUndefined()
      expect(asked('A', 'A', 'B', 'A', 'C').decision?.answer).toBe('A')
      expect(asked('B', 'A', 'B', 'B', 'C').decision?.answer).toBe('B')
    })

    test('is surer the steadier those are who hold it, and the less those are who do not', () => {
      const sureOf = (...again: string[]) => asked(...again).decision
      const both = sureOf('A', 'A', 'C', 'D', 'B')
      expect(both!.answer).toBe('A')
      expect(sureOf('A', 'C', 'C', 'D', 'B')!.probability).toBeLessThan(both!.probability)
      expect(sureOf('A', 'A', 'B', 'D', 'B')!.probability).toBeLessThan(both!.probability)
    })

    test('doubts nobody who says something else then, however sure', () => {
      const bold = (again: string) => {
        const rounds = [[sure('A', 0.99), sure('B', 0.6), sure('B', 0.6), sure('C', 0.6)]]
        const all = [sure(again, 0.99), 'B', 'B', 'C']
        return after({ families: four, answers, again: all, rounds: [...rounds, ...rounds] }).warnings.join(' ')
      }
      expect(bold('A')).toContain('far surer')
      expect(bold('C')).not.toContain('far surer')
    })

    test('does not take what they come to in private for persuasion', () => {
      const alone = [sure('A', 0.95), sure('B', 0.6), sure('B', 0.6), sure('B', 0.6)]
      const given = { families: four, answers, again: four.map(() => 'A') }
      const staying = after({ ...given, rounds: [alone, four.map(() => 'A')] })
      const leaving = after({ ...given, rounds: [alone, ['A', 'B', 'B', 'B']] })
      expect(staying.decision).toEqual(leaving.decision)
      expect(staying.warnings.join(' ')).not.toMatch(/Groupthink|most were for/)
    })

    test('is never surer of what somebody is less sure of', () => {
      const sureOf = (confidence: number) =>
        asked(sure('A', confidence), sure('A', 0.7), 'B', 'B', 'C').decision?.probability ?? 0
      const sures = [0.02, 0.4, 0.6, 0.7, 0.8, 0.9].map(sureOf)
      expect(sures.toSorted((a, b) => a - b)).toEqual(sures)
    })

    test('may be what somebody only then said, in those words', () => {
      expect(asked(...families.map(() => sure('D', 0.8))).decision).toMatchObject({ answer: 'D' })
    })

    test('hears a seat that had failed before', () => {
      const lost = { families, answers, rounds: [[...first.slice(0, 4), { code: 'timeout' }], first] }
      expect(after(lost).decision).toBeUndefined()
      expect(after({ ...lost, again: [null, null, null, null, sure('A', 0.7)] }).decision?.answer).toBe('A')
    })

    test('and nothing else is counted otherwise: it is no vote of a round, and no change of mind', () => {
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

  test('takes a family that agrees with itself for less than two families', () => {
    const rounds = [[sure('A', 0.8), sure('A', 0.8), sure('B', 0.8), sure('B', 0.8)]]
    expect(decision({ families: ['x', 'x', 'y', 'z'], answers, rounds })?.answer).toBe('B')
  })

  test('does not count a seat that was not heard', () => {
    const heard = { families: ['x', 'y'], answers, rounds: [[sure('A', 0.8), sure('A', 0.8)]] }
    const wanted = { families: ['x', 'y', 'z'], answers, rounds: [[sure('A', 0.8), sure('A', 0.8), null]] }
    expect(decision(wanted)).toEqual(decision(heard))
  })

  test('follows those who changed when facts had come in', () => {
    const turn = (isFound: boolean) => {
      const session = debate({
        families: ['x', 'y', 'z'],
        answers,
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

describe('warnings', () => {
  const warnings = (given: Debate) => after(given).warnings.join(' ')
  const families = ['x', 'y', 'z']

  test('there are none about honest agreement', () => {
    expect(
      after({
        families,
        answers,
        rounds: [
          ['A', 'A', 'A'],
          ['A', 'A', 'A'],
        ],
      }).warnings,
    ).toEqual([])
  })

  test('of conversions without a reason', () => {
    const reasoned = sure('A', 0.5, { changeReason: 'The numbers.' })
    expect(
      warnings({
        families,
        answers,
        rounds: [
          ['A', 'A', 'B'],
          ['A', 'A', 'A'],
        ],
      }),
    ).toContain('without saying why')
    expect(
      warnings({
        families,
        answers,
        rounds: [
          ['A', 'A', 'B'],
          ['A', 'A', reasoned],
        ],
      }),
    ).toBe('')
    expect(
      warnings({
        families: four,
        answers,
        rounds: [
          ['A', 'A', 'B', 'B'],
          ['A', 'A', 'A', 'B'],
        ],
      }),
    ).toBe('')
  })

  test('of somebody far surer than the others, whose vote counts for little', () => {
    const first = [sure('A', 0.99), sure('B', 0.6), sure('B', 0.6), sure('B', 0.6)]
    expect(warnings({ families: four, answers, rounds: [first] })).toContain('Seats far surer than the others: 1.')
    expect(warnings({ families: four, answers, rounds: [[sure('A', 0.7), ...first.slice(1)]] })).not.toContain('surer')
  })

  test('of seats that say something else when they are asked again, if it is a third of them', () => {
    const rounds = [
      ['A', 'A', 'A', 'B'],
      ['A', 'A', 'A', 'B'],
    ]
    const asked = (...again: string[]) => warnings({ families: four, answers, again, rounds })
    expect(asked('A', 'B', 'B', 'B')).toContain('Asked once more on their own, 2 of 4 seats said something else.')
    expect(asked('A', 'A', 'B', 'B')).not.toContain('once more')
  })

  test('of a single family', () => {
    expect(warnings({ families: ['x', 'x', 'y'], answers, rounds: [['A', 'A', 'B']] })).toContain('one family (x)')
  })

  test('of confidence that rose on nothing', () => {
    const rise = (citations: object[]) => ({
      families,
      answers,
      rounds: [
        families.map(() => sure('A', 0.7, { citations: [{ title: 'Old' }] })),
        families.map(() => sure('A', 0.8, { citations })),
      ],
    })
    expect(warnings(rise([{ title: 'old' }]))).toContain('grew surer')
    expect(warnings(rise([{ title: 'New' }]))).toBe('')
  })

  test('of a lead that is not the independent one, which the recommendation takes up', () => {
    const reasoned = sure('A', 0.5, { changeReason: 'The numbers.' })
    const result = after({
      families,
      answers,
      rounds: [
        ['A', 'B', 'B'],
        ['A', reasoned, reasoned],
      ],
    })
    expect(result.warnings).toEqual([expect.stringContaining('“B” (2 of 3)')])
    expect(result.recommendation).toMatch(/^The seats ended with “A”: 3 of 3 seats, .* on their own speaks for “B”/)
  })
})
