import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, test } from 'vitest'
import { findNatsServerOrError, startNats, type TestNats } from './nats.ts'
import { NATS_SHORT } from './promises/page.ts'
import { runTable } from './promises/run-table.ts'
import { keepIn } from './promises/stores.ts'

const program = await findNatsServerOrError()

test.runIf(program instanceof Error)('the tests find a nats-server', (context) => context.skip(String(program)))

describe.skipIf(program instanceof Error)('promises on NATS', () => {
  let nats: TestNats
  beforeAll(async () => {
    nats = await startNats({ program: program as string, servers: 1, syncInterval: '2m' })
  })
  afterAll(() => nats.stop())

  // One server for all, and partitions as on three.
  keepIn(() => ({ type: 'nats', url: `nats://${nats.servers[0]}?replicas=1&partitions=2&prefix=${randomUUID()}` }))
  const isMatrix = process.env.MODE === 'matrix'
  runTable((row, path) => isMatrix || (NATS_SHORT.rows.includes(row) && NATS_SHORT.paths.includes(path)))
})
