import fc from 'fast-check'
import { expect, it } from 'vitest'
import { Queue } from './fiber.ts'
import type { Pending } from './pending.ts'
import { SortedList } from './sorted-list.ts'
import { Timekeeper } from './timekeeper.ts'

const pendingOf = (order: number, state: Pending['state']) => ({ order, state }) as Pending

it('deadlines come soonest first, in the order of asking where they are the same, without those that no longer wait', () => {
  fc.assert(
    fc.property(fc.array(fc.tuple(fc.nat(20), fc.boolean())), fc.nat(20), (given, now) => {
      const timekeeper = new Timekeeper({ now: () => now, alarm: () => () => {} })
      const all = given.map(([, waits], order) => pendingOf(order, waits ? 'deferred' : 'settled'))
      // Each was asked before, with another deadline.
      for (const [shift, times] of [
        [7, 3],
        [0, 1],
      ] as const) {
        for (const [i, one] of all.entries()) timekeeper.setDeadline(one, ((given[i]![0] * times) % 20) + shift)
      }
      const waiting = all
        .filter(({ state }) => state === 'deferred')
        .sort((a, b) => a.deadline! - b.deadline! || a.order - b.order)
      expect(timekeeper.nextAt()).toBe(waiting[0]?.deadline ?? Number.POSITIVE_INFINITY)
      expect(timekeeper.due()?.over ?? []).toEqual(waiting.filter(({ deadline }) => deadline! <= now))
      expect(timekeeper.nextAt()).toBe(
        waiting.find(({ deadline }) => deadline! > now)?.deadline ?? Number.POSITIVE_INFINITY,
      )
    }),
  )
})

it('a sorted list gives back what it was given in its order, and equal items in that of their adding', () => {
  const command = fc.oneof(
    { weight: 3, arbitrary: fc.record({ add: fc.nat(9) }) },
    { weight: 1, arbitrary: fc.constant('take' as const) },
    { weight: 1, arbitrary: fc.record({ delete: fc.nat() }) },
    { weight: 1, arbitrary: fc.constant('delete taken' as const) },
  )
  fc.assert(
    fc.property(fc.array(command, { maxLength: 300, size: 'max' }), (commands) => {
      const list = new SortedList<{ key: number; number: number }>((one, other) => one.key - other.key)
      let model: { key: number; number: number }[] = []
      let taken: { key: number; number: number } | undefined
      for (const [number, next] of commands.entries()) {
        if (next === 'take') {
          taken = model.shift()
          expect(list.takeFirst()).toBe(taken)
        } else if (next === 'delete taken') {
          if (taken !== undefined && model.every(({ key }) => key !== taken!.key)) list.delete(taken)
        } else if ('add' in next) {
          const item = { key: next.add, number }
          list.add(item)
          model = [...model, item].sort((a, b) => a.key - b.key || a.number - b.number)
        } else {
          // Only one that is equal to no other can be deleted.
          const alone = model.filter(({ key }, _, all) => all.filter((other) => other.key === key).length === 1)
          const item = alone[next.delete % alone.length]
          if (item === undefined) continue
          list.delete(item)
          model = model.filter((other) => other !== item)
        }
        expect([list.size, list.first]).toEqual([model.length, model[0]])
      }
      expect(list.items).toEqual(model)
    }),
  )
})

it('a queue gives back what it was given, in order', () => {
  fc.assert(
    fc.property(fc.array(fc.option(fc.nat())), (commands) => {
      const queue = new Queue<number>()
      const model: number[] = []
      for (const command of [...commands, ...commands.map(() => null)]) {
        if (command === null) expect(queue.shift()).toBe(model.shift())
        else {
          queue.push(command)
          model.push(command)
        }
      }
    }),
  )
})
