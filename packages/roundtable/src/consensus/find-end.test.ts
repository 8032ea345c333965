import { describe, expect, test } from 'vitest'
import { choice, proposition } from '../session/fixtures/debate.ts'
import { computeConsensus } from './compute-consensus.ts'
import { findEnd } from './find-end.ts'
import { type Debate, debate, THRESHOLDS, type Words } from './fixtures/debate.ts'

const base = { families: ['x', 'y', 'z'], question: choice('A', 'B', 'C'), totalRounds: 9, exitOnConsensus: true }

function end(given: Partial<Debate> & Pick<Debate, 'rounds'>) {
  const session = debate({ ...base, ...given })
  return findEnd(session, computeConsensus(session, given.rounds.length, THRESHOLDS), THRESHOLDS)
}

const undecided: Words = { stance: 'neutral', position: 'It depends.' }
const inFavour: Words = { stance: 'support', position: 'Yes.' }
const broke: Words = { code: 'budget' }

describe('a debate that may end early', () => {
  test.each<[string, Partial<Debate> & Pick<Debate, 'rounds'>, string | undefined]>([
    ['when all agree in the first round', { rounds: [['A', 'A', 'A']] }, 'unanimous'],
    ['not when one family agrees', { families: ['x', 'x', 'x'], rounds: [['A', 'A', 'A']] }, undefined],
    ['when all who were heard agree and are most', { rounds: [['A', 'A', null]] }, 'unanimous'],
    [
      'not when those who agree are few',
      { families: ['x', 'y', 'z', 'w'], rounds: [['A', 'A', null, null]] },
      undefined,
    ],
    ['not when all are undecided', { question: proposition(), rounds: [[undecided, undecided, undecided]] }, undefined],
    [
      'not when most stay undecided',
      {
        question: proposition(),
        rounds: [
          [undecided, undecided, inFavour],
          [undecided, undecided, inFavour],
        ],
      },
      undefined,
    ],
    ['not on a first majority', { rounds: [['A', 'A', 'B']] }, undefined],
    [
      'when a majority is held',
      {
        rounds: [
          ['A', 'A', 'B'],
          ['A', 'A', 'B'],
        ],
      },
      'decided',
    ],
    ['when a majority of ballots is held', { ballots: ['A', 'A', 'B'], rounds: [['A', 'A', 'B']] }, 'decided'],
    [
      'not while a seat changes its mind',
      {
        rounds: [
          ['A', 'A', 'B'],
          ['A', 'A', 'C'],
        ],
      },
      undefined,
    ],
    [
      'not on half of the seats',
      {
        families: ['x', 'y', 'z', 'w'],
        rounds: [
          ['A', 'A', 'B', null],
          ['A', 'A', 'B', null],
        ],
      },
      undefined,
    ],
    [
      'not on a majority of one family',
      {
        families: ['x', 'x', 'y'],
        rounds: [
          ['A', 'A', 'B'],
          ['A', 'A', 'B'],
        ],
      },
      undefined,
    ],
    [
      'not after one round without a change',
      {
        rounds: [
          ['A', 'B', 'C'],
          ['A', 'B', 'C'],
        ],
      },
      undefined,
    ],
    [
      'after two rounds without a change',
      {
        rounds: [
          ['A', 'B', 'C'],
          ['A', 'B', 'C'],
          ['A', 'B', 'C'],
        ],
      },
      'stable_disagreement',
    ],
    [
      'though one was absent in between',
      {
        rounds: [
          ['A', 'B', 'C'],
          ['A', null, 'C'],
          ['A', 'B', 'C'],
        ],
      },
      'stable_disagreement',
    ],
    [
      'not when a seat is new',
      {
        rounds: [
          ['A', 'B', null],
          ['A', 'B', null],
          ['A', 'B', 'C'],
        ],
      },
      undefined,
    ],
    [
      'not when a seat changed its mind and returned',
      {
        rounds: [
          ['A', 'B', 'C'],
          ['A', 'B', 'A'],
          ['A', 'B', 'C'],
        ],
      },
      undefined,
    ],
    [
      'not when no seat was heard',
      {
        rounds: [
          [null, null, null],
          [null, null, null],
          [null, null, null],
        ],
      },
      undefined,
    ],
    ['with the budget', { rounds: [['A', 'B', broke]] }, 'budget'],
    ['by agreement before the budget', { rounds: [['A', 'A', broke]] }, 'unanimous'],
    ['by agreement before the last round', { totalRounds: 1, rounds: [['A', 'A', 'A']] }, 'unanimous'],
    [
      'not while something required is unanswered',
      { requests: ['optional', 'required'], rounds: [['A', 'A', 'A']] },
      undefined,
    ],
    ['though something optional is unanswered', { requests: ['optional'], rounds: [['A', 'A', 'A']] }, 'unanimous'],
  ])('ends %s', (_, given, reason) => {
    expect(end(given)).toBe(reason)
  })
})

describe('a debate that may not end early', () => {
  test.each<[string, Partial<Debate> & Pick<Debate, 'rounds'>, string | undefined]>([
    ['not by agreement', { rounds: [['A', 'A', 'A']] }, undefined],
    ['with the last round', { totalRounds: 1, rounds: [['A', 'A', 'A']] }, 'rounds'],
    ['with the budget', { totalRounds: 1, rounds: [['A', 'A', broke]] }, 'budget'],
    [
      'not with the budget of an earlier round',
      {
        rounds: [
          ['A', 'A', broke],
          ['A', 'A', 'A'],
        ],
      },
      undefined,
    ],
  ])('ends %s', (_, given, reason) => {
    expect(end({ ...given, exitOnConsensus: false })).toBe(reason)
  })
})
