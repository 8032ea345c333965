import { expect } from 'vitest'
import type { Caller, Request, RoundReply } from './caller.ts'
import type { Loopback, Play } from './loopback.ts'
import { PROVIDERS } from './providers.ts'
import { call, request, state, whereStated } from './says.ts'

const QUERIES: Record<string, [query: string, priority: 'required' | 'optional']> = {
  anthropic: ['What did the bridge cost last year?', 'required'],
  openai: ['How many people cross the bridge?', 'required'],
  google: ['What do other towns pay?', 'optional'],
  ollama: ['Who owns the ground below it?', 'required'],
}

/** The caller's answers, and how they appear in prompts. */
const ANSWERS = {
  anthropic: { given: { success: true, result: 'Four million.' }, told: 'result: Four million.' },
  openai: { given: { success: true, result: 'Nine thousand a day.' }, told: 'result: Nine thousand a day.' },
  ollama: { given: { success: false, error: 'the register is closed' }, told: 'unavailable: the register is closed' },
}

const UNKNOWN = { requestId: 'req_of_nobody', success: true, result: 'a result that nobody asked for' }
const SECOND = { success: true, result: 'a second answer to the same request' }

const providerOf = (model: string): string => model.split('/')[0]!

/** In the first round four of six seats request context and one checks a fact; in the last one requests although it may not. */
export const playBridge = (providers: Loopback, topic: string): Play =>
  providers.play(
    topic,
    whereStated(({ model, results, round, tools }) => {
      const provider = providerOf(model)
      if (results > 0 || tools.length === 0) return state()
      if (round === 1 && provider in QUERIES) return request(...QUERIES[provider]!)
      if (round === 1 && provider === 'lm-studio') return call(['fact_check', { claim: 'The bridge is old.' }])
      return round === 3 && provider === 'google' ? request('What does it look like?') : state()
    }),
  )

/** Called between any two calls; resolves to the caller of the next. */
type Between = () => Promise<Caller>

/** Plays a debate with required context from the request to the last round. */
export async function tellBridge(play: Play, next: Between): Promise<void> {
  const agents = PROVIDERS.map(({ model }) => model)
  const started = await (await next()).call('start_roundtable', { topic: play.topic, agents, rounds: 3 })
  expect(started).toMatchObject({ isError: false, data: { status: 'needs_context', roundNumber: 1, failures: [] } })
  const { sessionId } = started.data
  const requests = requestsOf(started.data)
  expect(Object.keys(requests).toSorted()).toEqual(Object.keys(QUERIES).toSorted())
  for (const [provider, { query, priority }] of Object.entries(requests))
    expect([query, priority]).toEqual(QUERIES[provider])
  expect(play.count({ for: 'statement', round: 1 })).toBe(agents.length)

  const asked = play.asked.length
  const { anthropic, openai, ollama, google } = requests as Record<keyof typeof QUERIES, Request>
  const inOrder = (...wanted: (Request | undefined)[]) =>
    started.data.contextRequests.filter((one) => wanted.includes(one))
  const refused = await (await next()).call('continue_roundtable', { sessionId })
  expectRefusal(refused, inOrder(anthropic, openai, ollama))

  const some = [{ requestId: openai!.id, ...ANSWERS.openai.given }]
  const again = await (await next()).call('continue_roundtable', { sessionId, contextResults: some })
  expectRefusal(again, inOrder(anthropic, ollama))
  expectRefusal(await (await next()).call('continue_roundtable', { sessionId }), inOrder(anthropic, ollama))
  expect(play.asked).toHaveLength(asked)

  const rest = [
    UNKNOWN,
    { requestId: anthropic!.id, ...ANSWERS.anthropic.given },
    { requestId: openai!.id, ...SECOND },
    { requestId: ollama!.id, ...ANSWERS.ollama.given },
    { requestId: ollama!.id, ...SECOND },
  ]
  const { data: second } = await (await next()).call('continue_roundtable', { sessionId, contextResults: rest })
  expect(second).toMatchObject({ status: 'in_progress', roundNumber: 2, failures: [] })
  expect(second.ignoredContextResults).toEqual([
    { requestId: UNKNOWN.requestId, reason: 'unknown' },
    { requestId: openai!.id, reason: 'repeated' },
    { requestId: ollama!.id, reason: 'repeated' },
  ])
  expect(second.contextRequests).toEqual([google])
  for (const model of agents) expectContext(play, model, requests)

  const { data: third } = await (await next()).call('continue_roundtable', { sessionId })
  expect(third).toMatchObject({ status: 'completed', roundNumber: 3, contextRequests: [], failures: [] })
  expect(third.agentResponses).toHaveLength(agents.length)
  for (const round of [1, 2, 3]) expect(play.count({ for: 'statement', round })).toBe(agents.length)
  const told = play.asked.map(({ text }) => text).join('\n')
  expect(told).not.toContain(UNKNOWN.result)
  expect(told).not.toContain(SECOND.result)
}

function requestsOf({ contextRequests, metadata }: RoundReply): Record<string, Request> {
  const models = new Map(metadata.seats.map(({ agentId, model }) => [agentId, model]))
  return Object.fromEntries(contextRequests.map((one) => [providerOf(models.get(one.agentId)!), one]))
}

function expectRefusal(reply: { isError: boolean; text: string; data: unknown }, pending: Request[]): void {
  expect(reply.text).toBe(
    `Cannot continue: ${pending.length} required context request(s) pending.\n\n` +
      'You MUST provide contextResults for these requests:\n' +
      pending.map(({ id, agentId, query }) => `- [${id}] (${agentId}): ${query}`).join('\n') +
      '\n\nUse WebSearch or other tools to fulfill these requests, ' +
      'then call continue_roundtable with contextResults.',
  )
  expect(reply).toMatchObject({ isError: true, data: { code: 'context_required' } })
}

/** Checks that a prompt of the second round has the requests with their seats and answers. */
function expectContext(play: Play, model: string, requests: Record<string, Request>): void {
  const asked = play.asked.find((one) => one.model === model && one.for === 'statement' && one.round === 2)
  for (const [provider, { told }] of Object.entries(ANSWERS)) {
    const { agentId, query } = requests[provider]!
    expect(asked?.text).toContain(`asked-by="${agentId}" round="1">\nquery: ${query}\n${told}\n`)
  }
}
