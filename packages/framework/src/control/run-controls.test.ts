import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { z } from 'zod'
import { withLog } from '../log/fixtures/with-log.ts'
import type { Store } from '../log/log.ts'
import type { RunState } from '../log/run-index.ts'
import { Catalog } from '../mcp/core/catalog.ts'
import { EventHub } from '../mcp/core/events.ts'
import { Sampler } from '../mcp/core/sampler.ts'
import { type TaskCaller, Tasks } from '../mcp/rev2026/tasks.ts'
import { createEncryptedStore } from '../stores/encrypted.ts'
import { createSqliteStore } from '../stores/sqlite.ts'
import { createMortalStore } from '../testing/mortal-store.ts'
import { createMcpTool } from '../tools/builder.ts'
import type { McpTool } from '../tools/tool.ts'
import { mintId } from '../tools/uuid.ts'
import { checkRuns } from './check-runs.ts'
import { createRunControls } from './run-controls.ts'

const LEASE = 150

const until = (look: () => unknown) => expect.poll(look, { timeout: 5_000, interval: 5 })

/** A file that several nodes use, as processes do. */
function createNodes() {
  const directory = mkdtempSync(join(tmpdir(), 'control-'))
  const path = join(directory, 'runs.db')
  const opened: Store[] = []
  const open = (): Store => {
    const store = createSqliteStore(path)
    opened.push(store)
    return store
  }
  const nodes: Tasks[] = []
  onTestFinished(async () => {
    for (const node of nodes) await node.close()
    for (const store of opened) await store.close()
    rmSync(directory, { recursive: true })
  })
  return {
    open,
    /** `isKilled`: the store of the node dies in the test, so that the node cannot be closed. */
    async start(tools: readonly McpTool[], store = open(), isKilled = false): Promise<Tasks> {
      const node = new Tasks({
        store,
        leaseTtl: LEASE,
        catalog: new Catalog({ tools: [...tools] }),
        sampler: new Sampler(undefined, 'client-first'),
        hub: new EventHub(),
        limit: 1_000,
        ttl: 60_000,
        onVersionChange: undefined,
        onError: () => {},
      })
      if (!isKilled) nodes.push(node)
      await node.start()
      return node
    },
  }
}

const begin = async (node: Tasks, tool: McpTool, args: unknown = {}): Promise<string> => {
  const taskId = mintId()
  await node.create({ taskId, tool, arguments: args, principal: 'ada', capabilities: { elicitation: {} } })
  return taskId
}

const asAda = (): TaskCaller => ({ principal: 'ada', receivedAt: Date.now(), requireScopes: () => {} })

const yes = { action: 'accept', content: { sure: true } }
const no = { action: 'accept', content: { sure: false } }

/** Charges after a confirmation, and returns what it did. */
function createCharge(did: string[], isBroken: () => boolean = () => false) {
  return createMcpTool('charge')
    .elicits({ ask: { response: z.object({ sure: z.boolean() }) } })
    .task('required')
    .execute(function* (_, ctx) {
      try {
        yield* ctx.step('open', () => void did.push('open'))
        const answer = yield* ctx.elicit('ask', { message: 'Sure?' })
        const isSure = answer.action === 'accept' && answer.content.sure
        yield* ctx.step('charge', ({ idempotencyKey }) => {
          did.push(`${isSure ? 'charge' : 'skip'} ${idempotencyKey}`)
          if (isBroken()) throw new Error('the card was refused')
        })
        return isSure
      } finally {
        yield* ctx.step('close', () => void did.push('close'))
      }
    })
    .build()
}

/** Resolves when the question of a run is open: its row says so with the write before. */
const untilAsked = (node: Tasks, id: string) =>
  until(async () => (await node.get(id, asAda())).inputRequests).toBeDefined()

const stateOf = (store: Store, id: string) => async (): Promise<RunState | undefined> =>
  (await store.runs.find(id))?.state

const keysIn = (did: readonly string[]): string[] => did.filter((what) => what.startsWith('charge '))

