import { describe, expect, it } from 'vitest'
import type { Result } from './mcp/rpc.ts'
import { launchCommands, openScene, type Scene, type ServerProcess } from './mcp/scene.ts'

const LEFT = '1/left'
const RIGHT = '2/right'

/** Every step of a survey that went well. */
const once = { prepare: 1, open: 1, 'note-left': 1, 'note-right': 1, evaluate: 1, close: 1 }

const textOf = ({ result }: Result): string | undefined => result?.content?.[0]?.text

/** When a server is killed, what is in flight then, and what was answered before. */
interface Moment {
  reach(scene: Scene, server: ServerProcess): Promise<string>
  inFlight?: string[]
  answered?: string[]
}

const moments: Record<string, Moment> = {
  'right after it was created': {
    async reach({ world }, server) {
      world.hold('prepare')
      return server.create('survey')
    },
    inFlight: ['prepare'],
  },
  'while a step runs': {
    async reach({ world }, server) {
      world.hold('open')
      const taskId = await server.create('survey')
      await world.begun('open')
      return taskId
    },
    inFlight: ['open'],
  },
  'while it waits for two answers': {
    async reach(_, server) {
      const taskId = await server.create('survey')
      await server.asks(taskId, LEFT, RIGHT)
      return taskId
    },
  },
  'after one of two answers': {
    async reach({ world }, server) {
      const taskId = await server.create('survey')
      await server.asks(taskId, LEFT, RIGHT)
      world.hold('note-left')
      await server.answer(taskId, LEFT)
      await world.begun('note-left')
      return taskId
    },
    inFlight: ['note-left'],
    answered: [LEFT],
  },
  'right after the last answer': {
    async reach({ world }, server) {
      const taskId = await server.create('survey')
      await server.asks(taskId, LEFT, RIGHT)
      world.hold('note-right')
      await server.answer(taskId, LEFT)
      await server.asks(taskId, RIGHT)
      await server.answer(taskId, RIGHT)
      return taskId
    },
    inFlight: ['note-left', 'note-right'],
    answered: [LEFT, RIGHT],
  },
}

// Most of their time they wait for a lease to run out.
describe.concurrent('a task whose server is killed', () => {
  it.each(Object.entries(moments))('%s goes on in the next process', async (_, { reach, inFlight = [], answered }) => {
    await using scene = await openScene()
    const { world } = scene
    const first = await scene.serve()
    const taskId = await reach(scene, first)
    await first.kill()
    for (const step of inFlight) world.release(step)

    const second = await scene.serve()
    const task = await second.finish(taskId, answered)
    expect(task.status).toBe('completed')
    expect(textOf(task)).toBe(`said ${LEFT} and said ${RIGHT}`)

    const { counts } = world
    const again = Object.entries(counts).filter(([, times]) => times > 1)
    expect(Object.keys(counts).sort()).toEqual(Object.keys(once).sort())
    for (const [step, times] of again) expect([inFlight, times]).toEqual([expect.arrayContaining([step]), 2])
    // What ran twice could be told by its key.
    expect(new Set(world.visits.map(({ idempotencyKey }) => idempotencyKey)).size).toBe(Object.keys(once).length)
  })

  it('goes on in the next process without any client', async () => {
    await using scene = await openScene()
    const { world } = scene
    world.hold('open')
    const first = await scene.serve()
    const taskId = await first.create('survey')
    await world.begun('open')
    await first.kill()
    const second = await scene.serve()
    await world.begun('open', 2)
    world.release('open')
    expect((await second.finish(taskId)).status).toBe('completed')
  })

  it('goes on through a kill at every one of them', async () => {
    await using scene = await openScene()
    const { world } = scene
    let server = await scene.serve()
    const restart = async () => {
      await server.kill()
      server = await scene.serve()
    }
    const taskId = await server.create('survey')
    await server.asks(taskId, LEFT, RIGHT)
    await restart()
    await server.asks(taskId, LEFT, RIGHT)
    await server.answer(taskId, RIGHT)
    await restart()
    await server.asks(taskId, LEFT)
    world.hold('evaluate')
    await server.answer(taskId, LEFT)
    await world.begun('evaluate')
    await restart()
    world.release('evaluate')
    expect(textOf(await server.finish(taskId, [LEFT, RIGHT]))).toBe(`said ${LEFT} and said ${RIGHT}`)
    const { 'note-right': noted, ...rest } = world.counts
    expect(rest).toEqual({ prepare: 1, open: 1, 'note-left': 1, evaluate: 2, close: 1 })
    expect(noted).toBeLessThanOrEqual(2)
    await restart()
    expect((await server.get(taskId)).status).toBe('completed')
  })

  it('tells its client that it is working while a step that was cut off runs again', async () => {
    await using scene = await openScene()
    const { world } = scene
    world.hold('open')
    const first = await scene.serve()
    const taskId = await first.create('survey')
    await world.begun('open')
    await first.kill()
    const second = await scene.serve()
    expect((await second.get(taskId)).status).toBe('working')
    await world.begun('open', 2)
    world.release('open')
    expect((await second.finish(taskId)).status).toBe('completed')
  })

  it('takes an answer on one side while the other side is busy again', async () => {
    await using scene = await openScene()
    const { world } = scene
    world.hold('work')
    const first = await scene.serve()
    const taskId = await first.create('busy')
    await first.asks(taskId, LEFT)
    await first.kill()
    const second = await scene.serve()
    await second.answer(taskId, LEFT)
    await world.begun('note-left')
    world.release('work')
    expect(textOf(await second.finish(taskId, [LEFT]))).toBe('accept after work')
    expect(world.counts).toEqual({ work: 2, 'note-left': 1 })
  })

  it.each([
    ['waits', 'while it waits for two answers'],
    ['runs a step', 'while a step runs'],
  ])('can be cancelled, and cleans up, when it died as it %s', async (_, moment) => {
    await using scene = await openScene()
    const first = await scene.serve()
    const taskId = await moments[moment]!.reach(scene, first)
    await first.kill()
    scene.world.release('open')
    const second = await scene.serve()
    await second.cancel(taskId)
    await second.until(taskId, ({ status }) => status === 'cancelled')
    expect(scene.world.counts).toEqual({ prepare: 1, open: 1, close: 1 })
  })
})

