import { expect, test } from 'vitest'
import { FairQueue } from './fair-queue.ts'

function drain(queue: FairQueue<string>): string[] {
  const order: string[] = []
  for (let item = queue.shift(); item !== undefined; item = queue.shift()) order.push(item)
  return order
}

test('callers take turns, and each of them is served in its own order', () => {
  const queue = new FairQueue<string>()
  for (const item of ['a1', 'a2', 'a3', 'b1', 'c1', 'c2']) queue.push(item[0]!, item)
  expect(drain(queue)).toEqual(['a1', 'b1', 'c1', 'a2', 'c2', 'a3'])
  expect(queue.isEmpty).toBe(true)
})

test('who comes while a thousand of another wait is next but one', () => {
  const queue = new FairQueue<string>()
  for (let number = 1; number <= 1000; number++) queue.push('busy', `busy ${number}`)
  queue.shift()
  queue.push('late', 'late 1')
  expect([queue.shift(), queue.shift(), queue.shift()]).toEqual(['busy 2', 'late 1', 'busy 3'])
})

test('who was just served waits for the others when it comes again', () => {
  const queue = new FairQueue<string>()
  queue.push('a', 'a1')
  queue.push('b', 'b1')
  queue.shift()
  queue.push('a', 'a2')
  expect(drain(queue)).toEqual(['b1', 'a2'])
})

test('what is deleted is not served, and nobody is left in line for nothing', () => {
  const queue = new FairQueue<string>()
  for (const item of ['a1', 'a2', 'b1']) queue.push(item[0]!, item)
  queue.delete('a', 'a1')
  queue.delete('b', 'b1')
  queue.delete('nobody', 'x')
  expect(drain(queue)).toEqual(['a2'])
  queue.push('a', 'a3')
  queue.delete('a', 'a3')
  expect([queue.isEmpty, queue.shift()]).toEqual([true, undefined])
})
