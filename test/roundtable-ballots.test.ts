import type { ConsensusResult } from '@sweatpants/roundtable'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { findSession } from './roundtable/caller.ts'
import { A, agents, B, C, type Debates, openDebates } from './roundtable/debates.ts'
import type { Play, Script } from './roundtable/loopback.ts'
import { agreeable, fail, request, say, state } from './roundtable/says.ts'
import { openScene } from './roundtable/scene.ts'

let debates: Debates

beforeAll(async () => {
  debates = await openDebates()
})

afterAll(async () => {
  await debates[Symbol.asyncDispose]()
})

const answers = ['Wait', 'Go']

/** The side of each model when it speaks and in private. */
const holding =
  (spoken: Record<string, string>, voted: Record<string, string> = spoken): Script =>
  (asked) => {
    if (asked.for === 'statement')
      return state({ answer: spoken[asked.model], position: `${spoken[asked.model]}, I say.` })
    if (asked.for !== 'ballot') return agreeable(asked)
    return say(JSON.stringify({ position: `${voted[asked.model]}.`, answer: voted[asked.model], confidence: 0.8 }))
  }

const SPLIT = { [A]: 'Wait', [B]: 'Go', [C]: 'Wait' }

async function playTwoRounds(play: Play, args: object) {
  const { data: first } = await debates.start(play, args)
  const { data: second } = await debates.goOn(first.sessionId)
  return { sessionId: first.sessionId, second }
}

async function readRound(sessionId: string, round: number) {
  const { data } = await debates.caller.call<{ consensus: ConsensusResult }>('get_round_details', { sessionId, round })
  return data
}

test.concurrent('seats whose independent answers differ vote in private again before the second round', async () => {
  const play = debates.play(holding(SPLIT, { [A]: 'Wait', [B]: 'Wait', [C]: 'Wait' }))
  const { sessionId } = await playTwoRounds(play, { answers })
  expect(agents.map((model) => play.count({ for: 'ballot', model }))).toEqual([1, 1, 1])
  for (const { text } of play.asked.filter((asked) => asked.for === 'ballot')) {
    expect(text).toContain('private ballot')
    expect(text).not.toContain('I say.')
  }
  const [first, second] = await Promise.all([1, 2].map((round) => readRound(sessionId, round)))
  expect(second!.consensus.decision!.probability).toBeGreaterThan(first!.consensus.decision!.probability!)
  expect(second).toMatchObject({
    ballots: [{ answer: 'Wait' }, { answer: 'Wait' }, { answer: 'Wait' }],
    consensus: {
      vote: [{ answer: 'Wait' }, { answer: 'Go' }],
      independentVote: [{ answer: 'Wait' }, { answer: 'Go' }],
      flips: [],
      warnings: ['Asked once more on their own, 1 of 3 panellists said something else.'],
    },
  })
  const { data: third } = await debates.goOn(sessionId)
  expect([third.roundNumber, play.count({ for: 'ballot' })]).toEqual([3, 3])
})

test.concurrent.each<[string, Script, object]>([
  ['if all answers are equal', holding({ [A]: 'Go', [B]: 'Go', [C]: 'Go' }), { answers }],
  [
    'if the answers cannot be compared',
    (asked) =>
      asked.for === 'statement'
        ? state({ position: `As ${asked.model} sees it.`, stance: undefined })
        : agreeable(asked),
    {},
  ],
])('no seat votes again %s', async (_, script, args) => {
  const play = debates.play(script)
  await playTwoRounds(play, args)
  expect([play.count({ for: 'ballot' }), play.count({ for: 'statement' })]).toEqual([0, 6])
})

test.concurrent('no seat votes again after new facts', async () => {
  const script = holding(SPLIT)
  const play = debates.play((asked) =>
    asked.for === 'statement' && asked.round === 1 && asked.model === A && asked.results === 0
      ? request('How many are there?')
      : script(asked),
  )
  const { data } = await debates.start(play, { answers })
  const requestId = data.contextRequests[0]!.id
  const contextResults = [{ requestId, success: true, result: 'Twelve.' }]
  expect((await debates.goOn(data.sessionId, { contextResults })).data).toMatchObject({ roundNumber: 2 })
  expect(play.count({ for: 'ballot' })).toBe(0)
})

test.concurrent('no seat votes again in a round with a focus question', async () => {
  const play = debates.play(holding(SPLIT))
  const { data } = await debates.start(play, { answers })
  await debates.goOn(data.sessionId, { focusQuestion: 'And what does it cost?' })
  expect([play.count({ for: 'ballot' }), play.count({ for: 'statement' })]).toEqual([0, 6])
})

test.concurrent('no seat votes again if the budget would not suffice for all statements', async () => {
  const usage = { input: 9_000, output: 1_000 }
  const script = holding(SPLIT)
  const play = debates.play(async (asked) => {
    const behaviour = await script(asked)
    return behaviour.type === 'say' ? { ...behaviour, said: { usage, ...behaviour.said } } : behaviour
  })
  const { second } = await playTwoRounds(play, { answers, budget: { tokens: 110_000 } })
  expect(play.count({ for: 'ballot' })).toBe(0)
  expect([second.agentResponses.length, second.failures]).toEqual([3, []])
})

test.concurrent('a split first ballot is followed by a second one in a sequential mode', async () => {
  const play = debates.play(holding(SPLIT))
  const { sessionId } = await playTwoRounds(play, { answers, mode: 'socratic' })
  expect(play.count({ for: 'ballot' })).toBe(6)
  const { data } = await debates.caller.call('get_thoughts', { sessionId, agentId: 'anthropic_1' })
  expect(data).toMatchObject({ ballots: [{ round: 1 }, { round: 2 }] })
})

test.concurrent('a seat whose ballot fails is reported, and still speaks', async () => {
  const script = holding(SPLIT)
  const play = debates.play((asked) => (asked.for === 'ballot' && asked.model === C ? fail(400) : script(asked)))
  const { second } = await playTwoRounds(play, { answers })
  expect(second.failures).toMatchObject([{ model: C, phase: 'ballot' }])
  expect(second.agentResponses).toHaveLength(3)
})

test.concurrent('a seat that voted again before a kill is not asked again', async () => {
  await using scene = await openScene()
  let isSlow = true
  const script = holding(SPLIT)
  const play = scene.providers.play('Is it too late to vote once more?', (asked) =>
    isSlow && asked.for === 'ballot' && asked.model === C ? { type: 'hang' } : script(asked),
  )
  const first = await scene.open('http', '2026-07-28')
  await first.caller.call('start_roundtable', { topic: play.topic, agents, answers, rounds: 2 })
  const sessionId = await findSession(first.caller, play.topic)
  const voted = Promise.withResolvers<void>()
  let count = 0
  const going = first.caller.call(
    'continue_roundtable',
    { sessionId },
    {
      onProgress: (message) => message.includes('in private') && ++count === 2 && voted.resolve(),
    },
  )
  going.catch(() => {})
  await voted.promise
  await first.kill()
  isSlow = false
  const { caller } = await scene.open('http', '2026-07-28')
  const { data } = await caller.call('continue_roundtable', { sessionId })
  expect(data).toMatchObject({ roundNumber: 2, status: 'completed', failures: [] })
  expect([A, B].map((model) => play.count({ for: 'ballot', model }))).toEqual([1, 1])
  expect(agents.map((model) => play.count({ for: 'statement', model }))).toEqual([2, 2, 2])
})
