import { expect, test } from 'vitest'
import { type Act, askFirst, createHeld, isSummary, say } from '../debate/fixtures/fake-table.ts'
import { setTable } from '../debate/fixtures/set-table.ts'
import { fromJson } from '../export/json.ts'
import { fold, response, starting } from '../session/fixtures/debate.ts'
import { Caller } from './fixtures/caller.ts'

const agreeing = { ada: () => say('Tabs.'), bob: () => say('Tabs.') }

test('a debate continues call by call until it is over, and reports every answer', async () => {
  const caller = new Caller(setTable(agreeing))
  const first = await caller.call('start_roundtable', { topic: 'Tabs or spaces?', rounds: 2 })
  expect(first).toMatchObject({
    isError: false,
    data: { status: 'in_progress', roundNumber: 1, totalRounds: 2, agentResponses: [{}, {}], failures: [] },
  })
  expect(caller.notices.slice(0, 2).sort()).toEqual([
    expect.stringMatching(/^ada: Tabs\. \([12] of 2\)$/),
    expect.stringMatching(/^bob: Tabs\. \([12] of 2\)$/),
  ])
  expect(caller.notices.at(-1)).toBe('After round 1: 2 for “Tabs” (2 of 2)')
  const { sessionId } = first.data as { sessionId: string }
  const last = await caller.call('continue_roundtable', { sessionId, focusQuestion: 'And for Python?' })
  expect(last).toMatchObject({
    isError: false,
    data: { status: 'completed', roundNumber: 2, metadata: { focusQuestion: 'And for Python?' } },
  })
})

test('a missing required answer refuses the next round with the text of the contract and a code', async () => {
  const table = setTable({
    ada: askFirst('How wide is a tab?', 'required', say('Tabs.')),
    bob: askFirst('Who reads it?', 'required', say('Spaces.')),
  })
  const caller = new Caller(table)
  const started = await caller.call('start_roundtable', { topic: 'Tabs or spaces?' })
  expect(started.data).toMatchObject({ status: 'needs_context' })
  const { sessionId, contextRequests } = started.data as {
    sessionId: string
    contextRequests: { id: string; agentId: string; query: string }[]
  }
  const asked = table.asked.length

  const lines = contextRequests.map(({ id, agentId, query }) => `- [${id}] (${agentId}): ${query}`)
  const lost = { requestId: 'nobody asked', success: true, result: 'Nothing.' }
  const refused = await caller.call('continue_roundtable', { sessionId, contextResults: [lost] })
  const message = `Cannot continue: 2 required context request(s) pending.\n\nYou MUST provide contextResults for these requests:\n${lines.join('\n')}\n\nUse WebSearch or other tools to fulfill these requests, then call continue_roundtable with contextResults.`
  const ignoredContextResults = [{ requestId: 'nobody asked', reason: 'unknown' }]
  const data = { code: 'context_required', message, ignoredContextResults }
  expect(refused).toEqual({ isError: true, text: message, data })
  expect(table.asked).toHaveLength(asked)

  const [first, second] = contextRequests.map(({ id }) => id)
  const some = await caller.call('continue_roundtable', {
    sessionId,
    contextResults: [{ requestId: first, success: true, result: 'Eight columns.' }],
  })
  expect(some.text).toMatch(/^Cannot continue: 1 required/)
  const taken = await caller.call('continue_roundtable', {
    sessionId,
    contextResults: [
      { requestId: second, success: false, error: 'nobody knows' },
      { requestId: 'req_made_up', success: true, result: 'x' },
    ],
  })
  expect(taken).toMatchObject({
    isError: false,
    data: { roundNumber: 2, ignoredContextResults: [{ requestId: 'req_made_up', reason: 'unknown' }] },
  })
})

test('invalid arguments are refused with a code and the path', async () => {
  const caller = new Caller(setTable(agreeing))
  const refused = await caller.call('start_roundtable', { topic: 'x'.repeat(20_001), rounds: 11 })
  expect(refused).toMatchObject({ isError: true, data: { code: 'invalid' } })
  expect(refused.text).toMatch(/topic: .*20000.*; rounds: .*10/)
})

