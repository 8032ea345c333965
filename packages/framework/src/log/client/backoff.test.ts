import { expect, test } from 'vitest'
import { createVirtualClock } from '../../testing/index.ts'
import { Backoff } from './backoff.ts'

const never = new AbortController().signal

/** How long each of some waits takes. */
async function delays(backoff: Backoff, clock: ReturnType<typeof createVirtualClock>, count: number) {
  const found: number[] = []
  for (let i = 0; i < count; i++) {
    const start = clock.now()
    let isOver = false
    const waiting = backoff.wait(never).then(() => {
      isOver = true
    })
    while (!isOver) await clock.advance(1)
    await waiting
    found.push(clock.now() - start)
  }
  return found
}

test('each wait is twice as long as the last, up to a limit', async () => {
  const clock = createVirtualClock()
  expect(await delays(new Backoff(clock, () => 1), clock, 8)).toEqual([
    250, 500, 1_000, 2_000, 4_000, 8_000, 10_000, 10_000,
  ])
})

test('chance takes away up to half of a wait', async () => {
  const clock = createVirtualClock()
  expect(await delays(new Backoff(clock, () => 0), clock, 3)).toEqual([125, 250, 500])
})

test('after a success the first wait is short again', async () => {
  const clock = createVirtualClock()
  const backoff = new Backoff(clock, () => 1)
  await delays(backoff, clock, 4)
  backoff.reset()
  expect(await delays(backoff, clock, 1)).toEqual([250])
})

test('hurrying ends the wait, or leaves out the next one, and only that', async () => {
  const clock = createVirtualClock()
  const backoff = new Backoff(clock, () => 1)
  const waiting = backoff.wait(never)
  backoff.hurry()
  await waiting
  backoff.hurry()
  await backoff.wait(never)
  expect(await delays(backoff, clock, 1)).toEqual([250])
})

test('a wait ends when its owner does', async () => {
  const owner = new AbortController()
  const waiting = new Backoff(createVirtualClock(), () => 1).wait(owner.signal)
  owner.abort()
  await waiting
  await new Backoff(createVirtualClock(), () => 1).wait(owner.signal)
})
