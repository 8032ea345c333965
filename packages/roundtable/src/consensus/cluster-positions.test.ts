import { expect, test } from 'vitest'
import { clusterPositions } from './cluster-positions.ts'

const together = (topic: string, ...positions: string[]) => {
  const clusters = clusterPositions(
    topic,
    positions.map((position) => ({ position, shares: [] })),
  )
  return new Set(clusters).size === 1
}

const TOPIC = 'Which database for the new billing service?'

test.each([
  [TOPIC, 'Use Postgres.', 'We should use Postgres for the billing service.'],
  [TOPIC, 'Postgres, not MySQL.', 'Postgres is the best choice.'],
  [TOPIC, 'Choose Postgres over MySQL.', 'Postgres rather than MySQL.'],
  [TOPIC, 'Not only Postgres works, but Postgres it is.', 'Postgres.'],
  [TOPIC, 'There is no reason not to use Postgres.', 'Use Postgres.'],
  ['Postgres or MySQL?', 'Postgres for reliability.', 'Postgres, for its reliability.'],
  ['Is it so?', 'No.', 'No, it is not.'],
])('on the topic %j, %j and %j are one position', (topic, one, other) => {
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
])('on the topic %j, %j and %j are two positions', (topic, one, other) => {
  expect(together(topic, one, other)).toBe(false)
})

test('seats that share a position explicitly are in one group, whatever their words', () => {
  const taken = [
    { position: 'Postgres.', shares: [] },
    { position: 'The elephant.', shares: [0] },
    { position: 'MySQL.', shares: [] },
  ]
  expect(clusterPositions(TOPIC, taken)).toEqual([0, 0, 2])
})

test('a third seat cannot join two positions that contradict each other', () => {
  const taken = [
    { position: 'Use Postgres.', shares: [] },
    { position: 'Do not use Postgres.', shares: [0] },
    { position: 'Whatever they say.', shares: [0, 1] },
  ]
  const [first, second] = clusterPositions(TOPIC, taken)
  expect(first).not.toBe(second)
})

test('a seat that silently adopts the position of another does not join its old position to it', () => {
  const taken = [
    { position: 'MySQL.', shares: [] },
    { position: 'Postgres.', shares: [] },
    { position: 'Use Postgres.', shares: [], before: 0 },
  ]
  expect(clusterPositions(TOPIC, taken)).toEqual([0, 1, 1])
})
