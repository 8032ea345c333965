import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, test } from 'vitest'
import { findNatsServerOrError, startNats, type TestNats } from './nats.ts'
import { openLateRound, testKills } from './roundtable/kills.ts'
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
    const { server, finish } = await openLateRound(scene, 'Is it too late to lead?')
    const leader = await nats.leaderOf(`${prefix}_log`)
    await Promise.all([server.kill(), nats.kill(leader)])
    await finish(60_000)
    nats.restart(leader)
  })
})