test('arguments that are too long together are refused with a remedy', async () => {
  const caller = new Caller(setTable(agreeing))
  const answer = { requestId: 'req_1', success: true, result: 'x'.repeat(100_000) }
  const contextResults = Array.from({ length: 10 }, () => answer)
  const refused = await caller.call('continue_roundtable', { sessionId: await caller.start(), contextResults })
  expect(refused).toMatchObject({ isError: true, data: { code: 'invalid' } })
  expect(refused.text).toMatch(/longer than 900000 characters.*in several calls/)
})

test('only its owner finds a session', async () => {
  const table = setTable(agreeing)
  const sessionId = await new Caller(table, 'ada').start()
  const stranger = new Caller(table, 'eve')
  for (const [name, params] of [
    ['continue_roundtable', {}],
    ['get_consensus', {}],
    ['get_session', {}],
    ['get_round_details', {}],
    ['get_response_detail', { agentId: 'ada' }],
    ['get_citations', {}],
    ['get_thoughts', { agentId: 'ada' }],
    ['synthesize_debate', {}],
    ['export_session', {}],
    ['control_session', { action: 'stop' }],
  ] as const) {
    const refused = await stranger.call(name, { sessionId, ...params })
    expect(refused, name).toMatchObject({ isError: true, data: { code: 'not_found' } })
  }
  expect((await stranger.call('list_sessions')).data).toEqual({ sessions: [] })
  expect((await new Caller(table, 'ada').call('list_sessions')).data).toMatchObject({ sessions: [{ id: sessionId }] })
})

test('all answers of a debate can be read', async () => {
  const citations = [{ title: 'A style guide', url: 'https://example.test/guide' }]
  const caller = new Caller(setTable({ ada: () => say('Tabs.', { citations }), bob: () => 'no JSON at all' }))
  const sessionId = await caller.start()
  const read = async (name: string, params: object = {}) => (await caller.call(name, { sessionId, ...params })).data

  expect(await read('get_session')).toMatchObject({ status: 'in_progress', rounds: [{ number: 1, heard: ['ada'] }] })
  expect(await read('get_consensus')).toMatchObject({ consensus: { round: 1, seats: { total: 2, heard: 1 } } })
  expect(await read('get_round_details')).toMatchObject({
    responses: [{ agentId: 'ada', reasoning: 'Because.' }],
    failures: [{ agentId: 'bob', code: 'malformed_answer' }],
  })
  expect(await read('get_response_detail', { agentId: 'ada' })).toMatchObject({ round: 1, citations })
  expect(await read('get_citations')).toMatchObject({ citations: [{ ...citations[0], agentId: 'ada', round: 1 }] })
  expect(await read('get_thoughts', { agentId: 'bob' })).toMatchObject({ thoughts: [], failures: [{ round: 1 }] })
  expect(await read('export_session')).toMatchObject({ mimeType: 'text/markdown' })
  const page = await read('export_session', { format: 'html' })
  expect(page).toMatchObject({ mimeType: 'text/html', content: expect.stringContaining('A style guide</a>') })
  const { content } = (await read('export_session', { format: 'json' })) as { content: string }
  expect(JSON.stringify(JSON.parse(content))).toContain('A style guide')
})

test('a missing round or agent is named together with the existing ones', async () => {
  const caller = new Caller(setTable({ ada: () => say('Tabs.'), bob: () => 'no JSON at all' }))
  const sessionId = await caller.start()
  const refusal = async (name: string, params: object) => (await caller.call(name, { sessionId, ...params })).text
  expect(await refusal('get_round_details', { round: 2 })).toMatch(/no round 2; its rounds are 1 to 1$/)
  expect(await refusal('get_response_detail', { agentId: 'eve' })).toMatch(/no agent eve; its agents: ada, bob$/)
  expect(await refusal('get_response_detail', { agentId: 'bob' })).toMatch(/^bob has not answered yet: /)
})

test('a cancelled call leaves its round running, and the next call receives the result', async () => {
  const bob = createHeld(say('Tabs.'))
  const caller = new Caller(setTable({ ada: () => say('Tabs.'), bob: bob.act }))
  const cancel = new AbortController()
  const call = caller.call('start_roundtable', { topic: 'Tabs or spaces?' }, cancel.signal)
  await bob.begun
  cancel.abort()
  await expect(call).rejects.toThrow('start_roundtable was cancelled')
  const { data: list } = await caller.call('list_sessions', {})
  const { id: sessionId } = (list as { sessions: { id: string }[] }).sessions[0]!
  const next = caller.call('continue_roundtable', { sessionId })
  bob.release()
  expect((await next).data).toMatchObject({ roundNumber: 1, agentResponses: [{}, {}], failures: [] })
})

