import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createTemporarySchema, startPostgres, type TestPostgres } from '../../../../test/postgres.ts'
import type { Append, NewStream, Store, StreamRef } from '../log/log.ts'
import { createMemoryStore } from '../log/memory.ts'
import type { NewQuestion, QuestionRef } from '../log/questions.ts'
import { RUN_STATES, type RunMark, type RunRow } from '../log/run-index.ts'
import { createMemoryEngine } from '../testing/memory-engine.ts'
import { SweatpantsError } from '../tools/errors.ts'
import { createEncryptedStore } from './encrypted.ts'
import { createEngineStore } from './engine-store.ts'
import { createPostgresStore } from './postgres.ts'
import { createSqliteStore } from './sqlite.ts'

const KINDS = ['chat', 'task']
const IDS = ['a', 'b', 'c']
const PEOPLE = ['ada', 'bob', undefined]
const NAMES = ['user:ada', 'role:manager', 'É"\0']
const KEYS = ['q1', 'q2', 'q3']
const STREAMS: StreamRef[] = KINDS.flatMap((kind) => IDS.map((id) => ({ kind, id })))

/** A store, and the fences that it gave for each stream. */
interface Subject {
  store: Store
  fences: Map<string, number[]>
}

/** What is done to each store. Resolves to what can be compared: fences differ. */
type Act = (subject: Subject) => unknown

/** Returns the same numbers for a seed, each below a bound. */
function createNumbers(seed: number) {
  let state = seed
  return (below: number): number => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((state / 2 ** 32) * below)
  }
}

