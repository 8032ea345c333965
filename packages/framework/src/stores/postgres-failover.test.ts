import { setTimeout as delay } from 'node:timers/promises'
import { afterAll, beforeAll, describe } from 'vitest'
import { createDistant } from '../../../../test/faults/distant.ts'
import { TcpProxy } from '../../../../test/faults/proxy.ts'
import { type ReplicatedPostgres, startReplicatedPostgres } from '../../../../test/postgres-standbys.ts'
import type { Store } from '../log/log.ts'
import { logContract } from '../testing/log-contract.ts'
import { describeContract } from '../testing/vitest.ts'
import { createPostgresStore } from './postgres.ts'

/** `npm run test:matrix` runs it: three servers start, and a standby is promoted. */
describe.runIf(process.env.MODE === 'matrix')('a primary of Postgres with two synchronous standbys', () => {
  let postgres: ReplicatedPostgres
  beforeAll(async () => {
    postgres = await startReplicatedPostgres()
  })
  afterAll(() => postgres[Symbol.asyncDispose]())

  const create = async () => {
    const schema = `test_${crypto.randomUUID()}`
    const open = (url = postgres.url) => createPostgresStore({ url, schema, poolSize: 4 })
    const stores: Store[] = [await open(), await open()]
    const distant = async () => {
      const proxy = await TcpProxy.openFor(postgres.url)
      return createDistant(await open(proxy.through(postgres.url)), proxy)
    }
    const close = async () => {
      for (const store of stores) await store.close()
    }
    const failOver = () => postgres.failOver()
    return {
      open: () => stores[0]!,
      again: () => stores[1]!,
      advance: (ms: number) => delay(ms),
      distant,
      failOver,
      close,
    }
  }
  // The other cases are about what is stored, which `postgres.test.ts` tries on one server.
  const broken = /acknowledge|lose what another node appends/
  const cases = logContract(create, { hasServer: true }).filter(({ name }) => broken.test(name))
  describeContract('two stores', cases)
})
