import { deepStrictEqual } from 'node:assert/strict'
import { expect, it } from 'vitest'
import type { Log } from '../log/log.ts'
import { createMemoryStore } from '../log/memory.ts'
import { noUsage } from '../tools/usage.ts'
import { createChatStates } from './create-chat.ts'
import { replay } from './fixtures/random-log.ts'
import type { Patch } from './patch.ts'
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
  const log: Log<Patch> = {
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

it('loading a state reads only what follows the snapshot, however long the log is', async () => {
  const { log, written, write, seen } = await openLog(100_000)
  const first = await createChatStates(log).load('s')
  expect(seen).toEqual({ read: 100_000, snapshots: 1 })
  deepStrictEqual(first, replay(written))

  await write(250)
  const second = await createChatStates(log).load('s')
  // The entry that the snapshot ends with is read with those that follow it.
  expect(seen).toEqual({ read: 100_251, snapshots: 1 })
  expect(second.lsn).toBe(100_250)
  deepStrictEqual(second, replay(written))

  expect(await createChatStates(log).load('s')).toEqual(second)
  expect(seen).toEqual({ read: 100_502, snapshots: 1 })
})

it('loading a state keeps a snapshot every 500 patches', async () => {
  const { log, write, seen } = await openLog(499)
  await createChatStates(log).load('s')
  expect(await log.snapshot('s')).toBeUndefined()
  await write(1)
  const state = await createChatStates(log).load('s')
  expect(await log.snapshot('s')).toEqual({ lsn: 500, state: { shape: 6, state } })
  await write(499)
  await createChatStates(log).load('s')
  await write(1)
  expect(seen.snapshots).toBe(1)
  await createChatStates(log).load('s')
  expect((await log.snapshot('s'))?.lsn).toBe(1_000)
})

it('keeping a state returns the place of the newest snapshot', async () => {
  const { log } = await openLog(1_000)
  const state = await createChatStates(log).catchUp('s', emptyState)
  expect(await createChatStates(log).keep('s', state, 501)).toBe(501)
  expect(await log.snapshot('s')).toBeUndefined()
  expect(await createChatStates(log).keep('s', state, 500)).toBe(1_000)
  expect((await log.snapshot('s'))?.lsn).toBe(1_000)
})

it('catching up reads every page after the state', async () => {
  const { log, written, write, seen } = await openLog(4_000)
  const state = await createChatStates(log).catchUp('s', emptyState)
  deepStrictEqual(state, replay(written))
  expect(await createChatStates(log).catchUp('s', state)).toBe(state)
  expect(seen.read).toBe(4_000)
  await write(3)
  deepStrictEqual(await createChatStates(log).catchUp('s', state), replay(written))
  expect(seen.read).toBe(4_003)
})

it('the state of a missing session is empty and is not kept', async () => {
  const { log, seen } = await openLog(10)
  expect(await createChatStates(log).load('gone')).toBe(emptyState)
  expect(seen).toEqual({ read: 0, snapshots: 0 })
})

it('a snapshot of another shape is ignored', async () => {
  const { log } = await openLog(10)
  const state = await createChatStates(log).load('s')
  await log.keepSnapshot('s', 5, { shape: 0, state: { messages: 'elsewhere' } })
  expect(await createChatStates(log).load('s')).toEqual(state)
})