/** Chooses what is done next. `scale` times everything that is to happen later. */
function createChooser(number: (below: number) => number, now: () => number, scale: number) {
  const pick = <T>(values: readonly T[]): T => values[number(values.length)]!
  const perhaps = <T extends object>(percent: number, value: T): Partial<T> => (number(100) < percent ? value : {})
  const toEvents = () => Array.from({ length: number(3) }, () => ({ n: number(100) }))
  const toQuestions = (): NewQuestion[] =>
    [...new Set([pick(KEYS), pick(KEYS)])].map((key) => ({
      key,
      to: [pick(NAMES), pick(NAMES)],
      body: number(9),
      ...perhaps(30, { quorum: 1 + number(3) }),
      ...perhaps(20, { answeredBy: ['ada'] }),
      ...perhaps(30, { isOutgoing: true }),
    }))
  const toStream = (): NewStream<unknown> => {
    const principal = pick(PEOPLE)
    const own = principal === undefined ? {} : { principal }
    const mark: RunMark = { tool: pick(['book', 'Über']), state: pick(RUN_STATES), startedAt: number(9), ...own }
    return {
      ...own,
      about: number(5),
      events: toEvents(),
      ...perhaps(30, { dueAt: pick([0, now() + 50 * scale]) }),
      ...perhaps(20, { expiresAt: now() + pick([-5, 50 * scale, 5_000 * scale]) }),
      ...perhaps(30, { node: 'one' }),
      ...perhaps(40, { questions: toQuestions() }),
      ...perhaps(60, { run: mark }),
    }
  }
  const toAppend = (): Append<unknown> => ({
    events: toEvents(),
    ...perhaps(25, { head: number(5) }),
    ...perhaps(25, { commandId: pick(['c1', 'c2']) }),
    ...perhaps(20, { write: number(6) }),
    ...perhaps(20, { about: number(5), register: number(5) }),
    ...perhaps(20, { dueAt: pick([null, 0, now() + 50 * scale]) }),
    ...perhaps(10, { expiresAt: now() + pick([-5, 50 * scale]) }),
    ...perhaps(10, { release: true }),
    ...perhaps(30, { isQuiet: true }),
    ...perhaps(40, {
      questions: {
        ...perhaps(50, { opens: toQuestions() }),
        ...perhaps(30, { closes: [pick(KEYS), 'unknown'] }),
        ...perhaps(50, { answers: { key: pick(KEYS), by: pick(['ada', 'bob']), ...perhaps(20, { isLast: true }) } }),
      },
    }),
    ...perhaps(40, { run: { state: pick(RUN_STATES), ...perhaps(50, { detail: { problem: 'no flights' } }) } }),
  })

  return (): Act => {
    const { kind, id } = pick(STREAMS)
    const fencesOf = ({ fences }: Subject, of = `${kind}/${id}`) => fences.get(of) ?? []
    const remember = ({ fences }: Subject, fence: number | undefined) => {
      if (fence !== undefined) fences.set(`${kind}/${id}`, [...(fences.get(`${kind}/${id}`) ?? []), fence])
      return fence !== undefined
    }
    const age = 1 + number(2)
    const given = (subject: Subject) => ({ fence: fencesOf(subject).at(-age) ?? Number.MAX_SAFE_INTEGER })
    const hasFence = number(3) === 0
    const node = pick(['one', 'two'])
    const [stream, append, ttl, key] = [toStream(), toAppend(), pick([60 * scale, 1_000 * scale]), pick(KEYS)]
    const [owner, lsn, isOwned] = [pick(STREAMS), number(6), number(4) === 0]
    const acts: Act[] = [
      async (subject) => {
        const fence = fencesOf(subject, `${owner.kind}/${owner.id}`).at(-1)
        const under = { ...owner, ...(hasFence && fence !== undefined && { fence }) }
        const created = await subject.store.log(kind).create(id, { ...stream, ...(isOwned && { under }) })
        return [created.lsn, remember(subject, created.fence)]
      },
      (subject) => subject.store.log(kind).append(id, { ...append, ...(hasFence && given(subject)) }),
      (subject) => subject.store.log(kind).append(id, append),
      async (subject) => remember(subject, await subject.store.leases.acquire({ kind, id }, node)),
      ({ store }) => store.leases.beat(node, ttl),
      (subject) => subject.store.leases.release({ kind, id }, given(subject).fence),
      (subject) => subject.store.log(kind).delete(id, { ...(hasFence && given(subject)), withRuns: lsn > 2 }),
      async ({ store }) => void (await store.leases.collect(100)),
      async ({ store }) =>
        (await store.questions.claim(100, [50 * scale, 500 * scale])).map(({ tries }) => tries).toSorted(),
      ({ store }) => store.questions.delivered({ kind, id, key }),
      ({ store }) => store.log(kind).keepSnapshot(id, lsn, { lsn }),
      async (subject) => (await subject.store.log(kind).open(id, fencesOf(subject).at(-age)))?.events,
    ]
    return pick(acts)
  }
}

/** Returns all that can be read of a store. The order of what changed at the same moment is left to the store. */
async function readAll({ log, questions, runs, leases }: Store, scale: number): Promise<unknown> {
  const nameOf = (value: Partial<QuestionRef> | string) =>
    typeof value === 'string' ? value : JSON.stringify([value.kind, value.id, value.key])
  const sort = <T extends Partial<QuestionRef> | string>(values: readonly T[]): T[] =>
    values.toSorted((one, other) => (nameOf(one) < nameOf(other) ? -1 : 1))
  const streams = STREAMS.map(async ({ kind, id }) => {
    const of = log(kind)
    const asked = await Promise.all(KEYS.map((key) => questions.get({ kind, id, key })))
    const open = asked.map((question) => question && { ...question, place: 0 })
    const keys = sort(await questions.keys({ kind, id }))
    return [
      await of.get(id),
      await of.read(id, 0),
      await of.read(id, 1, 1),
      await of.find(id, 'c1'),
      open,
      keys,
      await of.snapshot(id),
    ]
  })
  const owned = KINDS.flatMap((kind) =>
    PEOPLE.map(async (principal) => [
      sort(await log(kind).list(principal)),
      await log(kind).count(principal, 2),
      await runs.countOpen(kind, principal, 2),
    ]),
  )
  const filters = [{}, { search: 'ÜBER' }, { principal: 'ada', state: 'waiting' as const }, { olderThan: 70 * scale }]
  const found = filters.map(async (filter) => (await runs.list(filter)).runs.map(({ kind, id }) => ({ kind, id })))
  const paged: RunRow[] = []
  for (let page = await runs.list({ limit: 2 }); ; page = await runs.list({ limit: 2, after: page.next! })) {
    paged.push(...page.runs)
    if (page.next === undefined) break
  }
  const asked = [['user:ada'], NAMES].map(async (names) =>
    sort((await questions.list(names)).map(({ kind, id, key }) => ({ kind, id, key }))),
  )
  const due = [await leases.due(KINDS, 99), await leases.due(['chat'], 99, 60), await leases.held(KINDS, 'one', 99)]
  return [
    await Promise.all([...streams, ...owned, ...asked]),
    (await Promise.all(found)).map((rows) => sort(rows)),
    [sort(paged), ...due.map((refs) => sort(refs))],
    await runs.count(),
  ]
}

