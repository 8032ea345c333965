import { setTimeout as delay } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it, type TestContext } from 'vitest'
import { createStoreFile, LEASE, launchNodes, openScene, type Scene, type ServerProcess } from './mcp/scene.ts'
import { createTemporarySchema, startPostgres, type TestPostgres } from './postgres.ts'

const LEFT = '1/left'
const RIGHT = '2/right'

/** Every step of a survey that went well. */
const once = { prepare: 1, open: 1, 'note-left': 1, 'note-right': 1, evaluate: 1, close: 1 }

let postgres: TestPostgres
beforeAll(async () => {
  postgres = await startPostgres()
})
afterAll(() => postgres.stop())

/** The environment of nodes that share a store. */
const stores: Record<string, (test: TestContext) => Record<string, string>> = {
  'a SQLite file': () => ({ STORE: createStoreFile() }),
  'a Postgres database'({ onTestFinished }) {
    const { schema, drop } = createTemporarySchema(postgres.url)
    onTestFinished(drop)
    return { STORE: postgres.url, SCHEMA: schema }
  },
}

// Most of their time they wait for a lease to run out.
describe.concurrent.each(Object.entries(stores))('a task of two nodes on %s', (_, createStore) => {
  async function openNodes(test: TestContext): Promise<[Scene, ServerProcess, ServerProcess]> {
    const scene = await openScene(launchNodes(createStore(test)))
    test.onTestFinished(() => scene[Symbol.asyncDispose]())
    return [scene, await scene.serve(), await scene.serve()]
  }

  it('performs each of its steps once, regardless of how often and on which node it is requested', async (test) => {
    const [{ world }, first, second] = await openNodes(test)
    world.hold('prepare')
    const taskId = await first.create('survey')
    const begunAt = Date.now()
    while (Date.now() - begunAt < LEASE * 1.5) {
      expect((await second.get(taskId)).status).toBe('working')
      const looks = await Promise.all([first, second, second, first].map((server) => server.get(taskId)))
      expect(new Set(looks.map(({ status }) => status))).toEqual(new Set(['working']))
      await delay(20)
    }
    expect(world.counts).toEqual({ prepare: 1 })
    world.release('prepare')
    await Promise.all([first, second].map((server) => server.asks(taskId, LEFT, RIGHT)))
    await Promise.all([first.answer(taskId, LEFT), second.answer(taskId, RIGHT)])
    const [left, right] = await Promise.all([first, second].map((server) => server.finish(taskId, [LEFT, RIGHT])))
    expect(left!.result?.content?.[0]?.text).toBe(`said ${LEFT} and said ${RIGHT}`)
    expect(right!.result).toEqual(left!.result)
    expect(world.counts).toEqual(once)
  })

  it('is taken over from a node that was killed, not before its lease has run out', async (test) => {
    const [{ world }, first, second] = await openNodes(test)
    world.hold('open')
    const taskId = await first.create('survey')
    await world.begun('open')
    await first.kill()
    expect((await second.get(taskId)).status).toBe('working')
    expect((await second.get(taskId)).status).toBe('working')
    expect(world.counts).toEqual({ prepare: 1, open: 1 })
    // No client polls again: one request is enough.
    await world.begun('open', 2)
    world.release('open')
    const { status } = await second.finish(taskId)
    expect(status).toBe('completed')
    expect(world.counts).toEqual({ ...once, open: 2 })
  })

  it('takes an answer at the node that does not drive it, and asks it nowhere again', async (test) => {
    const [{ world }, first, second] = await openNodes(test)
    world.hold('work')
    const taskId = await first.create('busy')
    await second.asks(taskId, LEFT)
    await second.answer(taskId, LEFT, 7)
    await Promise.all([first, second].map((server) => server.asks(taskId, `${LEFT}~2`)))
    await second.answer(taskId, `${LEFT}~2`, 'this')
    for (const server of [first, second]) expect((await server.get(taskId)).inputRequests).toBeUndefined()
    await world.begun('note-left')
    expect(world.counts).toEqual({ work: 1, 'note-left': 1 })
    world.release('work')
    const { result } = await second.finish(taskId)
    expect(result?.content?.[0]?.text).toBe('accept after work')
    expect(world.counts).toEqual({ work: 1, 'note-left': 1 })
  })

  it('has an answer that was acknowledged, also when the node that was to have it is killed', async (test) => {
    const [{ world }, first, second] = await openNodes(test)
    world.hold('work')
    const taskId = await first.create('busy')
    await world.begun('work')
    await second.asks(taskId, LEFT)
    await second.answer(taskId, LEFT)
    await first.kill()
    expect((await second.get(taskId)).inputRequests).toBeUndefined()
    await world.begun('work', 2)
    world.release('work')
    const { result } = await second.finish(taskId, [LEFT])
    expect(result?.content?.[0]?.text).toBe('accept after work')
  })

  it('is cancelled at the node that does not drive it', async (test) => {
    const [{ world }, first, second] = await openNodes(test)
    world.hold('open')
    const taskId = await first.create('survey')
    await world.begun('open')
    await second.cancel(taskId)
    await Promise.all([first, second].map((server) => server.until(taskId, ({ status }) => status === 'cancelled')))
    expect(world.counts).toEqual({ prepare: 1, open: 1, close: 1 })
  })

  it('tells a step at once that it was cancelled at the other node', async (test) => {
    const [{ world }, first, second] = await openNodes(test)
    world.hold('wait')
    const taskId = await first.create('patient')
    await world.begun('wait')
    await second.cancel(taskId)
    await world.begun('told')
    await second.until(taskId, ({ status }) => status === 'cancelled')
    expect(world.counts).toEqual({ wait: 1, told: 1 })
  })

  it('is let go of by a node that was frozen while another took it over', async (test) => {
    const [{ world }, first, second] = await openNodes(test)
    world.hold('prepare')
    const taskId = await first.create('survey')
    await world.begun('prepare')
    first.freeze()
    expect((await second.get(taskId)).status).toBe('working')
    await world.begun('prepare', 2)
    first.thaw()
    world.release('prepare')
    await Promise.all([first, second].map((server) => server.asks(taskId, LEFT, RIGHT)))
    await first.answer(taskId, LEFT)
    const { status } = await first.finish(taskId, [LEFT])
    expect(status).toBe('completed')
    expect(world.counts).toEqual({ ...once, prepare: 2 })
  })
})
