import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { createVirtualClock } from '../testing/clock.ts'
import { createMcpTool } from './builder.ts'
import { createMemoryJournal, type Journal } from './journal.ts'
import { deferred } from './outcome.ts'
import type { Peer } from './peer.ts'
import { runTool } from './run-tool.ts'

const peer: Peer = { answer: () => deferred }
const ask = { response: z.object({}), expiresIn: 5_000 }

describe('R17 a run whose journal refuses a write', () => {
  it.each([0, 1, 2])(
    'R17 does nothing more after write %i, and repeats at most the step in flight elsewhere',
    async (writes) => {
      const ran: string[] = []
      const tool = createMcpTool('t')
        .execute(function* (_, ctx) {
          try {
            for (const step of ['a', 'b', 'c']) yield* ctx.step(step, () => void ran.push(step))
          } finally {
            ran.push('finally')
          }
        })
        .build()
      const memory = createMemoryJournal()
      let left = writes
      const fenced: Journal = {
        read: () => memory.read(),
        append(revision, write) {
          if (left-- <= 0) throw new Error('another driver has this run')
          memory.append(revision, write)
        },
      }
      await expect(runTool(tool, {}, { peer, journal: fenced })).rejects.toThrow('another driver has this run')
      const before = [...ran]
      expect(before).not.toContain('finally')
      ran.length = 0
      expect(await runTool(tool, {}, { peer, journal: memory })).toMatchObject({ type: 'completed' })
      expect(before.filter((step) => ran.includes(step)).length).toBeLessThanOrEqual(1)
      expect([...new Set([...before, ...ran])]).toEqual(['a', 'b', 'c', 'finally'])
    },
  )
})

describe('R18 a run that waits', () => {
  const tool = createMcpTool('t')
    .elicits({ ask })
    .execute(function* (_, ctx) {
      const nap = ctx.branch(function* (inner) {
        yield* inner.sleep(1_000)
        yield* inner.sleep(9_000)
      })
      const [{ action }] = yield* ctx.all([ctx.elicit('ask', { message: 'm' }), nap])
      return action
    })
    .build()

  it('R18 says when it goes on by itself, and does so in another process without an answer', async () => {
    const journal = createMemoryJournal()
    const first = await runTool(tool, {}, { peer, journal, clock: createVirtualClock(0) })
    expect(first).toMatchObject({ type: 'parked', wakeAt: 1_000 })
    const second = await runTool(tool, {}, { peer, journal, clock: createVirtualClock(1_000) })
    expect(second).toMatchObject({ type: 'parked', wakeAt: 5_000 })
    const last = await runTool(tool, {}, { peer, journal, clock: createVirtualClock(5_000) })
    expect(last).toMatchObject({ type: 'completed', value: 'cancel' })
  })
})
