import { expect, test } from 'vitest'
import { RoundtableError } from '../errors.ts'
import { readDebateSettings } from './read-settings.ts'

test('the limits of model calls and of waiting are settings of the environment, in seconds and tokens', () => {
  expect(readDebateSettings({})).toMatchObject({ modelTimeout: 120_000, answerTokens: 8_192, patience: 50_000 })
  const env = { ROUNDTABLE_MODEL_TIMEOUT: '300', ROUNDTABLE_ANSWER_TOKENS: '20000', ROUNDTABLE_PATIENCE: '25' }
  expect(readDebateSettings(env)).toMatchObject({ modelTimeout: 300_000, answerTokens: 20_000, patience: 25_000 })
})

test.each(['0', '2.5', 'long'])('a limit of %s is refused, with the name of its variable', (value) => {
  expect(() => readDebateSettings({ ROUNDTABLE_MODEL_TIMEOUT: value })).toThrow(
    'ROUNDTABLE_MODEL_TIMEOUT must be a whole number of at least 1',
  )
})

test('thresholds have defaults', () => {
  expect(readDebateSettings({ ROUNDTABLE_HIGH_AGREEMENT: ' ' }).thresholds).toEqual({
    high: 0.75,
    medium: 0.5,
    stableRounds: 2,
  })
})

test('thresholds are read as numbers', () => {
  const env = { ROUNDTABLE_HIGH_AGREEMENT: '0.9', ROUNDTABLE_MEDIUM_AGREEMENT: '.6', ROUNDTABLE_STABLE_ROUNDS: '3' }
  expect(readDebateSettings(env).thresholds).toEqual({ high: 0.9, medium: 0.6, stableRounds: 3 })
})

test.each([
  ['ROUNDTABLE_HIGH_AGREEMENT', '75'],
  ['ROUNDTABLE_HIGH_AGREEMENT', 'high'],
  ['ROUNDTABLE_HIGH_AGREEMENT', '0x1'],
  ['ROUNDTABLE_HIGH_AGREEMENT', 'NaN'],
  ['ROUNDTABLE_HIGH_AGREEMENT', '0.4'],
  ['ROUNDTABLE_MEDIUM_AGREEMENT', '-0.1'],
  ['ROUNDTABLE_MEDIUM_AGREEMENT', '0.8'],
  ['ROUNDTABLE_STABLE_ROUNDS', '0'],
  ['ROUNDTABLE_STABLE_ROUNDS', '1.5'],
])('a threshold of %s=%s is refused, with the name of its variable', (name, value) => {
  const read = () => readDebateSettings({ [name]: value })
  expect(read).toThrow(RoundtableError)
  expect(read).toThrow(name)
})
