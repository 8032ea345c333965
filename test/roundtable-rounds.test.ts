import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { request as send, TASKS } from './mcp/rpc.ts'
import { type Caller, type Era, findSession } from './roundtable/caller.ts'
import { A, agents, C, type Debates, except, openDebates } from './roundtable/debates.ts'
import type { Behaviour, Play, Script } from './roundtable/loopback.ts'
import { agreeable, request, state } from './roundtable/says.ts'
import type { Way } from './roundtable/scene.ts'

let debates: Debates

beforeAll(async () => {
  debates = await openDebates()
})

afterAll(async () => {
  await debates[Symbol.asyncDispose]()
})

/** A debate in which one model does not answer until `wake` is called. */
function hangs(): { late: Play; wake(): void } {
  let isAsleep = true
  const late = debates.play(except(C, () => (isAsleep ? { type: 'hang' } : state())))
  return {
    late,
    wake() {
      isAsleep = false
    },
  }
}

/** Starts the debate; resolves when two seats have answered and the third is being asked. */
async function reachMiddle(late: Play, by: Caller, signal?: AbortSignal) {
  const heard = Promise.withResolvers<void>()
  let count = 0
  const started = by.call(
    'start_roundtable',
    { topic: late.topic, agents, rounds: 2 },
    {
      onProgress: (message) => / · \S+: /.test(message) && ++count === 2 && heard.resolve(),
      ...(signal !== undefined && { signal }),
    },
  )
  started.catch(heard.reject)
  await heard.promise
  const [asked] = await late.until(({ model }) => model === C)
  return { started, asked: asked!, sessionId: await findSession(by, late.topic) }
}

const countsOf = (late: Play) => agents.map((model) => late.count({ for: 'statement', model }))

describe('a round is interrupted', () => {
  test.concurrent.each(['pause', 'stop'])(
    'by %s, which closes its connections and keeps the answers',
    async (action) => {
      const { late, wake } = hangs()
      const { started, asked, sessionId } = await reachMiddle(late, debates.caller)
      const controlled = await debates.caller.call('control_session', { sessionId, action })
      expect(controlled.isError).toBe(false)
      await asked.closed
      expect(await started).toMatchObject({ isError: true, data: { code: 'interrupted' } })
      wake()
      const refused = await debates.goOn(sessionId)
      expect(refused).toMatchObject({ isError: true, data: { code: action === 'pause' ? 'paused' : 'completed' } })
      expect(countsOf(late)).toEqual([1, 1, 1])
      const { data } = await debates.caller.call<{ rounds: { heard: string[] }[] }>('get_session', { sessionId })
      expect(data.rounds[0]?.heard).toHaveLength(2)
      if (action === 'stop') return
      await debates.caller.call('control_session', { sessionId, action: 'resume' })
      const { data: finished } = await debates.goOn(sessionId)
      expect(finished).toMatchObject({ roundNumber: 1, failures: [] })
      expect(finished.agentResponses).toHaveLength(3)
      expect(countsOf(late)).toEqual([1, 1, 2])
    },
  )

  const WAYS: [Way, Era][] = [
    ['http', '2025-11-25'],
    ['http', '2026-07-28'],
    ['stdio', '2025-11-25'],
    ['stdio', '2026-07-28'],
  ]
  test.concurrent.each(WAYS)('not by a cancelled call over %s in %s, and the next call joins it', async (way, era) => {
    const release = Promise.withResolvers<Behaviour>()
    const slow = debates.play(except(C, () => release.promise))
    const aborter = new AbortController()
    const own = way === 'http' ? await debates.connect(era) : (await debates.scene.open(way, era)).caller
    const { started, sessionId } = await reachMiddle(slow, own, aborter.signal)
    aborter.abort()
    await expect(started).rejects.toThrow()
    const joined = own.call('continue_roundtable', { sessionId })
    release.resolve(state())
    const { data } = await joined
    expect(data).toMatchObject({ roundNumber: 1, failures: [] })
    expect(data.agentResponses).toHaveLength(3)
    expect(countsOf(slow)).toEqual([1, 1, 1])
  })

  test.concurrent('by a cancelled task, and the next call finishes it', async () => {
    const { late, wake } = hangs()
    const options = { capabilities: TASKS }
    const params = { name: 'start_roundtable', arguments: { topic: late.topic, agents, rounds: 2 } }
    const { taskId } = await send(debates.url, 'tools/call', params, options)
    const [asked] = await late.until(({ model }) => model === C)
    const sessionId = await findSession(debates.caller, late.topic)
    await send(debates.url, 'tasks/cancel', { taskId }, options)
    await asked!.closed
    wake()
    const { data } = await debates.goOn(sessionId)
    expect(data).toMatchObject({ roundNumber: 1, failures: [] })
    expect(data.agentResponses).toHaveLength(3)
    expect(late.count({ for: 'statement', model: C })).toBe(2)
  })

  test.concurrent('by another process on the same store, whose calls join it meanwhile', async () => {
    const { late } = hangs()
    const { started, asked, sessionId } = await reachMiddle(late, debates.caller)
    const { caller: other } = await debates.scene.open('stdio', '2026-07-28')
    const joined = other.call('continue_roundtable', { sessionId })
    expect(countsOf(late)).toEqual([1, 1, 1])
    await other.call('control_session', { sessionId, action: 'stop' })
    await asked.closed
    for (const call of [started, joined])
      expect(await call).toMatchObject({
        isError: true,
        data: { code: expect.stringMatching(/interrupted|completed/) },
      })
  })
})