describe('a task between two servers on one store', () => {
  it('goes on with either server, and takes every answer', async () => {
    await using scene = await openScene()
    const { world } = scene
    const [first, second] = await Promise.all([scene.serve(), scene.serve()])
    const taskId = await first.create('survey')
    await first.asks(taskId, LEFT, RIGHT)
    await second.asks(taskId, LEFT, RIGHT)
    await second.answer(taskId, LEFT)
    await second.asks(taskId, RIGHT)
    await first.asks(taskId, RIGHT)
    await first.answer(taskId, RIGHT)
    let turn = 0
    let task: Result
    do task = await (turn++ % 2 === 0 ? first : second).get(taskId)
    while (task.status !== 'completed')
    expect(textOf(task)).toBe(`said ${LEFT} and said ${RIGHT}`)
    expect(world.counts).toEqual(once)
  })

  it('is cancelled by the one that did not run it last', async () => {
    await using scene = await openScene()
    const [first, second] = await Promise.all([scene.serve(), scene.serve()])
    const taskId = await first.create('survey')
    await first.asks(taskId, LEFT, RIGHT)
    await second.answer(taskId, LEFT)
    await second.asks(taskId, RIGHT)
    await scene.world.begun('note-left')
    await first.cancel(taskId)
    await first.until(taskId, ({ status }) => status === 'cancelled')
    expect((await second.get(taskId)).status).toBe('cancelled')
    expect(scene.world.counts).toMatchObject({ prepare: 1, open: 1 })
    expect(scene.world.counts.evaluate).toBeUndefined()
  })
})

describe('a server that is asked to go (SIGTERM)', () => {
  it.each(['auto_stages', 'stored_stages'])('ends a call between two steps with its state alone (%s)', async (name) => {
    await using scene = await openScene(launchCommands())
    const { world } = scene
    world.hold('first')
    const first = await scene.serve()
    const calling = first.call(name)
    await world.begun('first')
    const terminated = first.terminate()
    world.release('first')
    const { resultType, requestState, inputRequests } = await calling
    expect(resultType).toBe('input_required')
    expect(inputRequests).toBeUndefined()
    const { code, stderr } = await terminated
    expect(code).toBe(0)
    expect(stderr).not.toMatch(/error/i)

    const second = await scene.serve()
    const { content } = await second.call(name, { requestState })
    expect(content?.[0]?.text).toBe('first and second')
    expect(world.counts).toEqual({ first: 1, second: 1 })
  })

  it('leaves a task in its store between two steps', async () => {
    await using scene = await openScene(launchCommands())
    const { world } = scene
    world.hold('prepare')
    const first = await scene.serve()
    const taskId = await first.create('survey')
    await world.begun('prepare')
    const terminated = first.terminate()
    world.release('prepare')
    const { code, stderr } = await terminated
    expect(code).toBe(0)
    expect(stderr).not.toMatch(/error/i)
    const second = await scene.serve()
    expect((await second.finish(taskId)).status).toBe('completed')
    expect(world.counts).toEqual(once)
  })
})