test('a call returns with what there is when its round takes longer than the patience', async () => {
  const bob = createHeld(say('Tabs.'))
  const caller = new Caller(setTable({ ada: () => say('Tabs.'), bob: bob.act }, { patience: 100 }))
  const { data } = await caller.call('start_roundtable', { topic: 'Tabs or spaces?' })
  expect(data).toMatchObject({
    status: 'running',
    agentResponses: [{ agentId: 'ada' }],
    nextStep: expect.stringContaining('still running'),
  })
  const { sessionId } = data as { sessionId: string }
  expect((await caller.call('get_session', { sessionId })).data).toMatchObject({ status: 'running' })
  bob.release()
  expect((await caller.call('continue_roundtable', { sessionId })).data).toMatchObject({
    status: 'in_progress',
    roundNumber: 1,
    agentResponses: [{}, {}],
  })
})

test('a call is refused while the debate is paused', async () => {
  const caller = new Caller(setTable(agreeing))
  const sessionId = await caller.start()
  const control = (action: string) => caller.call('control_session', { sessionId, action })
  expect((await control('pause')).data).toMatchObject({ status: 'paused' })
  expect((await caller.call('continue_roundtable', { sessionId })).data).toMatchObject({ code: 'paused' })
  expect((await control('resume')).data).toMatchObject({ status: 'in_progress' })
  expect((await caller.call('continue_roundtable', { sessionId })).isError).toBe(false)
  expect((await control('stop')).data).toMatchObject({ status: 'completed', endReason: 'stopped' })
})

test('agents and modes are listed without asking a model', async () => {
  const table = setTable(agreeing)
  const { data } = await new Caller(table).call('get_agents')
  expect(data).toMatchObject({
    agents: [],
    modes: expect.arrayContaining([expect.objectContaining({ name: 'delphi' })]),
  })
  expect(table.asked).toEqual([])
})

test('a debate that is longer than a step may return is exported completely', async () => {
  const table = setTable(agreeing)
  const long = response({ reasoning: 'Because. '.repeat(200_000) })
  const session = await table.import(fold(starting(), { type: 'response_add', response: long }))
  const { data } = await new Caller(table).call('export_session', { sessionId: session.id, format: 'json' })
  expect(fromJson((data as { content: string }).content)).toEqual(session)
})

test('a round in which no seat could be heard is an error, does not count, and can be held again', async () => {
  let isDown = true
  const act: Act = () => {
    if (isDown) throw new Error('nothing listens')
    return say('Tabs.', { answer: 'tabs' })
  }
  const frame: Act = (...asked) => act(...asked) && '{"kind": "choice", "options": ["tabs", "spaces"]}'
  const table = setTable({ ada: act, bob: act }, { frame })
  const caller = new Caller(table)
  const failed = await caller.call('start_roundtable', { topic: 'Tabs or spaces?', rounds: 1 })
  expect(failed).toMatchObject({
    isError: true,
    data: { code: 'unheard', message: expect.stringContaining('ada: nothing listens') },
  })
  const sessionId = (await table.list())[0]!.id
  for (const _ of [1, 2])
    expect((await caller.call('continue_roundtable', { sessionId })).data).toMatchObject({ code: 'unheard' })
  expect((await caller.call('get_session', { sessionId })).data).toMatchObject({
    status: 'in_progress',
    nextStep: expect.stringContaining('to hold it again'),
  })
  isDown = false
  expect((await caller.call('continue_roundtable', { sessionId })).data).toMatchObject({
    status: 'completed',
    agentResponses: [{}, {}],
    failures: [],
    question: { kind: 'choice', by: 'model' },
  })
})

