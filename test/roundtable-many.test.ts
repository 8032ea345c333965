import { expect, test } from 'vitest'
import { request, state, whereStated } from './roundtable/says.ts'
import { openScene } from './roundtable/scene.ts'

const SESSIONS = 50
const agents = ['anthropic/claude-a', 'openai/gpt-b', 'google/gemini-3-c', 'lm-studio/d']

interface Exported {
  content: string
}

interface Requested {
  id: string
  sessionId: string
  round: number
  agentId: string
  query: string
}

test('each request of fifty parallel debates has its own session, round and agent', async () => {
  await using scene = await openScene()
  const topics = Array.from({ length: SESSIONS }, (_, i) => `Is plan <${i}> a good one?`)
  for (const topic of topics)
    scene.providers.play(
      topic,
      whereStated(({ model, round, results }) => {
        if (results > 0 || round === 3) return state()
        return request(`${topic} asked by ${model} in ${round}`, round === 1 ? 'optional' : 'required')
      }),
    )
  const { url } = await scene.serve()
  const caller = await scene.connect('2026-07-28', url)
  const ids = await Promise.all(
    topics.map(async (topic) => {
      const { data } = await caller.call('start_roundtable', { topic, agents, rounds: 3 })
      const models = new Map(data.metadata.seats.map(({ agentId, model }) => [agentId, model]))
      const expected = data.metadata.seats.map(({ model }) => `${topic} asked by ${model} in 1`)
      expect(data.contextRequests.map(({ query }) => query).toSorted()).toEqual(expected.toSorted())
      for (const { agentId, query } of data.contextRequests) expect(query).toContain(models.get(agentId))
      const { data: second } = await caller.call('continue_roundtable', { sessionId: data.sessionId })
      expect(second).toMatchObject({ status: 'needs_context', roundNumber: 2, failures: [] })
      expect(second.contextRequests).toHaveLength(2 * agents.length)
      const { data: exported } = await caller.call<Exported>('export_session', {
        sessionId: data.sessionId,
        format: 'json',
      })
      const { contextRequests } = (JSON.parse(exported.content) as { session: { contextRequests: Requested[] } })
        .session
      for (const { sessionId, round, agentId, query } of contextRequests) {
        expect(sessionId).toBe(data.sessionId)
        expect(query).toBe(`${topic} asked by ${models.get(agentId)} in ${round}`)
      }
      return contextRequests.map(({ id }) => id)
    }),
  )
  expect(new Set(ids.flat()).size).toBe(SESSIONS * agents.length * 2)
  expect(scene.providers.violations).toEqual([])
})
