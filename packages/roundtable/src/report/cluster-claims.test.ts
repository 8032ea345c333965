import { expect, test } from 'vitest'
import { clusterClaims } from './cluster-claims.ts'

const together = (topic: string, ...claims: string[]): boolean =>
  new Set(
    clusterClaims(
      topic,
      [],
      claims.map((text) => ({ text })),
    ),
  ).size === 1

const TOPIC = 'Which database for the new billing service?'

test.each([
  [TOPIC, 'Use Postgres.', 'We should use Postgres for the billing service.'],
  [TOPIC, 'Postgres, not MySQL.', 'Postgres is the best choice.'],
  [TOPIC, 'Choose Postgres over MySQL.', 'Postgres rather than MySQL.'],
  [TOPIC, 'Not only Postgres works, but Postgres it is.', 'Postgres.'],
  [TOPIC, 'There is no reason not to use Postgres.', 'Use Postgres.'],
  ['Postgres or MySQL?', 'Postgres for reliability.', 'Postgres, for its reliability.'],
  ['Is it so?', 'No.', 'No, it is not.'],
])('on the topic %j, %j and %j are one claim', (topic, one, other) => {
  expect(together(topic, one, other)).toBe(true)
})

test.each([
  [TOPIC, 'Use Postgres.', 'Do not use Postgres.'],
  [
    TOPIC,
    'Use Postgres for the new billing service now.',
    "For the new billing service we shouldn't use Postgres now.",
  ],
  [TOPIC, 'Avoid Postgres.', 'Postgres.'],
  [TOPIC, 'Choose Postgres over MySQL.', 'Choose MySQL over Postgres.'],
  [TOPIC, 'Postgres for the new billing service.', 'MySQL for the new billing service.'],
  ['Postgres or MySQL?', 'Postgres is best for reliability.', 'MySQL is best for reliability.'],
  ['By how much?', 'Raise prices by 10 percent.', 'Raise prices by 20 percent.'],
  ['Is it so?', 'Yes.', 'No.'],
  ['Was tun?', 'Postgres verwenden.', 'Postgres nicht verwenden.'],
])('on the topic %j, %j and %j are two claims', (topic, one, other) => {
  expect(together(topic, one, other)).toBe(false)
})

test('a third claim cannot join two that contradict each other', () => {
  const [first, second] = clusterClaims(
    TOPIC,
    [],
    ['Use Postgres now.', 'Do not use Postgres now.', 'Postgres now or later.'].map((text) => ({ text })),
  )
  expect(first).not.toBe(second)
})

test('a claim that names another possible answer is another claim', () => {
  const claims = ['Go suits the team.', 'Rust suits the team.', 'We use Rust: it suits the team.']
  const [go, rust, withRust] = clusterClaims(
    'Rust, Go or Zig for the agent?',
    ['Rust', 'Go', 'Zig'],
    claims.map((text) => ({ text })),
  )
  expect(rust).not.toBe(go)
  expect(withRust).toBe(rust)
})

test('claims for different answers are one claim only if they have the same words', () => {
  const cluster = (one: string, other: string, answer: string) =>
    clusterClaims(
      'Is it time to buy?',
      [],
      [
        { text: one, answer: 'yes' },
        { text: other, answer },
      ],
    )
  const isOne = ([one, other]: number[]) => one === other
  expect(isOne(cluster('Prices will rise by next year.', 'Prices will fall by next year.', 'no'))).toBe(false)
  expect(isOne(cluster('Prices will rise by next year.', 'By next year prices rise.', 'no'))).toBe(true)
  expect(isOne(cluster('Prices rise by next year.', 'Prices rise by next year, as they did.', 'no'))).toBe(true)
  expect(isOne(cluster('Prices rise by next year.', 'Prices rise a little by next year.', 'no'))).toBe(false)
  expect(isOne(cluster('Prices rise by next year.', 'Prices rise a little by next year.', 'yes'))).toBe(true)
})
