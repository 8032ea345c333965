import { setTimeout as delay } from 'node:timers/promises'
import { openStore } from '@sweatpants/framework/cli'
import { answerQuestion, listQuestions } from '@sweatpants/framework/inbox'
import { expect, test, vi } from 'vitest'
import { request as send, TASKS } from '../mcp/rpc.ts'
import { type Caller, type Era, findSession, type RoundReply } from './caller.ts'
import { playBridge, tellBridge } from './context-flow.ts'
import type { Play } from './loopback.ts'
import { request, state, whereStated } from './says.ts'
import type { Connection, Scene, Way } from './scene.ts'

const WAYS: [Way, Era][] = [
  ['stdio', '2025-11-25'],
  ['http', '2026-07-28'],
]

const QUICK = 'anthropic/claude-quick'
const CURIOUS = 'openai/gpt-curious'
const SLOW = 'google/gemini-3-slow'
const agents = [QUICK, CURIOUS, SLOW]

/** The curious model requests context before it answers; the slow model does not answer while it is slow. */
function playLate(scene: Scene, topic: string, isSlow: () => boolean): Play {
  return scene.providers.play(
    topic,
    whereStated(({ model, results, round }) => {
      if (model === SLOW && isSlow()) return { type: 'hang' }
      return model === CURIOUS && results === 0 && round === 1 ? request('How late is it?') : state()
    }),
  )
}

interface Overview {
  rounds: { heard: string[]; stage?: string; endedAt?: string }[]
}

/** Starts a debate, and resolves when its first round waits for the slow model alone. */
export async function openLateRound(scene: Scene, topic: string) {
  let isSlow = true
  const play = playLate(scene, topic, () => isSlow)
  const server = await scene.open('http', '2026-07-28')
  server.caller.call('start_roundtable', { topic, agents, rounds: 2 }).catch(() => {})
  await play.until(({ model }) => model === SLOW)
  const sessionId = await findSession(server.caller, topic)
  const read = async (by: Caller) => (await by.call<Overview>('get_session', { sessionId })).data.rounds[0]!
  await vi.waitFor(async () => expect((await read(server.caller)).heard).toHaveLength(2), 20_000)
  return {
    play,
    server,
    /** Opens the next server, and expects it to finish the round without a call that asks for it. */
    async finish(patience: number) {
      isSlow = false
      const { caller } = await scene.open('http', '2026-07-28')
      await vi.waitFor(async () => expect((await read(caller)).endedAt).toBeDefined(), patience)
      expect((await read(caller)).heard).toHaveLength(3)
      expect(agents.map((model) => play.count({ for: 'statement', model }))).toEqual([1, 1, 2])
    },
  }
}