describe('an operator on another node', () => {
  it('sees what a run waits for and how long each entry took', async () => {
    const { open, start } = createNodes()
    const charge = createCharge([])
    const id = await begin(await start([charge]), charge, { amount: 5 })
    const store = open()
    await until(stateOf(store, id)).toBe('waiting')
    const shown = await createRunControls({ store }).show(id)
    expect(shown).toMatchObject({
      tool: 'charge',
      principal: 'ada',
      isDriven: true,
      arguments: { amount: 5 },
      waits: [{ kind: 'elicit', key: 'ask' }],
      entries: [{ kind: 'step', key: 'open', type: 'value' }],
    })
    expect(shown.entries[0]!.ms).toBeGreaterThanOrEqual(0)
    await expect(createRunControls({ store }).show('unknown')).rejects.toMatchObject({ code: 'run_not_found' })
  })

  it('cancels a run that waits, and its finally runs where it is driven (O1)', async () => {
    const { open, start } = createNodes()
    const did: string[] = []
    const charge = createCharge(did)
    const id = await begin(await start([charge]), charge)
    const store = open()
    const controls = createRunControls({ store })
    await until(stateOf(store, id)).toBe('waiting')
    await Promise.all([controls.cancel(id), controls.cancel(id)])
    await until(stateOf(store, id)).toBe('cancelled')
    expect(did).toEqual(['open', 'close'])
    await expect(controls.cancel(id)).rejects.toMatchObject({ code: 'run_ended' })
  })

  it('cancels a run whose node was killed, and the next node runs its finally', async () => {
    const { open, start } = createNodes()
    const did: string[] = []
    const charge = createCharge(did)
    const mortal = createMortalStore(open())
    const id = await begin(await start([charge], mortal.store, true), charge)
    const store = open()
    await until(stateOf(store, id)).toBe('waiting')
    mortal.die()
    await createRunControls({ store }).cancel(id)
    await start([charge])
    await until(stateOf(store, id)).toBe('cancelled')
    expect(did).toEqual(['open', 'close'])
  })

  it('retries a failed run from the step that failed, with the same idempotency key (O2)', async () => {
    const { open, start } = createNodes()
    const did: string[] = []
    let isBroken = true
    const charge = createCharge(did, () => isBroken)
    const node = await start([charge])
    const id = await begin(node, charge)
    const store = open()
    const controls = createRunControls({ store })
    await until(stateOf(store, id)).toBe('waiting')
    await expect(controls.retry(id)).rejects.toMatchObject({
      code: 'run_waiting',
      message: expect.stringContaining('waits for the question "ask"; answer it, or cancel it and retry it then'),
    })
    await untilAsked(node, id)
    await node.update(id, asAda(), { ask: yes })
    await until(stateOf(store, id)).toBe('failed')
    expect((await controls.show(id)).problem).toContain('the card was refused')
    isBroken = false
    const retried = await controls.retry(id)
    await until(stateOf(store, retried)).toBe('completed')
    expect(did.filter((what) => what === 'open')).toHaveLength(1)
    expect(new Set(keysIn(did)).size).toBe(1)
    expect(keysIn(did)).toHaveLength(2)
    expect(await stateOf(store, id)()).toBe('failed')
  })

  it('forks a run with another answer, and the first run stays as it is', async () => {
    const { open, start } = createNodes()
    const did: string[] = []
    const charge = createCharge(did)
    const node = await start([charge])
    const id = await begin(node, charge)
    const store = open()
    const controls = createRunControls({ store })
    await untilAsked(node, id)
    await node.update(id, asAda(), { ask: no })
    await until(stateOf(store, id)).toBe('completed')
    const { entries } = await controls.show(id)
    const at = entries.findIndex((entry) => entry.type === 'value' && entry.kind === 'elicit')
    await expect(controls.fork(id, 0, yes)).rejects.toMatchObject({ code: 'bad_entry' })
    const forked = await controls.fork(id, at, yes)
    await until(stateOf(store, forked)).toBe('completed')
    expect(keysIn(did)).toHaveLength(1)
    const [skipped, charged] = did.filter((what) => /^(skip|charge) /.test(what)).map((what) => what.split(' ')[1])
    expect(charged).not.toBe(skipped)
    expect(did.filter((what) => what === 'open')).toHaveLength(1)
    expect((await controls.show(id)).entries).toEqual(entries)
  })

  it('refuses a fork whose answer does not fit its question, and shows the question', async () => {
    const { open, start } = createNodes()
    const did: string[] = []
    const charge = createCharge(did)
    const node = await start([charge])
    const id = await begin(node, charge)
    const store = open()
    const blind = createRunControls({ store })
    const controls = createRunControls({ store, tools: () => [charge] })
    await untilAsked(node, id)
    await node.update(id, asAda(), { ask: no })
    await until(stateOf(store, id)).toBe('completed')
    const shown = await controls.show(id)
    expect(shown.actions).toEqual(['retry', 'fork', 'forget'])
    expect(shown.entries.map(({ isAnswered }) => isAnswered)).toEqual([false, true, false, false])
    expect(await controls.question(id, 1)).toMatchObject({
      kind: 'elicit',
      key: 'ask',
      message: 'Sure?',
      schema: { properties: { sure: { type: 'boolean' } } },
    })
    expect(await blind.question(id, 1)).toBeUndefined()
    await expect(controls.question(id, 0)).rejects.toMatchObject({ code: 'bad_entry' })
    const before = (await store.runs.list()).runs.length
    for (const wrong of [true, { sure: true }, { action: 'maybe' }]) {
      for (const room of [blind, controls]) {
        await expect(room.fork(id, 1, wrong)).rejects.toMatchObject({ code: 'answer_invalid' })
      }
    }
    await expect(controls.fork(id, 1, { action: 'accept', content: { sure: 'yes' } })).rejects.toMatchObject({
      code: 'answer_invalid',
      message: expect.stringMatching(/^the answer does not fit the question: .*sure/),
    })
    expect((await store.runs.list()).runs).toHaveLength(before)
    const other = createMcpTool('charge')
      .task('required')
      .execute(function* () {})
      .build()
    await expect(createRunControls({ store, tools: [other] }).fork(id, 1, yes)).rejects.toMatchObject({
      code: 'other_code',
    })
    await until(stateOf(store, await controls.fork(id, 1, yes))).toBe('completed')
    expect(keysIn(did)).toHaveLength(1)
  })

  it('refuses a fork of a run that has no entries yet', async () => {
    const { open, start } = createNodes()
    const ask = createMcpTool('ask')
      .elicits({ ask: { response: z.object({ sure: z.boolean() }) } })
      .task('required')
      .execute(function* (_, ctx) {
        return (yield* ctx.elicit('ask', { message: 'Sure?' })).action
      })
      .build()
    const id = await begin(await start([ask]), ask)
    const store = open()
    await until(stateOf(store, id)).toBe('waiting')
    await expect(createRunControls({ store }).fork(id, 0, yes)).rejects.toMatchObject({
      code: 'bad_entry',
      message: 'the run has no entries yet',
    })
  })

  it('forgets a run that has ended, and one that waits only when no node drives it (O3)', async () => {
    const { open, start } = createNodes()
    const charge = createCharge([])
    const node = await start([charge])
    const [id, other] = [await begin(node, charge), await begin(node, charge)]
    const store = open()
    const controls = createRunControls({ store })
    for (const run of [id, other]) await until(stateOf(store, run)).toBe('waiting')
    await expect(controls.forget(id)).rejects.toMatchObject({ code: 'run_running' })
    await controls.cancel(id)
    await until(stateOf(store, id)).toBe('cancelled')
    await controls.forget(id)
    await node.close()
    await controls.forget(other)
    expect(await store.runs.list()).toEqual({ runs: [] })
  })
})

