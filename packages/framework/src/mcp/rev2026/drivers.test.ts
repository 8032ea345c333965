import { z } from 'zod'
import type { Store } from '../../log/log.ts'
import { createMemoryStore } from '../../log/memory.ts'
import { Node } from '../../log/node.ts'
import { createEncryptedStore } from '../../stores/encrypted.ts'
import { createSqliteStore } from '../../stores/sqlite.ts'
import { type DrivenSubject, driverContract } from '../../testing/driver-contract.ts'
import { describeContract } from '../../testing/vitest.ts'
import { createMcpTool } from '../../tools/builder.ts'
import { deferred } from '../../tools/outcome.ts'
import { runTool } from '../../tools/run-tool.ts'
import { mintId } from '../../tools/uuid.ts'
import { toHandle } from '../core/carrier.ts'
import { Catalog } from '../core/catalog.ts'
import { Sampler } from '../core/sampler.ts'
import { type CallEvent, type Round, toRoundEvent } from './call-events.ts'
import { RoundJournal } from './call-work.ts'
import { toKeptCall } from './kept-call.ts'
import { KeptCalls, type Play } from './kept-calls.ts'
import { createTaskMachine } from './task-machine.ts'
import type { TaskAbout, TaskEvent, TaskRegister } from './task-state.ts'

const LEASE = 100

const yes = { action: 'accept', content: { text: 'yes' } }

/** A tool of two steps around a question. The first question is for the kept call, which begins with an answer. */
const createWork = (ran: (step: string) => void, keys: readonly ('go' | 'sure')[]) =>
  createMcpTool('work')
    .elicits({ go: { response: z.object({ text: z.string() }) }, sure: { response: z.object({ text: z.string() }) } })
    .task('auto')
    .execute(function* (_, ctx) {
      for (const [i, key] of keys.entries()) {
        if (key === 'sure') yield* ctx.step('first', () => ran('first'))
        yield* ctx.elicit(key, { message: `${key} ${i}?` })
      }
      yield* ctx.step('second', () => ran('second'))
      return 'done'
    })
    .build()

const tasks: DrivenSubject = {
  kind: 'task',
  register(store, ran) {
    const machine = createTaskMachine({
      store,
      log: store.log<TaskEvent>('task'),
      catalog: new Catalog({ tools: [createWork(ran, ['sure'])] }),
      sampler: new Sampler(undefined, 'client-first'),
      onVersionChange: undefined,
      onOtherVersion: () => {},
      onError: () => {},
      onChange: () => {},
    })
    return Node.register(store, { ...machine, idle: 50 }, { leaseTtl: LEASE, scanEvery: 10 })
  },
  async begin(store) {
    const id = mintId()
    const now = new Date().toISOString()
    const about = {
      tool: 'work',
      status: 'working',
      createdAt: now,
      lastUpdatedAt: now,
      ttlMs: 60_000,
      capabilities: { elicitation: {} },
      arguments: {},
    }
    await store.log('task').create(id, { about, events: [], dueAt: 0 })
    return id
  },
  async waits(store, id) {
    const { open = {} } = ((await store.log('task').get(id))?.register ?? {}) as TaskRegister
    return 'sure' in open
  },
  async answer(store, id) {
    const event: TaskEvent = { type: 'answer', id: 'sure', at: '1', attempt: 1, result: yes, timestamp: Date.now() }
    await store.log<TaskEvent>('task').append(id, { events: [event], commandId: 'answer/sure', dueAt: 0 })
  },
  async isOver(store, id) {
    return ((await store.log('task').get(id))!.about as unknown as TaskAbout).status === 'completed'
  },
}

const toRound = (id: string, rounds: number, key: string): Round => ({
  claim: { from: toHandle(id, rounds), answers: key },
  rounds,
  claims: [],
  answers: { [key]: yes },
  receivedAt: Date.now(),
  capabilities: { elicitation: {} },
})

/** Runs a round of the tool, which is stored from its first state on. */
async function play(ran: (step: string) => void, { round, journal }: Pick<Play, 'round' | 'journal'>) {
  const tool = createWork(ran, ['go', 'sure'])
  const { answers, receivedAt, rounds } = round
  const peer = { answer: () => deferred }
  const result = await runTool(tool, {}, { peer, journal, answers, receivedAt, runStep: journal.runStep })
  if (result.type !== 'parked') return { result: { isOver: true } }
  return { result: {}, state: toHandle(journal.read()!.header.runId, rounds + 1) }
}

const createCalls = (store: Store, ran: (step: string) => void) =>
  new KeptCalls({
    store,
    leaseTtl: LEASE,
    scanEvery: 10,
    limit: 1_000,
    ttl: 60_000,
    accepts: () => true,
    bind: ({ subject, arguments: args, principal }) => ({ subject, arguments: args, principal, audience: 'test' }),
    play: (given) => play(ran, given),
    closing: new AbortController().signal,
    onError: () => {},
  })

const readCall = async (store: Store, id: string) => toKeptCall((await store.log<CallEvent>('call').open(id))!)

const goOn = (store: Store, id: string, round: Round) =>
  store
    .log<CallEvent>('call')
    .append(id, { events: [toRoundEvent(round)], commandId: `round/${round.claim.from}`, dueAt: 0 })

const keptCalls: DrivenSubject = {
  kind: 'call',
  register: (store, ran) => createCalls(store, ran),
  async begin(store) {
    const journal = new RoundJournal(undefined)
    const claim = { from: 'first', answers: '' }
    const first: Round = { claim, rounds: 0, claims: [], answers: {}, receivedAt: 0, capabilities: {} }
    const reply = await play(() => {}, { round: first, journal })
    const recording = journal.read()!
    const { runId } = recording.header
    await createCalls(store, () => {}).streams.store(
      { subject: 'work', arguments: {}, principal: undefined },
      first,
      recording,
      reply,
    )
    await goOn(store, runId, toRound(runId, 1, 'go'))
    return runId
  },
  async waits(store, id) {
    return (await readCall(store, id)).last?.next === toHandle(id, 2)
  },
  async answer(store, id) {
    await goOn(store, id, toRound(id, 2, 'sure'))
  },
  async isOver(store, id) {
    return JSON.stringify((await readCall(store, id)).last?.reply) === '{"result":{"isOver":true}}'
  },
}

const createSqlite = () => createSqliteStore(':memory:')
const KEYS = ['k'.repeat(32)]
const createEncrypted = () => createEncryptedStore(createSqlite(), KEYS)
const createEncryptedMemory = () => createEncryptedStore(createMemoryStore(), KEYS)
describeContract('a task in memory', driverContract({ createStore: createMemoryStore, subject: tasks }))
describeContract('a task in SQLite', driverContract({ createStore: createSqlite, subject: tasks }))
describeContract('a kept call in memory', driverContract({ createStore: createMemoryStore, subject: keptCalls }))
describeContract('a kept call in SQLite', driverContract({ createStore: createSqlite, subject: keptCalls }))
describeContract('a task in an encrypted store', driverContract({ createStore: createEncrypted, subject: tasks }))
describeContract(
  'a task in an encrypted memory store',
  driverContract({ createStore: createEncryptedMemory, subject: tasks }),
)
describeContract(
  'a kept call in an encrypted memory store',
  driverContract({ createStore: createEncryptedMemory, subject: keptCalls }),
)
describeContract(
  'a kept call in an encrypted store',
  driverContract({ createStore: createEncrypted, subject: keptCalls }),
)
