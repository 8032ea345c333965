import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { A, agents, B, C, type Debates, except, modelsOf, openDebates } from './roundtable/debates.ts'
import { agreeable, call, fail, say, state, whereStated } from './roundtable/says.ts'

let debates: Debates

beforeAll(async () => {
  debates = await openDebates()
})

afterAll(async () => {
  await debates[Symbol.asyncDispose]()
})

describe('a seat that fails', () => {
  test.concurrent('is named with all others when every provider refuses, and nothing is agreed', async () => {
    const all = debates.play(() => fail(401))
    const { isError, data } = await debates.start(all)
    expect(isError).toBe(true)
    expect(modelsOf(data.failures)).toEqual(agents.toSorted())
    expect(data).toMatchObject({ code: 'unheard', message: expect.stringContaining('does not count') })
    expect(all.count({ for: 'summary' })).toBe(0)
    const { data: stored } = await debates.caller.call<{ consensus: { agreementScore: number } }>('get_consensus', {
      sessionId: data.sessionId,
    })
    expect(stored.consensus.agreementScore).toBe(0)
  })

  test.concurrent('is tried three times and reported with its reason, and the others are heard', async () => {
    const down = debates.play(except(B, () => fail(500)))
    const { data } = await debates.start(down)
    expect(data.failures).toMatchObject([{ model: B, round: 1, code: 'unavailable' }])
    expect(data.failures[0]!.reason).not.toBe('')
    expect(data.agentResponses).toHaveLength(2)
    expect(down.count({ model: B })).toBe(3)
    expect(data.decision.agreementScore).toBeCloseTo(2 / 3)
  })

  test.concurrent('in two rounds is left out of the third, and is reported', async () => {
    const lost = debates.play(except(C, () => fail(401)))
    const { data } = await debates.start(lost)
    const { data: second } = await debates.goOn(data.sessionId)
    expect(second.failures).toMatchObject([{ model: C, round: 2 }])
    const { data: third } = await debates.goOn(data.sessionId)
    expect(lost.count({ for: 'statement', model: C })).toBe(2)
    expect(third.agentResponses).toHaveLength(2)
    expect(modelsOf(third.failures)).toContain(C)
  })

  test.concurrent('once is asked in the next round', async () => {
    const back = debates.play(except(C, ({ round }) => (round === 1 ? fail(401) : state())))
    const { data } = await debates.start(back)
    expect(modelsOf(data.failures)).toEqual([C])
    const { data: second } = await debates.goOn(data.sessionId)
    expect(second.failures).toEqual([])
    expect(second.agentResponses).toHaveLength(3)
  })

  test.concurrent('at the start of the debate is reported from the start', async () => {
    const gone = debates.play(agreeable)
    const { data } = await debates.start(gone, { agents: [A, B, 'nobody/knows-it'] })
    expect(data.agentResponses).toHaveLength(2)
    expect(data.failures).toMatchObject([{ model: 'nobody/knows-it', round: 0 }])
  })

  test.concurrent('because it only calls tools is stopped, and is reported', async () => {
    const busy = debates.play(except(A, () => call(['fact_check', { claim: 'It is sound.' }])))
    const { data } = await debates.start(busy)
    expect(data.failures).toMatchObject([{ model: A, code: 'no_answer' }])
    expect(data.agentResponses).toHaveLength(2)
    expect(
      busy.asked.filter(({ model, for: purpose }) => model === A && purpose === 'statement').length,
    ).toBeLessThanOrEqual(5)
  })

  test.concurrent('to call a tool correctly receives an error, and can still answer', async () => {
    const odd = debates.play(
      except(A, ({ results }) =>
        results > 0 ? state() : call(['rm', { path: '/' }], ['request_context', { priority: 'urgent' }]),
      ),
    )
    const { data } = await debates.start(odd)
    expect(data).toMatchObject({ failures: [], contextRequests: [] })
    expect(data.agentResponses).toHaveLength(3)
  })

  test.concurrent('because of a rate limit is asked again after the time that its provider names', async () => {
    let isLimited = true
    const limited = debates.play(
      except(B, () => {
        if (!isLimited) return state()
        isLimited = false
        return fail(429, { 'retry-after': '0' })
      }),
    )
    const { data } = await debates.start(limited)
    expect(data.failures).toEqual([])
    expect(limited.count({ for: 'statement', model: B })).toBe(2)
  })

  const MALFORMED: [string, string][] = [
    ['nothing', ' '],
    ['a refusal', 'I would rather not say.'],
    ['the beginning of an object', '{"position": "Yes, it sho'],
    ['an object without a position', '{"confidence": 1}'],
    ['a list', '[1, 2, 3]'],
  ]
  test.concurrent.each(MALFORMED)('with %s as its answer is reported, and no answer is made up', async (_, text) => {
    const { data } = await debates.start(debates.play(except(C, () => say(text))))
    expect(data.failures).toMatchObject([{ model: C, code: 'malformed_answer' }])
    expect(modelsOf(data.agentResponses)).toEqual([A, B])
  })
})