test('a round without an answer in which a seat asked for facts is held again with them, and the error says so', async () => {
  let isDown = true
  const ask = askFirst('How wide is a tab?', 'required', say('Tabs.'))
  const act: Act = (request, signal) => {
    if (isDown && request.messages.length > 1) throw new Error('nothing listens')
    return ask(request, signal)
  }
  const caller = new Caller(setTable({ ada: act }))
  const failed = await caller.call('start_roundtable', { topic: 'Tabs or spaces?' })
  expect(failed.data).toMatchObject({
    code: 'unheard',
    message: expect.stringContaining('and contextResults for the required context requests to hold it again'),
    contextRequests: [{ query: 'How wide is a tab?', priority: 'required' }],
  })
  isDown = false
  const { sessionId, contextRequests } = failed.data as { sessionId: string; contextRequests: { id: string }[] }
  const contextResults = contextRequests.map(({ id }) => ({ requestId: id, success: true, result: 'Four.' }))
  expect((await caller.call('continue_roundtable', { sessionId, contextResults })).isError).toBe(false)
})

test('the valid answers of a call with invalid input are kept, and the invalid ones are named', async () => {
  const table = setTable({
    ada: askFirst('How wide is a tab?', 'required', say('Tabs.')),
    bob: askFirst('Who reads it?', 'required', say('Spaces.')),
  })
  const caller = new Caller(table)
  const started = await caller.call('start_roundtable', { topic: 'Tabs or spaces?' })
  const { sessionId, contextRequests } = started.data as { sessionId: string; contextRequests: { id: string }[] }
  const [width, readers] = contextRequests.map(({ id }) => id)
  const known = { requestId: width, success: true, result: 'Four.' }
  const refused = await caller.call('continue_roundtable', {
    sessionId,
    contextResults: [known, { requestId: readers, result: 'Ada.' }],
  })
  expect(refused.data).toMatchObject({
    code: 'invalid',
    message: expect.stringMatching(
      /^contextResults\[1\]\.success: .*The valid contextResults of this call were taken/s,
    ),
  })
  expect(table.asked.filter(({ request }) => request.messages.length === 1 && !isSummary(request))).toHaveLength(2)
  const again = await caller.call('continue_roundtable', { sessionId })
  expect(again.data).toMatchObject({ code: 'context_required', message: expect.stringContaining(`[${readers}]`) })
  expect(again.text).not.toContain(`[${width}]`)
  const misspelled = { sessionId, contextResult: [], contextResults: [{ ...known, requestId: readers }] }
  expect((await caller.call('continue_roundtable', misspelled)).text).toContain('did you mean "contextResults"?')
  expect((await caller.call('continue_roundtable', { sessionId })).isError).toBe(false)
})

test('a budget that suffices for no answer is an error that says what to do', async () => {
  const caller = new Caller(setTable({ ada: () => say('Tabs.'), bob: () => say('Tabs.') }))
  const refused = await caller.call('start_roundtable', { topic: 'Tabs or spaces?', budget: { tokens: 10 } })
  expect(refused).toMatchObject({
    isError: true,
    data: { code: 'unheard', message: expect.stringContaining('start another debate with a larger one') },
  })
  expect(refused.data).toMatchObject({ message: expect.not.stringContaining('continue_roundtable') })
  const { sessionId } = refused.data as unknown as { sessionId: string }
  expect(await caller.call('get_session', { sessionId })).toMatchObject({
    data: {
      status: 'completed',
      nextStep: 'The debate is over, and no seat was heard: start another one with start_roundtable.',
    },
  })
})

test('every answer to a proposition is said as people say it', async () => {
  const seats = { ada: () => say('Go.', { stance: 'support' }), bob: () => say('Hm.', { stance: 'neutral' }) }
  const vote: Act = () => say('Go.', { stance: 'oppose' })
  const caller = new Caller(setTable(seats, { vote }))
  const question = { kind: 'proposition', proposition: 'We should go.' }
  const { data } = await caller.call('start_roundtable', { topic: 'Go?', question, mode: 'socratic', rounds: 1 })
  const answers = [{ answer: 'Yes, go' }, { answer: 'Undecided' }]
  const ballots = [{ answer: 'No, do not go' }, { answer: 'No, do not go' }]
  expect(data).toMatchObject({ agentResponses: answers })
  const { sessionId } = data as { sessionId: string }
  expect((await caller.call('get_round_details', { sessionId })).data).toMatchObject({ ballots, responses: answers })
  const agentId = 'ada'
  expect((await caller.call('get_response_detail', { sessionId, agentId })).data).toMatchObject(answers[0]!)
  expect((await caller.call('get_thoughts', { sessionId, agentId })).data).toMatchObject({ ballots: [ballots[0]] })
  const { data: exported } = await caller.call('export_session', { sessionId, format: 'markdown' })
  expect(exported).toMatchObject({ content: expect.not.stringMatching(/\b(?:support|oppose|neutral)\b/) })
})

