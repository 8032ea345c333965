import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { buildServer } from './chat/build-server.ts'
import { survive, withoutTimes } from './chat/crash.ts'
import { listCrashes, type Strides } from './chat/crashes.ts'
import { createPostgresPlace, createSqlitePlace, type TemporaryPlace } from './chat/places.ts'
import { startPostgres, type TestPostgres } from './postgres.ts'

/** `npm run test:crash` tries every place. */
const isWhole = process.env.MODE === 'crash'

const every = (stride: number, others: number): Strides => ({
  'patch %d is on disk and not acknowledged': isWhole ? 1 : stride,
  'patch %d is about to be written': isWhole ? 1 : others,
  'patch %d has come to a reader': isWhole ? 1 : others,
  'journal write %d is on disk and not acknowledged': isWhole ? 1 : others,
  'journal write %d is about to be made': isWhole ? 1 : others,
  'patch %d is on disk, and again three later': isWhole ? 1 : others,
})

const server = await buildServer()
const program = server.path

async function surviveUndisturbed() {
  await using storage = createSqlitePlace()
  const { story, notes } = await survive({ program, place: storage.place })
  const writes = notes.filter(({ type }) => type === 'written').length
  return { state: withoutTimes(story.state), length: { patches: story.seen.length, writes } }
}

const { state, length } = await surviveUndisturbed()

let postgres: TestPostgres
beforeAll(async () => {
  postgres = await startPostgres()
})
afterAll(async () => {
  server[Symbol.dispose]()
  await postgres.stop()
})

const stores: [string, () => TemporaryPlace, Strides][] = [
  ['SQLite', createSqlitePlace, every(3, 10)],
  ['Postgres', () => createPostgresPlace(postgres.url), every(10, 25)],
]

describe.each(stores)(
  'on %s a conversation ends the same when its server is killed while',
  (_, createPlace, strides) => {
    test.concurrent.for(listCrashes(length, strides))('%s', async ([, crash]) => {
      await using storage = createPlace()
      const { story } = await survive({ ...crash, program, place: storage.place })
      expect(withoutTimes(story.state)).toEqual(state)
    })
  },
)