describe('confidence', () => {
  const SAID: [unknown, (confidence: number | undefined) => boolean][] = [
    ['high', (it) => it !== undefined && it > 0.6 && it <= 1],
    ['85%', (it) => it === 0.85],
    [1.7, (it) => it === 1],
    [-3, (it) => it === 0],
    ['beats me', (it) => it === undefined],
    [null, (it) => it === undefined],
    [undefined, (it) => it === undefined],
  ]
  test.concurrent.each(SAID)('%j becomes a number from 0 to 1, or is absent', async (confidence, isRight) => {
    const { data } = await debates.start(debates.play(except(B, () => state({ confidence }))))
    expect(data.failures).toEqual([])
    const heard = data.agentResponses.find(({ model }) => model === B)
    expect(isRight(heard?.confidence)).toBe(true)
  })
})

describe('the summary of a round', () => {
  test.concurrent('may fail: the round has its result, and says so', async () => {
    const mute = debates.play((asked) => (asked.for === 'summary' ? fail(401) : agreeable(asked)))
    const { isError, data } = await debates.start(mute)
    expect(isError).toBe(false)
    expect(data.agentResponses).toHaveLength(3)
    expect(data.decision.consensusLevel).toBe('high')
    expect(data.evidence.consensusSummary).toContain('No summary')
  })

  test.concurrent('is requested once, however often it is read', async () => {
    const once = debates.play(agreeable)
    const { data } = await debates.start(once)
    const { sessionId } = data
    for (const name of ['get_consensus', 'get_session', 'get_round_details', 'export_session'])
      expect((await debates.caller.call(name, { sessionId })).isError).toBe(false)
    expect(once.count({ for: 'summary' })).toBe(1)
    await debates.caller.call('synthesize_debate', { sessionId })
    await debates.caller.call('synthesize_debate', { sessionId })
    expect(once.count({ for: 'synthesis' })).toBe(1)
  })
})

test.concurrent('a consensus of two families ends a debate early, and one family alone is never high', async () => {
  const split = debates.play(whereStated(({ model }) => state({ answer: model === A ? 'no' : 'yes' })))
  const { data } = await debates.start(split, { exitOnConsensus: true, answers: ['yes', 'no'] })
  expect(data.status).toBe('in_progress')
  const yes = debates.play(whereStated(() => state({ answer: 'yes' })))
  const { data: ended } = await debates.start(yes, { exitOnConsensus: true, answers: ['yes', 'no'] })
  expect(ended).toMatchObject({ status: 'completed', endReason: 'unanimous', decision: { consensusLevel: 'high' } })
  const alike = debates.play(whereStated(() => state({ answer: 'yes' })))
  const { data: family } = await debates.start(alike, { agents: [A, 'anthropic/claude-b', 'anthropic/claude-c'] })
  expect(family.decision.consensusLevel).not.toBe('high')
})

test.concurrent('agents are listed without asking a model', async () => {
  interface Agents {
    agents: { model: string; usable: boolean }[]
    modes: unknown[]
  }
  const { data } = await debates.caller.call<Agents>('get_agents')
  expect(data.agents).toContainEqual({ model: 'anthropic/claude-sonnet-5-5', family: 'claude', usable: true })
  expect(data.modes).toHaveLength(8)
})

test('every request follows the documentation of its provider', () => {
  expect(debates.scene.providers.violations).toEqual([])
})
