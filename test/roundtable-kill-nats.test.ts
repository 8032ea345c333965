import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { findNatsServerOrError, startNats, type TestNats } from './nats.ts'
import { type Caller, findSession } from './roundtable/caller.ts'
import { agents, type Overview, playLate, SLOW, testKills } from './roundtable/kills.ts'
import { openScene } from './roundtable/scene.ts'

const program = await findNatsServerOrError()

test.runIf(program instanceof Error)('the tests find a nats-server', (context) => context.skip(String(program)))

describe.skipIf(program instanceof Error)('debates on NATS', () => {
  let nats: TestNats
  beforeAll(async () => {
    nats = await startNats({ program: program as string })
  })
  afterAll(() => nats.stop())

  /** Debates of their own on servers that all share. */
  const open = (prefix = randomUUID()) => openScene(`${nats.url}&partitions=2&prefix=${prefix}`)

  testKills(open)

  test('the next server finishes the round of a killed one although the leader of NATS is killed with it', async () => {
    const prefix = randomUUID()
    await using scene = await open(prefix)
    let isSlow = true
    const play = playLate(scene, 'Is it too late to lead?', () => isSlow)
    const first = await scene.open('http', '2026-07-28')
    first.caller.call('start_roundtable', { topic: play.topic, agents, rounds: 2 }).catch(() => {})
    await play.until(({ model }) => model === SLOW)
    const sessionId = await findSession(first.caller, play.topic)
    const read = async (by: Caller) => (await by.call<Overview>('get_session', { sessionId })).data.rounds[0]!
    await vi.waitFor(async () => expect((await read(first.caller)).heard).toHaveLength(2), 20_000)
    const leader = await nats.leaderOf(`${prefix}_log`)
    await Promise.all([first.kill(), nats.kill(leader)])
    isSlow = false
    const { caller } = await scene.open('http', '2026-07-28')
    await vi.waitFor(async () => expect((await read(caller)).endedAt).toBeDefined(), 60_000)
    nats.restart(leader)
    expect((await read(caller)).heard).toHaveLength(3)
    expect(agents.map((model) => play.count({ for: 'statement', model }))).toEqual([1, 1, 2])
  })
})
