import { createDemoModel } from '@sweatpants/demo-model'
import { createMemoryStore } from '@sweatpants/framework/chat'
import { fromLanguageModel, type ModelRequest, resolveModel } from '@sweatpants/framework/models'
import { expect, test } from 'vitest'
import { createRoundtable } from '../packages/roundtable/src/debate/create-roundtable.ts'
import { debateVoice } from '../packages/roundtable/src/demo/debate-voice.ts'
import { MODES } from '../packages/roundtable/src/modes/index.ts'
import { createPanel } from '../packages/roundtable/src/panel/create-panel.ts'
import type { Asked } from './roundtable/asked.ts'
import { serveProviders } from './roundtable/loopback.ts'
import { call, state, whereStated } from './roundtable/says.ts'

const { signal } = new AbortController()

/** Opens a roundtable in which the demo model takes every seat, and collects its prompts. */
function openDemo() {
  const prompts: string[] = []
  const demo = fromLanguageModel(createDemoModel({ pace: 'instant', voices: [debateVoice] }), { id: 'demo' })
  const roundtable = createRoundtable({
    store: createMemoryStore(),
    panel: createPanel({ env: {}, discover: async () => [{ provider: 'demo', id: 'demo', usable: true }] }),
    resolve: async () => ({
      id: 'demo',
      answer(request: ModelRequest, asking) {
        prompts.push(JSON.stringify([request.systemPrompt, request.messages]))
        return demo.answer(request, asking)
      },
    }),
  })
  return { roundtable, prompts }
}

test('there are eight modes', () => {
  expect(MODES.map(({ name }) => name).toSorted()).toEqual([
    'adversarial',
    'collaborative',
    'delphi',
    'devils-advocate',
    'expert-panel',
    'ranking',
    'red-team-blue-team',
    'socratic',
  ])
})

test.each(MODES.map(({ name, opensWithBallot }) => [name, opensWithBallot] as const))(
  'the demo panel plays two rounds of %s',
  async (mode, opensWithBallot) => {
    const { roundtable, prompts } = openDemo()
    const topic = 'Should the library open on Sundays?'
    const begun = await roundtable.start({ topic, mode, agentCount: 4, rounds: 2 })
    await roundtable.finish(begun, { signal })
    const session = await roundtable.finish(await roundtable.continue(begun.sessionId), { signal })
    expect(session).toMatchObject({ status: 'completed', endReason: 'rounds', absent: [] })
    expect(session.rounds.map(({ failures }) => failures)).toEqual([[], []])
    expect(session.responses.map(({ round }) => round)).toEqual([1, 1, 1, 1, 2, 2, 2, 2])
    expect(session.rounds[0]?.ballots).toHaveLength(opensWithBallot ? 4 : 0)
    expect(session.rounds.every(({ summary }) => summary !== undefined)).toBe(true)
    expect(session.synthesis).toMatchObject({
      round: 2,
      answer: expect.stringContaining(session.consensus?.decision?.answer ?? 'divided'),
    })
    expect(session.consensus?.seats).toEqual({ total: 4, heard: 4, absent: 0 })
    const isSplit = session.consensus!.independentVote.length > 1
    expect(session.rounds[1]?.ballots).toHaveLength(isSplit ? 4 : 0)
    expect(prompts).toHaveLength(4 * (2 + Number(opensWithBallot) + Number(isSplit)) + 4)
    await roundtable.close()
  },
)

const AGENTS = ['anthropic/claude-a', 'openai/gpt-b', 'google/gemini-3-c']

test('in delphi no seat learns the name of a seat, not even its own', async () => {
  await using providers = await serveProviders()
  const play = providers.play(
    'How many will come?',
    whereStated(({ model, round, results }) => {
      if (results > 0 || round === 3) return state({ reasoning: `As ${AGENTS.indexOf(model)} I say so.` })
      return call(
        ['request_context', { query: 'How many came last year?', reason: 'A base rate.', priority: 'required' }],
        ['fact_check', { claim: 'I say so' }],
      )
    }),
  )
  const roundtable = createRoundtable({
    store: createMemoryStore(),
    panel: createPanel({ env: providers.env }),
    resolve: (model) => resolveModel(model, { env: providers.env }),
  })
  const begun = await roundtable.start({ topic: play.topic, mode: 'delphi', agents: AGENTS, rounds: 3 })
  let session = await roundtable.finish(begun, { signal })
  while (session.status === 'active') {
    const contextResults = session.pendingContextRequests.map(({ id }) => ({
      requestId: id,
      success: true,
      result: 'Ninety.',
    }))
    session = await roundtable.finish(await roundtable.continue(session.id, { contextResults }), { signal })
  }
  expect(session.rounds.flatMap(({ failures }) => failures)).toEqual([])
  await roundtable.synthesize(session.id, { signal })
  await roundtable.close()
  const names = session.seats.flatMap(({ agentId, model, family }) => [agentId, ...model.split('/'), family])
  const leaks = play.asked.flatMap(({ text }) =>
    names.filter((name) => text.toLowerCase().includes(name.toLowerCase())),
  )
  expect([...new Set(leaks)]).toEqual([])
  const labels = AGENTS.map((model) => new Set(play.asked.filter((asked) => isStated(asked, model)).map(labelIn)))
  expect(labels.map(({ size }) => size)).toEqual([1, 1, 1])
  expect(new Set(labels.flatMap((one) => [...one])).size).toBe(3)
  expect(providers.violations).toEqual([])
})

const isStated = (asked: Asked, model: string): boolean => asked.for === 'statement' && asked.model === model

const labelIn = ({ text }: Asked): string => /You are ([^,]+),/.exec(text)![1]!
