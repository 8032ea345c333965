import fc from 'fast-check'
import { expect, it } from 'vitest'
import { Deadlines } from './deadlines.ts'
import { Queue } from './fiber.ts'
import type { Pending } from './pending.ts'

const pendingAt = (deadline: number, order: number, state: Pending['state'] = 'deferred') =>
  ({ deadline, order, state }) as Pending

it('deadlines come soonest first, in the order of asking where they are the same, without those that no longer wait', () => {
  fc.assert(
    fc.property(fc.array(fc.tuple(fc.nat(20), fc.boolean())), fc.nat(20), (given, now) => {
      const deadlines = new Deadlines()
      const all = given.map(([deadline, waits], order) => pendingAt(deadline, order, waits ? 'deferred' : 'settled'))
      for (const one of all) deadlines.add(one)
      const waiting = all
        .filter(({ state }) => state === 'deferred')
        .sort((a, b) => a.deadline! - b.deadline! || a.order - b.order)
      expect(deadlines.soonest()).toBe(waiting[0]?.deadline ?? Number.POSITIVE_INFINITY)
      expect(deadlines.due(now)).toEqual(waiting.filter(({ deadline }) => deadline! <= now))
      expect(deadlines.soonest()).toBe(
        waiting.find(({ deadline }) => deadline! > now)?.deadline ?? Number.POSITIVE_INFINITY,
      )
    }),
  )
})

it('a queue gives back what it was given, in order', () => {
  fc.assert(
    fc.property(fc.array(fc.option(fc.nat())), (commands) => {
      const queue = new Queue<number>()
      const model: number[] = []
      for (const command of commands) {
        if (command === null) expect(queue.shift()).toBe(model.shift())
        else {
          queue.push(command)
          model.push(command)
        }
        expect(queue.size).toBe(model.length)
      }
    }),
  )
})
