import { expect, test } from 'vitest'
import { createVirtualClock } from '../testing/clock.ts'
import { Outstanding } from './outstanding.ts'

test('a promise that never settles is waited for until the time is up, and then forgotten', async () => {
  const clock = createVirtualClock()
  const outstanding = new Outstanding(() => {})
  let overdue = 0
  outstanding.add(new Promise(() => {}))
  const settled = outstanding.settled(clock, 1_000, () => overdue++)
  await clock.advance(1_000)
  await settled
  expect(overdue).toBe(1)
  expect(outstanding.settled(clock, 1_000, () => overdue++)).toBeUndefined()
})

test('promises that settle in time are waited for', async () => {
  const clock = createVirtualClock()
  const outstanding = new Outstanding(() => {})
  const sent = Promise.withResolvers<void>()
  outstanding.add(sent.promise)
  const settled = outstanding.settled(clock, 1_000, () => expect.unreachable('the time is not up'))
  sent.resolve()
  await settled
})
