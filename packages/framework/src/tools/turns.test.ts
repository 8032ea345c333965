import { expect, test } from 'vitest'
import { createTurns } from './turns.ts'

const never = new AbortController().signal

test('one is let in at a time, in the order in which they came', async () => {
  const inTurn = createTurns()
  const order: string[] = []
  const first = Promise.withResolvers<void>()
  const turns = [
    inTurn(never, async () => {
      order.push('first begins')
      await first.promise
      order.push('first ends')
    }),
    inTurn(never, async () => order.push('second')),
  ]
  first.resolve()
  await Promise.all(turns)
  expect(order).toEqual(['first begins', 'first ends', 'second'])
})

test('a failure does not block the next', async () => {
  const inTurn = createTurns()
  const failing = inTurn(never, () => Promise.reject(new Error('broken')))
  const next = inTurn(never, async () => 'fine')
  await expect(failing).rejects.toThrow('broken')
  await expect(next).resolves.toBe('fine')
})

test('a waiter that is aborted leaves at once, and the rest keep their order', async () => {
  const inTurn = createTurns()
  const abort = new AbortController()
  const first = Promise.withResolvers<string>()
  const turn = inTurn(never, () => first.promise)
  const aborted = inTurn(abort.signal, async () => expect.unreachable())
  let entered = false
  const last = inTurn(never, async () => {
    entered = true
  })
  abort.abort(new Error('withdrawn'))
  await expect(aborted).rejects.toThrow('withdrawn')
  expect(entered).toBe(false)
  first.resolve('done')
  await Promise.all([turn, last])
  expect(entered).toBe(true)
})