test.concurrent('a second call during a round joins it, and asks no model', async () => {
  const release = Promise.withResolvers<Behaviour>()
  const slow = debates.play(except(A, ({ round }) => (round === 2 ? release.promise : state())))
  const { data } = await debates.start(slow)
  const first = debates.goOn(data.sessionId)
  await slow.until(({ model, round }) => model === A && round === 2)
  const second = debates.goOn(data.sessionId)
  release.resolve(state())
  for (const call of [first, second]) expect((await call).data).toMatchObject({ roundNumber: 2, failures: [] })
  expect(slow.count({ for: 'statement', round: 2 })).toBe(3)
})

describe('the last round', () => {
  test.concurrent('completes a debate of one round, and refuses context requests of its agents', async () => {
    const last = debates.play(except(A, ({ results }) => (results > 0 ? state() : request('And then?'))))
    const { data } = await debates.start(last, { rounds: 1 })
    expect(data).toMatchObject({ status: 'completed', contextRequests: [], failures: [], endReason: 'rounds' })
    const told = last.asked.find(({ model, results }) => model === A && results === 1)
    expect(told?.text).toMatch(/"?success"?\\?":\s*false/)
  })
})

describe('a budget', () => {
  const dear = (behaviour: Behaviour): Behaviour =>
    behaviour.type === 'say'
      ? { ...behaviour, said: { ...behaviour.said, usage: { input: 5_000, output: 5_000 } } }
      : behaviour
  const spendthrift: Script = async (asked) => dear(await agreeable(asked))

  test.concurrent('that is spent in a round ends the debate before the next call', async () => {
    const spent = debates.play(spendthrift)
    const { data } = await debates.start(spent, { budget: { tokens: 40_000 } })
    expect(data.agentResponses).toHaveLength(3)
    expect(data).toMatchObject({ status: 'completed', endReason: 'budget', decision: { consensusLevel: 'high' } })
    const refused = await debates.goOn(data.sessionId, { focusQuestion: 'And then?' })
    expect(refused).toMatchObject({ isError: true, data: { code: 'completed' } })
    expect(spent.asked.filter((asked) => asked.for !== 'question')).toHaveLength(3)
  })

  test.concurrent('that is spent by the ballots lets no seat speak, and the reply says so', async () => {
    const spent = debates.play(spendthrift)
    const { data } = await debates.start(spent, { mode: 'socratic', budget: { tokens: 30_000 } })
    // On a busy machine the first ballots have spent it before the last seat is asked.
    expect(spent.count({ for: 'ballot' })).toBeGreaterThan(0)
    expect(spent.count({ for: 'statement' })).toBe(0)
    // A seat may miss its ballot too.
    expect(new Set(data.failures.map(({ code }) => code))).toEqual(new Set(['budget']))
    expect(data.agentResponses).toEqual([])
    expect(data).toMatchObject({ status: 'completed', endReason: 'budget' })
  })
})

describe('a call is refused', () => {
  const REFUSED: [string, object][] = [
    ['an empty topic', { topic: '  ' }],
    ['an unknown mode', { topic: 'x', mode: 'brawl' }],
    ['too many rounds', { topic: 'x', rounds: 11 }],
    ['a topic that is too long', { topic: 'x'.repeat(20_001) }],
    ['equal answers', { topic: 'x', answers: ['Yes', 'yes'] }],
  ]
  test.concurrent.each(REFUSED)('for %s', async (_, args) => {
    expect(await debates.caller.call('start_roundtable', args)).toMatchObject({
      isError: true,
      data: { code: 'invalid' },
    })
  })

  test.concurrent('for an unknown session', async () => {
    for (const name of ['continue_roundtable', 'get_session', 'get_consensus', 'export_session', 'synthesize_debate'])
      expect(await debates.caller.call(name, { sessionId: 'none' })).toMatchObject({
        isError: true,
        data: { code: 'not_found' },
      })
  })
})

test('every request follows the documentation of its provider', () => {
  expect(debates.scene.providers.violations).toEqual([])
})
