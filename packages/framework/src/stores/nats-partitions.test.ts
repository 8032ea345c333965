import { expect, test } from 'vitest'
import { createPartitions, findPlace } from './nats-partitions.ts'

const partitions = createPartitions('app', 3)

test('a stream, its snapshot and its commands are in one partition, and streams are in all of them', () => {
  const numbers = Array.from({ length: 60 }, (_, i) => {
    const places = [`log.chat.${i}`, `snapshot.chat.${i}`, `command.chat.${i}.7.c`].map((name) =>
      findPlace(partitions, name),
    )
    const [number, ...others] = places.map(({ toNumber }) => toNumber(0))
    expect(others).toEqual([number, number])
    return number!
  })
  expect(new Set(numbers)).toEqual(new Set([0, 1, 2]))
})

test('values that belong to no stream are in the first partition', () => {
  expect(findPlace(partitions, 'node.a')).toMatchObject({ stream: 'app_names', subject: 'app.name.node.a' })
  expect(findPlace(partitions, 'time.due.0.chat.a')).toMatchObject({ stream: 'app_names' })
})

test('the number of a record leads back to its sequence, and the number before it to the sequence before', () => {
  for (let i = 0; i < 20; i++) {
    const { toNumber, toSeq } = findPlace(partitions, `log.chat.${i}`)
    expect([1, 2, 1_000].map((seq) => toSeq(toNumber(seq)))).toEqual([1, 2, 1_000])
    expect([1, 2, 1_000].map((seq) => toSeq(toNumber(seq) - 1))).toEqual([0, 1, 999])
    expect(toSeq(0)).toBe(0)
  }
})