/** Tests that a debate survives the kill of its server at any point, on the store of the scenes. */
export function testKills(openScene: () => Promise<Scene>): void {
  // Processes start, and the lease of a killed one must lapse.
  vi.setConfig({ testTimeout: 300_000 })

  test.concurrent.each(WAYS)(
    'a debate loses nothing when its server is killed between any two calls: %s, %s',
    async (way, era) => {
      await using scene = await openScene()
      const play = playBridge(scene.providers, 'Is the bridge worth it, whatever happens?')
      let connection: Connection | undefined
      await tellBridge(play, async () => {
        await connection?.kill()
        connection = await scene.open(way, era)
        return connection.caller
      })
      expect(scene.providers.violations).toEqual([])
    },
  )

  test.concurrent('a context request is answered in the inbox after a kill, and the next server continues with the answer', async () => {
    await using scene = await openScene()
    const play = playLate(scene, 'Is it too late to ask?', () => false)
    const first = await scene.open('http', '2026-07-28')
    const { data } = await first.caller.call('start_roundtable', { topic: play.topic, agents, rounds: 2 })
    const { sessionId } = data
    await first.kill()
    const store = await openStore(scene.store[1]!)
    const { questions } = await listQuestions(store)
    expect(questions).toMatchObject([{ context: { debate: { sessionId }, priority: 'required' } }])
    const answer = { action: 'accept', content: { answer: 'A quarter to five.' } } as const
    await answerQuestion(store, { id: questions[0]!.id, answer })
    await expect(answerQuestion(store, { id: questions[0]!.id, answer })).rejects.toMatchObject({ status: 409 })
    await store.close()
    const { caller } = await scene.open('http', '2026-07-28')
    const { data: last } = await caller.call('continue_roundtable', { sessionId })
    expect(last).toMatchObject({ roundNumber: 2, status: 'completed', failures: [] })
    const told = play.asked.filter(({ for: wanted, round }) => wanted === 'statement' && round === 2)
    expect(told).toHaveLength(3)
    for (const { text } of told) expect(text).toContain('A quarter to five.')
  })

  test.concurrent.each(WAYS)(
    'a round whose server is killed asks no seat again that has answered: %s, %s',
    async (way, era) => {
      await using scene = await openScene()
      let isSlow = true
      const play = playLate(scene, 'Is it too late?', () => isSlow)
      const first = await scene.open(way, era)
      const told: string[] = []
      const both = Promise.withResolvers<void>()
      const starting = first.caller.call(
        'start_roundtable',
        { topic: play.topic, agents, rounds: 2 },
        {
          onProgress(message) {
            told.push(message)
            if (told.filter((one) => / · \S+: /.test(one)).length === 2) both.resolve()
          },
        },
      )
      starting.catch(() => {})
      await both.promise
      await play.until(({ model }) => model === SLOW)
      await first.kill()
      isSlow = false

      const { caller } = await scene.open(way, era)
      const sessionId = await findSession(caller, play.topic)
      const { data } = await caller.call('continue_roundtable', { sessionId })
      expect(data).toMatchObject({ roundNumber: 1, status: 'needs_context', failures: [] })
      expect(data.agentResponses).toHaveLength(3)
      expect(data.contextRequests).toMatchObject([{ query: 'How late is it?' }])
      expect(agents.map((model) => play.count({ for: 'statement', model }))).toEqual([1, 1, 2])
      expect(play.count({ for: 'summary' })).toBe(1)
      const refused = await caller.call('continue_roundtable', { sessionId })
      expect(refused).toMatchObject({ isError: true, data: { code: 'context_required' } })
      expect(scene.providers.violations).toEqual([])
    },
  )

  test.concurrent('the next server finishes the round of a killed one without a call', async () => {
    await using scene = await openScene()
    const { play, server, finish } = await openLateRound(scene, 'Is it too late to wait?')
    await server.kill()
    await finish(30_000)
    expect(play.count({ for: 'summary' })).toBe(1)
  })

  test.concurrent('ballots that were cast before a kill are not cast again', async () => {
    await using scene = await openScene()
    let isSlow = true
    const play = playLate(scene, 'Is it too late to vote?', () => isSlow)
    const first = await scene.open('http', '2026-07-28')
    const spoken = Promise.withResolvers<void>()
    const args = { topic: play.topic, agents: [QUICK, SLOW], mode: 'socratic', rounds: 1 }
    const starting = first.caller.call('start_roundtable', args, {
      onProgress: (message) => / · \S+: /.test(message) && spoken.resolve(),
    })
    starting.catch(() => {})
    await spoken.promise
    await first.kill()
    isSlow = false
    const { caller } = await scene.open('http', '2026-07-28')
    const sessionId = await findSession(caller, play.topic)
    const { data } = await caller.call('continue_roundtable', { sessionId })
    expect(data).toMatchObject({ roundNumber: 1, status: 'completed', failures: [] })
    expect([QUICK, SLOW].map((model) => play.count({ for: 'ballot', model }))).toEqual([1, 1])
    expect(play.count({ for: 'statement', model: QUICK })).toBe(1)
  })

  test.concurrent('a task whose server is killed completes in the next process', async () => {
    await using scene = await openScene()
    let isSlow = true
    const play = playLate(scene, 'Is it too late for a task?', () => isSlow)
    const options = { capabilities: TASKS }
    const first = await scene.serve()
    const params = { name: 'start_roundtable', arguments: { topic: play.topic, agents, rounds: 2 } }
    const { taskId } = await send(first.url, 'tools/call', params, options)
    expect(taskId).toBeTypeOf('string')
    await play.until(({ model }) => model === SLOW)
    const watcher = await scene.connect('2026-07-28', first.url)
    const sessionId = await findSession(watcher, play.topic)
    const heard = async () => (await watcher.call<Overview>('get_session', { sessionId })).data.rounds[0]?.heard
    while ((await heard())?.length !== 2) await delay(20)
    await first.process.kill('SIGKILL')
    isSlow = false

    const { url } = await scene.serve()
    let task = await send(url, 'tasks/get', { taskId }, options)
    while (task.status === 'working') {
      await delay(50)
      task = await send(url, 'tasks/get', { taskId }, options)
    }
    expect(task.status).toBe('completed')
    const reply = task.result?.structuredContent as RoundReply
    expect(reply).toMatchObject({ sessionId, roundNumber: 1, status: 'needs_context', failures: [] })
    expect(reply.agentResponses).toHaveLength(3)
    expect(agents.map((model) => play.count({ for: 'statement', model }))).toEqual([1, 1, 2])
  })

  test.concurrent('a server that is terminated in mid-round closes its connections, and the next one finishes the round', async () => {
    await using scene = await openScene()
    let isSlow = true
    const play = playLate(scene, 'Is it too late to go?', () => isSlow)
    const first = await scene.serve()
    const caller = await scene.connect('2026-07-28', first.url)
    caller.call('start_roundtable', { topic: play.topic, agents, rounds: 2 }).catch(() => {})
    const [asked] = await play.until(({ model }) => model === SLOW)
    const sessionId = await findSession(caller, play.topic)
    const { code, stderr } = await first.process.kill('SIGTERM')
    expect({ code, stderr }).toMatchObject({ code: 0, stderr: expect.not.stringMatching(/error/i) })
    await asked!.closed
    isSlow = false
    const next = await scene.connect('2026-07-28', (await scene.serve()).url)
    const { data } = await next.call('continue_roundtable', { sessionId })
    expect(data).toMatchObject({ roundNumber: 1, failures: [] })
    expect(data.agentResponses).toHaveLength(3)
    expect(play.count({ for: 'statement', model: SLOW })).toBe(2)
  })
}
