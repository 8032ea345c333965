import { deepStrictEqual } from 'node:assert/strict'
import { expect, it } from 'vitest'
import { noUsage } from '../tools/usage.ts'
import { replay } from './fixtures/random-log.ts'
import { catchUp, keepState, loadState } from './load-state.ts'
import { createMemoryStore } from './memory-store.ts'
import type { Patch } from './patch.ts'
import type { SessionLog } from './session-log.ts'
import { emptyState } from './state.ts'

const PIECES = 193

/** A conversation of turns of 200 patches each. */
function* converse(): Generator<Patch> {
  for (let turn = 1; ; turn++) {
    const [user, answer, call] = [`u-${turn}`, `m${turn}_0`, `c${turn}_0_0`]
    yield { type: 'user_message', messageId: user, content: `question ${turn}`, timestamp: turn }
    yield { type: 'turn_start', turn, messageIds: [user], model: 'm' }
    yield { type: 'streaming_start', messageId: answer, turn, attempt: 1, timestamp: turn }
    for (let i = 0; i < PIECES; i++) yield { type: 'streaming_text', messageId: answer, text: `${i} ` }
    const use = { type: 'tool_use' as const, id: 't', name: 'tool', input: {} }
    const message = { type: 'assistant_message' as const, messageId: answer, turn, content: [use], model: 'm' }
    yield { ...message, stopReason: 'toolUse', usage: noUsage, timestamp: turn }
    const named = { callId: call, toolUseId: 't', messageId: answer, toolName: 'tool' }
    yield { type: 'tool_call_start', ...named, arguments: {}, timestamp: turn }
    yield { type: 'tool_call_result', callId: call, result: turn }
    yield { type: 'turn_end', turn, reason: 'complete' }
  }
}

const take = (patches: Iterator<Patch>, count: number): Patch[] =>
  Array.from({ length: count }, () => patches.next().value as Patch)

/** A log that tells what is read of it. */
async function openLog(count: number) {
  const patches = converse()
  const kept = createMemoryStore().log<Patch>('chat')
  const written = take(patches, count)
  await kept.create('s', { about: {}, events: written })
  const seen = { read: 0, snapshots: 0 }
  const log: SessionLog<Patch> = {
    ...kept,
    async read(...given) {
      const page = await kept.read(...given)
      seen.read += page.length
      return page
    },
    keepSnapshot(...given) {
      seen.snapshots += 1
      return kept.keepSnapshot(...given)
    },
  }
  async function write(more: number): Promise<void> {
    const events = take(patches, more)
    written.push(...events)
    await kept.append('s', { events })
  }
  return { log, written, write, seen }
}

it('reads only what follows the state that was kept, however long the log is', async () => {
  const { log, written, write, seen } = await openLog(100_000)
  const first = await loadState(log, 's')
  expect(seen).toEqual({ read: 100_000, snapshots: 1 })
  deepStrictEqual(first, replay(written))

  await write(250)
  const second = await loadState(log, 's')
  expect(seen).toEqual({ read: 100_250, snapshots: 1 })
  expect(second.lsn).toBe(100_250)
  deepStrictEqual(second, replay(written))

  expect(await loadState(log, 's')).toEqual(second)
  expect(seen).toEqual({ read: 100_500, snapshots: 1 })
}, 60_000)

it('keeps the state again once 500 patches have come', async () => {
  const { log, write, seen } = await openLog(499)
  await loadState(log, 's')
  expect(await log.snapshot('s')).toBeUndefined()
  await write(1)
  const state = await loadState(log, 's')
  expect(await log.snapshot('s')).toEqual({ lsn: 500, state: { shape: 1, state } })
  await write(499)
  await loadState(log, 's')
  await write(1)
  expect(seen.snapshots).toBe(1)
  await loadState(log, 's')
  expect((await log.snapshot('s'))?.lsn).toBe(1_000)
})

it('says where the state was last kept, be it now or before', async () => {
  const { log } = await openLog(1_000)
  const state = await catchUp(log, 's', emptyState)
  expect(await keepState(log, 's', state, 501)).toBe(501)
  expect(await log.snapshot('s')).toBeUndefined()
  expect(await keepState(log, 's', state, 500)).toBe(1_000)
  expect((await log.snapshot('s'))?.lsn).toBe(1_000)
})

it('catches up with as many pages as there are, from where it is', async () => {
  const { log, written, write, seen } = await openLog(4_000)
  const state = await catchUp(log, 's', emptyState)
  deepStrictEqual(state, replay(written))
  expect(await catchUp(log, 's', state)).toBe(state)
  expect(seen.read).toBe(4_000)
  await write(3)
  deepStrictEqual(await catchUp(log, 's', state), replay(written))
  expect(seen.read).toBe(4_003)
})

it('is empty for a session that is not there, and keeps nothing', async () => {
  const { log, seen } = await openLog(10)
  expect(await loadState(log, 'gone')).toBe(emptyState)
  expect(seen).toEqual({ read: 0, snapshots: 0 })
})

it('makes a state of another shape anew from the log', async () => {
  const { log } = await openLog(10)
  const state = await loadState(log, 's')
  await log.keepSnapshot('s', 5, { shape: 0, state: { messages: 'elsewhere' } })
  expect(await loadState(log, 's')).toEqual(state)
})