describe('a run that meets other code', () => {
  const createVersion = (steps: readonly string[], did: string[]) =>
    createMcpTool('work')
      .elicits({ ask: { response: z.object({ sure: z.boolean() }) } })
      .task('required')
      .execute(function* (_, ctx) {
        for (const step of steps) yield* ctx.step(step, () => void did.push(step))
        const { action } = yield* ctx.elicit('ask', { message: 'Sure?' })
        return action
      })
      .build()

  async function block() {
    const nodes = createNodes()
    const did: string[] = []
    const first = createVersion(['one', 'two'], did)
    const changed = createVersion(['one', 'other'], did)
    const node = await nodes.start([first])
    const id = await begin(node, first)
    const store = nodes.open()
    await untilAsked(node, id)
    const checks = [await checkRuns(store, [first]), await checkRuns(store, [changed]), await checkRuns(store, [])]
    await node.close()
    const next = await nodes.start([changed])
    await next.update(id, asAda(), { ask: yes })
    await until(stateOf(store, id)).toBe('blocked')
    return { ...nodes, did, id, store, first, next, checks, controls: createRunControls({ store }) }
  }

  it('is found by a check before the deployment, which performs nothing', async () => {
    const { checks, id, did } = await block()
    const [same, other, none] = checks
    expect(same).toEqual({ fit: 1, diverge: [], unknown: [] })
    expect(other).toMatchObject({ fit: 0, diverge: [{ run: { id }, problem: expect.stringContaining('other') }] })
    expect(none).toMatchObject({ fit: 0, diverge: [], unknown: [{ id }] })
    expect(did).toEqual(['one', 'two'])
  })

  it('is found although a run beside it cannot be read, which is named', async () => {
    const { open, start } = createNodes()
    const [old, fresh] = ['o', 'f'].map((letter) => letter.repeat(32)) as [string, string]
    const tool = createVersion(['one'], [])
    const ids: string[] = []
    for (const keys of [[old], [fresh, old]]) {
      const store = await createEncryptedStore(open(), keys)
      const node = await start([tool], store)
      const id = await begin(node, tool)
      await untilAsked(node, id)
      ids.push(id)
      await node.close()
    }
    const store = await createEncryptedStore(open(), [fresh], { onError: () => {} })
    const { fit, diverge } = await checkRuns(store, [tool])
    expect([fit, diverge.map(({ run, problem }) => [run.id, problem])]).toEqual([
      1,
      [[ids[0], 'the store cannot be read with the keys of this server']],
    ])
  })

  it('is resumed at once by a node that has its code again', async () => {
    const { start, store, id, first, next, controls } = await block()
    await next.close()
    await start([first])
    await controls.resume(id)
    await until(stateOf(store, id)).toBe('completed')
    await expect(controls.resume(id)).rejects.toMatchObject({ code: 'run_running' })
  })

  it('is due after it was resumed while a node with other code tried it (O3)', async () => {
    const { store, id, next, open, start } = await block()
    await next.close()
    const isWriting = Promise.withResolvers<void>()
    const isResuming = Promise.withResolvers<void>()
    const dueAt: unknown[] = []
    const writing = (of: Store, wait?: Promise<void>) =>
      withLog(of, 'task', (log) => ({
        async append(...args) {
          isWriting.resolve()
          await wait
          const appended = await log.append(...args)
          dueAt.push(args[1].dueAt)
          return appended
        },
      }))
    // A node that starts tries what is blocked, and writes when it tries it next.
    await start([createVersion(['one', 'other'], [])], writing(open(), isResuming.promise))
    await isWriting.promise
    const acquire = vi.spyOn(store.leases, 'acquire')
    const resumed = createRunControls({ store: writing(store) }).resume(id)
    await Promise.race([resumed, vi.waitUntil(() => acquire.mock.settledResults.length > 0)])
    isResuming.resolve()
    await resumed
    expect(dueAt.slice(0, 2)).toEqual([expect.any(Number), 0])
    expect(dueAt[0]).toBeGreaterThan(Date.now())
  })

  it('is retried from before the code that changed, and the blocked run is closed', async () => {
    const { store, id, did, controls, next } = await block()
    // The node looks at the blocked run now and then.
    const retried = await vi.waitFor(() => controls.retry(id, 1))
    await until(stateOf(store, retried)).toBe('waiting')
    expect(did).toEqual(['one', 'two', 'other'])
    expect(await stateOf(store, id)()).toBe('cancelled')
    expect(await next.get(id, asAda())).toMatchObject({ status: 'cancelled' })
  })

  it('is retried once by two operators (O3)', async () => {
    const { store, id, controls, next, open } = await block()
    await next.close()
    const other = open()
    const isRetried = Promise.withResolvers<void>()
    const late = createRunControls({
      store: {
        ...other,
        leases: {
          ...other.leases,
          async acquire(...args) {
            await isRetried.promise
            return other.leases.acquire(...args)
          },
        },
      },
    }).retry(id, 1)
    const refused = expect(late).rejects.toMatchObject({ code: 'run_ended', message: `run ${id} is over: cancelled` })
    await controls.retry(id, 1)
    isRetried.resolve()
    await refused
    expect((await store.runs.list()).runs).toHaveLength(2)
  })

  it('has no open questions and expires once it was retried', async () => {
    const { start, open } = createNodes()
    const createPair = (message: string) =>
      createMcpTool('pair')
        .elicits({ ask: { response: z.object({ sure: z.boolean() }) } })
        .task('required')
        .execute(function* (_, ctx) {
          yield* ctx.step(message, () => {})
          yield* ctx.all([ctx.elicit('ask', { message }), ctx.elicit('ask', { message: 'And?' })])
        })
        .build()
    const node = await start([createPair('One?')])
    const id = await begin(node, createPair('One?'))
    const store = open()
    await untilAsked(node, id)
    await node.close()
    const next = await start([createPair('Other?')])
    await next.update(id, asAda(), { ask: yes })
    await until(stateOf(store, id)).toBe('blocked')
    await next.close()
    const expiry: (number | undefined)[] = []
    const seen = withLog(store, 'task', (log) => ({
      append(...args) {
        expiry.push(args[1].expiresAt)
        return log.append(...args)
      },
    }))
    await createRunControls({ store: seen }).retry(id)
    expect(await store.questions.keys({ kind: 'task', id })).toEqual([])
    expect(expiry).toEqual([expect.any(Number)])
  })
})
