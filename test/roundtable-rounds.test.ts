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

/** A debate in whose first round one model does not answer, as long as it is told not to. */
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

/** Starts it; comes when two have been heard and the third is being asked. */
async function reachMiddle(late: Play, by: Caller, signal?: AbortSignal) {
  const heard = Promise.withResolvers<void>()
  let count = 0
  const started = by.call(
    'start_roundtable',
    { topic: late.topic, agents, rounds: 2 },
    {
      onProgress: (message) => /^\w+: /.test(message) && ++count === 2 && heard.resolve(),
      ...(signal !== undefined && { signal }),
    },
  )
  started.catch(heard.reject)
  await heard.promise
  const [asked] = await late.until(({ model }) => model === C)
  return { started, asked: asked!, sessionId: await findSession(by, late.topic) }
}

const countsOf = (late: Play) => agents.map((model) => late.count({ for: 'statement', model }))

describe('a round that is broken off', () => {
  test.concurrent.each(['pause', 'stop'])(
    'by %s closes the connections that are open, and keeps what was heard',
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
  test.concurrent.each(WAYS)(
    'by the caller who cancels, over %s in %s, goes on with the next call',
    async (way, era) => {
      const { late, wake } = hangs()
      const aborter = new AbortController()
      const own = way === 'http' ? await debates.connect(era) : (await debates.scene.open(way, era)).caller
      const { started, asked, sessionId } = await reachMiddle(late, own, aborter.signal)
      aborter.abort()
      await expect(started).rejects.toThrow()
      await asked.closed
      wake()
      const { data } = await own.call('continue_roundtable', { sessionId })
      expect(data).toMatchObject({ roundNumber: 1, failures: [] })
      expect(data.agentResponses).toHaveLength(3)
      expect(countsOf(late)).toEqual([1, 1, 2])
    },
  )

  test.concurrent('by the caller who cancels its task goes on with the next call', async () => {
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

  test.concurrent('by another process on the same store, which cannot play it meanwhile', async () => {
    const { late } = hangs()
    const { started, asked, sessionId } = await reachMiddle(late, debates.caller)
    const { caller: other } = await debates.scene.open('stdio', '2026-07-28')
    const refused = await other.call('continue_roundtable', { sessionId })
    expect(refused).toMatchObject({ isError: true, data: { code: 'round_in_progress' } })
    expect(countsOf(late)).toEqual([1, 1, 1])
    await other.call('control_session', { sessionId, action: 'stop' })
    await asked.closed
    expect(await started).toMatchObject({ isError: true, data: { code: 'interrupted' } })
  })
})

test.concurrent('two calls at once: the second is told that a round is in progress, and asks nobody', async () => {
  const release = Promise.withResolvers<Behaviour>()
  const slow = debates.play(except(A, ({ round }) => (round === 2 ? release.promise : state())))
  const { data } = await debates.start(slow)
  const first = debates.goOn(data.sessionId)
  await slow.until(({ model, round }) => model === A && round === 2)
  const second = await debates.goOn(data.sessionId)
  expect(second).toMatchObject({ isError: true, data: { code: 'round_in_progress' } })
  release.resolve(state())
  expect((await first).data).toMatchObject({ roundNumber: 2, failures: [] })
  expect(slow.count({ for: 'statement', round: 2 })).toBe(3)
})

describe('the last round', () => {
  test.concurrent('a debate of one round is completed after it, and what is asked for in it is refused to the agent', async () => {
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

  test.concurrent('that is used up in a round ends the debate before the next call', async () => {
    const spent = debates.play(spendthrift)
    const { data } = await debates.start(spent, { budget: { tokens: 30_000 } })
    expect(data.agentResponses).toHaveLength(3)
    expect(data).toMatchObject({ status: 'completed', endReason: 'budget', decision: { consensusLevel: 'high' } })
    const refused = await debates.goOn(data.sessionId, { focusQuestion: 'And then?' })
    expect(refused).toMatchObject({ isError: true, data: { code: 'completed' } })
    expect(spent.asked).toHaveLength(3)
  })

  test.concurrent('that is used up by the ballots lets nobody speak, and says so', async () => {
    const spent = debates.play(spendthrift)
    const { data } = await debates.start(spent, { mode: 'socratic', budget: { tokens: 30_000 } })
    expect(spent.count({ for: 'ballot' })).toBe(3)
    expect(spent.count({ for: 'statement' })).toBe(0)
    expect(data.failures.map(({ code }) => code)).toEqual(['budget', 'budget', 'budget'])
    expect(data).toMatchObject({ status: 'completed', endReason: 'budget' })
  })
})

describe('what is refused', () => {
  const REFUSED: [string, object][] = [
    ['a topic of nothing', { topic: '  ' }],
    ['a mode that is none', { topic: 'x', mode: 'brawl' }],
    ['too many rounds', { topic: 'x', rounds: 11 }],
    ['a topic that is too long', { topic: 'x'.repeat(20_001) }],
    ['answers that are the same', { topic: 'x', answers: ['Yes', 'yes'] }],
  ]
  test.concurrent.each(REFUSED)('%s', async (_, args) => {
    expect(await debates.caller.call('start_roundtable', args)).toMatchObject({
      isError: true,
      data: { code: 'invalid' },
    })
  })

  test.concurrent('a session that nobody has', async () => {
    for (const name of ['continue_roundtable', 'get_session', 'get_consensus', 'export_session', 'synthesize_debate'])
      expect(await debates.caller.call(name, { sessionId: 'none' })).toMatchObject({
        isError: true,
        data: { code: 'not_found' },
      })
  })
})

test('all that was asked was asked as the providers document it', () => {
  expect(debates.scene.providers.violations).toEqual([])
})
