import { expect, it } from 'vitest'
import { createMcpTool } from './builder.ts'
import { Drain, Drained } from './drain.ts'
import { createMemoryJournal } from './journal.ts'
import { deferred, succeeded } from './outcome.ts'
import type { Peer } from './peer.ts'
import { runTool } from './run-tool.ts'

it('a drained run leaves its next once step to the next process', async () => {
  const drain = new Drain()
  const ran: string[] = []
  const tool = createMcpTool('pay')
    .execute(function* (_, ctx) {
      // Begun while nothing is being written: the start of the next step would be the next write.
      yield* ctx.step('look', () => undefined)
      drain.begin()
      return yield* ctx.step('pay', () => ran.push('pay'), { once: true })
    })
    .build()
  const memory = createMemoryJournal()
  const peer = { answer: () => deferred }
  await expect(runTool(tool, {}, { peer, journal: drain.over(memory) })).rejects.toThrow(Drained)
  expect(ran).toEqual([])
  expect(await runTool(tool, {}, { peer, journal: memory })).toMatchObject({ type: 'completed', value: 1 })
})

it('R8 what was sent before a once step that a drained run leaves is not sent again', async () => {
  const drain = new Drain()
  const heard: string[] = []
  const tool = createMcpTool('pay')
    .execute(function* (_, ctx) {
      yield* ctx.step('look', () => undefined)
      yield* ctx.log('info', 'paying')
      drain.begin()
      return yield* ctx.step('pay', () => 'paid', { once: true })
    })
    .build()
  const peer: Peer = {
    async answer(effect) {
      if (effect.type === 'log') heard.push(effect.message)
      return succeeded(undefined)
    },
  }
  const memory = createMemoryJournal()
  await expect(runTool(tool, {}, { peer, journal: drain.over(memory) })).rejects.toThrow(Drained)
  expect(await runTool(tool, {}, { peer, journal: memory })).toMatchObject({ type: 'completed', value: 'paid' })
  expect(heard).toEqual(['paying'])
})

it('a drained journal keeps the starts of a copy, whose steps have run', async () => {
  const drain = new Drain()
  drain.begin()
  const recorded = createMemoryJournal()
  const tool = createMcpTool('pay')
    .execute(function* (_, ctx) {
      return yield* ctx.step('pay', () => 'paid', { once: true })
    })
    .build()
  await runTool(tool, {}, { peer: { answer: () => deferred }, journal: recorded })
  const { header, entries, progress } = recorded.read()!
  expect(entries.map(({ type }) => type)).toEqual(['started', 'value'])
  const copy = createMemoryJournal()
  await drain.over(copy).append(0, { header, entries, progress, isCopy: true })
  expect(copy.read()!.entries).toEqual(entries)
})