test('the next step of a debate that is over names no call that would be refused', async () => {
  const bob = createHeld(say('Tabs.'))
  const table = setTable({ ada: bob.act })
  const caller = new Caller(table)
  const { sessionId } = await table.start({ topic: 'Tabs or spaces?' })
  await bob.begun
  const stopped = await caller.call('control_session', { sessionId, action: 'stop' })
  expect(stopped.data).toMatchObject({ nextStep: expect.not.stringMatching(/synthesize_debate|continue_roundtable/) })

  const answer = { model: 'ada', content: { type: 'text' as const, text: say('Tabs.') } }
  const dear: Act = () => ({ ...answer, usage: { inputTokens: 900, outputTokens: 9_000 } })
  const spent = new Caller(setTable({ ada: dear }))
  const question = { kind: 'open' }
  const { data } = await spent.call('start_roundtable', { topic: 'Tabs?', question, budget: { tokens: 9_000 } })
  expect(data).toMatchObject({
    endReason: 'budget',
    nextStep: expect.not.stringMatching(/synthesize_debate|continue_roundtable/),
  })
})

test('a budget in dollars is refused for a model of unknown price, unless the price is given', async () => {
  const caller = new Caller(setTable(agreeing))
  const start = (budget: object) => caller.call('start_roundtable', { topic: 'Tabs or spaces?', rounds: 1, budget })
  expect(await start({ usd: 1 })).toMatchObject({
    isError: true,
    data: { code: 'invalid', message: expect.stringContaining('price of ada, bob is unknown') },
  })
  const pricePerMillion = { input: 1, output: 2 }
  expect((await start({ usd: 1, pricePerMillion })).data).toMatchObject({
    status: 'completed',
    // The next round is given what was spent so far, so the dollars must be counted.
    usage: { session: { costUsd: expect.any(Number) } },
  })
})

test('the outcome of a decision is recorded, changed and listed, and a debate without a decision has none', async () => {
  const caller = new Caller(setTable(agreeing))
  const started = await caller.call('start_roundtable', { topic: 'Tabs or spaces?', rounds: 1 })
  const { sessionId } = started.data as { sessionId: string }
  const listed = async () => ((await caller.call('list_sessions')).data as { sessions: object[] }).sessions[0]
  expect(await listed()).toMatchObject({ outcome: 'unknown' })
  const right = await caller.call('record_outcome', { sessionId, outcome: 'right', note: 'It compiled.' })
  const nextStep = expect.stringMatching(/^The debate is over: (?!.*record_outcome)/)
  expect(right.data).toEqual({ sessionId, decision: 'Tabs.', outcome: 'right', note: 'It compiled.', nextStep })
  const written = await caller.call('synthesize_debate', { sessionId })
  expect(written.data).toMatchObject({ nextStep: expect.stringContaining('report synthesis with the vote') })
  const wrong = await caller.call('record_outcome', { sessionId, outcome: 'wrong' })
  expect(wrong.data).toMatchObject({ outcome: 'wrong' })
  expect(await listed()).toMatchObject({ outcome: 'wrong' })
  expect((await caller.call('record_outcome', { sessionId, outcome: 'maybe' })).data).toMatchObject({ code: 'invalid' })

  const divided = new Caller(setTable({ ada: () => say('Tabs.'), bob: () => say('Spaces.') }))
  const tied = await divided.call('start_roundtable', { topic: 'Tabs or spaces?', rounds: 1 })
  const { sessionId: tiedId } = tied.data as { sessionId: string }
  const refused = await divided.call('record_outcome', { sessionId: tiedId, outcome: 'right' })
  expect(refused).toMatchObject({ isError: true, data: { code: 'invalid' } })
})
