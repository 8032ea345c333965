import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Era } from './roundtable/caller.ts'
import { playBridge, tellBridge } from './roundtable/context-flow.ts'
import { fail, request, state, whereStated } from './roundtable/says.ts'
import { openScene, type Scene, type Way } from './roundtable/scene.ts'

let scene: Scene
let url: string

beforeAll(async () => {
  scene = await openScene()
  url = (await scene.serve()).url
})

afterAll(async () => {
  await scene[Symbol.asyncDispose]()
})

const WAYS: [Way, Era][] = [
  ['stdio', '2025-11-25'],
  ['stdio', '2026-07-28'],
  ['http', '2025-11-25'],
  ['http', '2026-07-28'],
]

test.each(WAYS)('required context is requested, awaited and shown to every seat: %s, %s', async (way, era) => {
  const play = playBridge(scene.providers, `Is the bridge worth it, by ${way} in ${era}?`)
  const caller = way === 'http' ? await scene.connect(era, url) : (await scene.open(way, era)).caller
  await tellBridge(play, async () => caller)
  expect(scene.providers.violations).toEqual([])
})

test('context is shown again after a round in which every seat failed, and an optional request can be answered late', async () => {
  const [RESULT, LATE] = ['It was built in 1911.', 'Nobody ever fell off it.']
  const play = scene.providers.play(
    'Is the old bridge safe?',
    whereStated(({ round, results, model }) => {
      if (round === 2) return fail(401)
      if (round > 1 || results > 0) return state()
      return model.startsWith('openai') ? request('How old is it?') : request('Has it a history?', 'optional')
    }),
  )
  const caller = await scene.connect('2026-07-28', url)
  const agents = ['anthropic/claude-a', 'openai/gpt-b']
  const { data } = await caller.call('start_roundtable', { topic: play.topic, agents, rounds: 3 })
  const { sessionId } = data
  const idOf = (query: string) => data.contextRequests.find((one) => one.query === query)!.id
  const goOn = (requestId: string, result: string) =>
    caller.call('continue_roundtable', { sessionId, contextResults: [{ requestId, success: true, result }] })
  const { data: failed } = await goOn(idOf('How old is it?'), RESULT)
  expect(failed).toMatchObject({ code: 'unheard', failures: [{}, {}] })
  const { data: last } = await goOn(idOf('Has it a history?'), LATE)
  expect(last).toMatchObject({ roundNumber: 3, totalRounds: 4, failures: [], ignoredContextResults: [] })
  const told = play.asked.filter(({ for: wanted, round }) => wanted === 'statement' && round === 3)
  expect(told).toHaveLength(2)
  for (const { text } of told) {
    expect(text).toContain(RESULT)
    expect(text).toContain(LATE)
  }
})
