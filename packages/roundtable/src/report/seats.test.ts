import { expect, test } from 'vitest'
import { alone, failures, split, unheard } from './fixtures/debates.ts'
import { readAgreement } from './seats.ts'

test('seats with the same answer in the last round agree, regardless of earlier rounds', () => {
  const { rows } = readAgreement(split())!
  expect(rows.map((row) => row.map(({ type }) => type))).toEqual([
    ['self', 'agree', 'agree', 'disagree'],
    ['agree', 'self', 'agree', 'disagree'],
    ['agree', 'agree', 'self', 'disagree'],
    ['disagree', 'disagree', 'disagree', 'self'],
  ])
})

test('two seats are compared in the last round in which both were heard, or not at all', () => {
  const { seats, rows } = readAgreement(failures())!
  expect(seats.map(({ agentId }) => agentId)).toEqual(['anthropic_1', 'openai_1', 'google_1', 'openai_2', 'ollama_1'])
  expect(rows[0]).toEqual([
    { type: 'self' },
    { type: 'disagree', round: 1 },
    { type: 'agree', round: 2 },
    { type: 'unknown' },
    { type: 'unknown' },
  ])
  expect(rows[1]![2]).toEqual({ type: 'unknown' })
})

test('there is no agreement where no two seats were heard together', () => {
  expect([readAgreement(alone()), readAgreement(unheard())]).toEqual([undefined, undefined])
})