interface Trial {
  stores: Readonly<Record<string, Store>>
  number: (below: number) => number
  now: () => number
  scale: number
  /** Called before some of the steps. */
  pass?: () => void
  /** Leaves out what need not be the same. */
  replacer?: (key: string, value: unknown) => unknown
}

/** Performs the same writes on every store, and compares what can be read after each. */
async function compare({ stores, number, now, scale, pass, replacer }: Trial): Promise<void> {
  const choose = createChooser(number, now, scale)
  const subjects = Object.entries(stores).map(([name, store]) => ({ name, store, fences: new Map<string, number[]>() }))
  for (let step = 0; step < 100; step++) {
    const act = choose()
    if (number(10) === 0) pass?.()
    const results = subjects.map(async (subject) => {
      const result = await (async () => act(subject))().catch((error: unknown) => {
        if (error instanceof SweatpantsError) return error.name
        throw error
      })
      return JSON.parse(JSON.stringify([result ?? null, await readAll(subject.store, scale)], replacer))
    })
    const [expected, ...others] = await Promise.all(results)
    others.forEach((result, i) => expect(result, `${subjects[i + 1]!.name}, step ${step}`).toEqual(expected))
  }
  for (const { store } of subjects) await store.close()
}

test.each([1, 2, 38, 41])('stores agree on what any writes leave behind, with seed %i', async (seed) => {
  let time = 1_000_000
  const now = () => time
  const number = createNumbers(seed)
  const stores = {
    memory: createMemoryStore({ now }),
    sqlite: createSqliteStore({ path: ':memory:', now }),
    engine: createEngineStore(createMemoryEngine({ now, isOrdered: seed % 2 === 0 }).open()),
    encrypted: await createEncryptedStore(createMemoryStore({ now }), ['k'.repeat(32)]),
  }
  const pass = () => {
    time += [1, 70, 700][number(3)]!
  }
  await compare({ stores, number, now, scale: 1, pass })
})

describe('on clocks of their own', () => {
  let postgres: TestPostgres
  let schema: ReturnType<typeof createTemporarySchema>
  beforeAll(async () => {
    postgres = await startPostgres()
  })
  beforeEach(() => {
    schema = createTemporarySchema(postgres.url)
  })
  afterEach(() => schema.drop())
  afterAll(() => postgres.stop())

  const TIMES = ['createdAt', 'updatedAt', 'openedAt', 'changedAt']

  test.each([3, 27])(
    'stores agree on what any writes leave behind while nothing expires, with seed %i',
    async (seed) => {
      const stores = {
        memory: createMemoryStore(),
        sqlite: createSqliteStore(':memory:'),
        postgres: await createPostgresStore({ url: postgres.url, schema: schema.schema }),
        encrypted: await createEncryptedStore(createSqliteStore(':memory:'), ['k'.repeat(32)]),
      }
      const replacer = (key: string, value: unknown) => (TIMES.includes(key) ? 0 : value)
      await compare({ stores, number: createNumbers(seed), now: Date.now, scale: 1_000_000, replacer })
    },
  )
})
