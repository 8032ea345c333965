import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createMemoryStore } from '@sweatpants/framework/log'
import { createSqliteStore } from '@sweatpants/framework/stores/sqlite'
import { expect, test, vi } from 'vitest'
import { toRoundReply } from '../mcp/round-reply.ts'
import type { Session } from '../session/session.ts'
import { type Act, askFirst, createFakeTable, createHeld, type FakeTable, say } from './fixtures/fake-table.ts'
import { setTable } from './fixtures/set-table.ts'
import type { Begun } from './roundtable.ts'

const signal = new AbortController().signal
const finish = (table: FakeTable, begun: Begun): Promise<Session> => table.finish(begun, { signal })
const play = async (table: FakeTable, topic = 'Tea or coffee?', input = {}): Promise<Session> =>
  finish(table, await table.start({ topic, ...input }))
const goOn = async (table: FakeTable, { id }: Session, input = {}): Promise<Session> =>
  finish(table, await table.continue(id, input))
const speeches = (table: FakeTable, seat: string) =>
  table.asked.filter((one) => one.seat === seat && one.request.tools !== undefined)

test('a round asks every seat once, and ends with a consensus and a summary', async () => {
  const table = createFakeTable({ ann: () => say('Tea'), bob: () => say('Tea') })
  const session = await play(table)
  expect(session.responses.map(({ agentId, round, position }) => [agentId, round, position])).toEqual([
    ['ann', 1, 'Tea'],
    ['bob', 1, 'Tea'],
  ])
  expect(session.rounds[0]).toMatchObject({ number: 1, summary: { text: 'So it went.' }, failures: [] })
  expect(session.consensus).toMatchObject({ round: 1, agreementScore: 1 })
  expect(session).toMatchObject({ status: 'active', currentRound: 1, totalRounds: 3 })
})

test('a debate ends with its last round, and has one more for a focus question (T5)', async () => {
  const table = createFakeTable({ ann: () => say('Tea'), bob: () => say('Coffee') })
  const session = await play(table, 'Tea or coffee?', { rounds: 1 })
  expect(session).toMatchObject({ status: 'completed', endReason: 'rounds' })
  await expect(table.continue(session.id)).rejects.toMatchObject({ code: 'completed' })
  const options = { commandId: 'once' }
  const begun = await table.continue(session.id, { focusQuestion: 'And at night?' }, options)
  const longer = await finish(table, begun)
  expect(longer).toMatchObject({ currentRound: 2, totalRounds: 2, status: 'completed' })
  expect(longer.rounds[1]!.focusQuestion).toBe('And at night?')
  expect(await table.continue(session.id, { focusQuestion: 'And at night?' }, options)).toMatchObject({ round: 2 })
  expect((await table.get(session.id)).currentRound).toBe(2)
})

test('a call without a required answer is refused, and the answers that it gave are kept (T3)', async () => {
  const table = createFakeTable({
    ann: askFirst('How much water is there?', 'required', say('Tea')),
    bob: askFirst('Who drinks?', 'required', say('Coffee')),
    cid: askFirst('What is the weather?', 'optional', say('Water')),
  })
  const session = await play(table)
  const [water, drinkers] = session.pendingContextRequests
  expect(session.pendingContextRequests.map(({ agentId, priority }) => [agentId, priority])).toEqual([
    ['ann', 'required'],
    ['bob', 'required'],
    ['cid', 'optional'],
  ])
  const asked = table.asked.length
  await expect(table.continue(session.id)).rejects.toThrow(
    'Cannot continue: 2 required context request(s) pending.\n\n' +
      'You MUST provide contextResults for these requests:\n' +
      `- [${water!.id}] (ann): How much water is there?\n` +
      `- [${drinkers!.id}] (bob): Who drinks?\n\n` +
      'Use WebSearch or other tools to fulfill these requests, then call continue_roundtable with contextResults.',
  )
  const some = { contextResults: [{ requestId: water!.id, success: true, result: 'Two litres' }] }
  await expect(table.continue(session.id, some)).rejects.toThrow(`- [${drinkers!.id}] (bob): Who drinks?`)
  expect(table.asked.length).toBe(asked)
  expect((await table.get(session.id)).currentRound).toBe(1)
  const begun = await table.continue(session.id, {
    contextResults: [
      { requestId: drinkers!.id, success: false, error: 'nobody knows' },
      { requestId: water!.id, success: true, result: 'Three litres' },
      { requestId: 'nothing', success: true, result: 'INJECTED' },
    ],
  })
  expect(begun.ignored).toEqual([
    { requestId: water!.id, reason: 'repeated' },
    { requestId: 'nothing', reason: 'unknown' },
  ])
  const next = await finish(table, begun)
  for (const seat of ['ann', 'bob', 'cid']) {
    const prompt = JSON.stringify(speeches(table, seat).at(-1)!.request.messages[0])
    for (const part of ['How much water is there?', 'ann', 'Two litres', 'Who drinks?', 'unavailable: nobody knows'])
      expect(prompt).toContain(part)
    expect(prompt).not.toContain('INJECTED')
    expect(prompt).not.toContain('Three litres')
  }
  expect(next.contextRequests.slice(0, 2).every(({ isCleared }) => isCleared)).toBe(true)
})

test('an interrupted round continues where it was, and asks no seat again that has answered (T1, T4)', async () => {
  const bob = createHeld(say('Coffee'))
  const table = createFakeTable({ ann: () => say('Tea'), bob: bob.act })
  const begun = await table.start({ topic: 'Tea or coffee?' })
  expect((await table.get(begun.sessionId)).topic).toBe('Tea or coffee?')
  const attended = table.finish(begun, {
    signal,
    onHeard: () => void bob.begun.then(() => table.interrupt(begun.sessionId)),
  })
  await expect(attended).rejects.toMatchObject({ code: 'interrupted' })
  await vi.waitFor(() => expect(bob.aborted()).toBe(1))
  const left = await table.get(begun.sessionId)
  expect(left.responses.map(({ agentId }) => agentId)).toEqual(['ann'])
  bob.release()
  const again = await table.continue(begun.sessionId)
  expect(again).toMatchObject({ round: 1, isResumed: true })
  const session = await finish(table, again)
  expect(session.responses).toHaveLength(2)
  expect(speeches(table, 'ann')).toHaveLength(1)
})

test('a caller that leaves does not end the round, and the next call joins it (T5)', async () => {
  const bob = createHeld(say('Coffee'))
  const table = createFakeTable({ ann: () => say('Tea'), bob: bob.act })
  const begun = await table.start({ topic: 'Tea or coffee?' })
  const leave = new AbortController()
  const attended = table.finish(begun, { signal: leave.signal })
  await bob.begun
  leave.abort()
  await expect(attended).rejects.toThrow()
  const joined = await table.continue(begun.sessionId)
  expect(joined).toMatchObject({ round: 1, isResumed: true })
  await expect(table.continue(begun.sessionId, { focusQuestion: 'And milk?' })).rejects.toMatchObject({
    code: 'round_in_progress',
  })
  bob.release()
  expect((await finish(table, joined)).responses).toHaveLength(2)
  expect(speeches(table, 'bob')).toHaveLength(1)
})

test('a model that does not answer in time fails its seat, which is named with the limit', async () => {
  const table = createFakeTable({ ann: () => say('Tea'), bob: createHeld(say('Coffee')).act }, { modelTimeout: 50 })
  const { rounds, responses } = await play(table)
  expect(responses.map(({ agentId }) => agentId)).toEqual(['ann'])
  expect(rounds[0]!.failures).toMatchObject([
    { agentId: 'bob', code: 'timeout', reason: expect.stringContaining('within 0.05 s') },
  ])
})

test('an answer that was cut is requested once more with more tokens, and a second cut is named', async () => {
  const limits: (number | undefined)[] = []
  const cut: Act = ({ maxTokens }) => {
    limits.push(maxTokens)
    return { model: 'ann', content: { type: 'text', text: '{"position": "Te' }, stopReason: 'maxTokens' }
  }
  const table = createFakeTable({ ann: cut, bob: () => say('Tea') }, { answerTokens: 100 })
  const { rounds } = await play(table)
  expect(limits).toEqual([100, 400])
  expect(rounds[0]!.failures).toMatchObject([
    { agentId: 'ann', code: 'truncated', reason: expect.stringContaining('400 tokens') },
  ])
})

test('a cut answer that can be read counts, and says that it ends early', async () => {
  const text = say('Tea', { keyPoints: ['It is warm.'] })
  const cut: Act = () => ({ model: 'ann', content: { type: 'text', text: `${text} And` }, stopReason: 'maxTokens' })
  const { responses } = await play(createFakeTable({ ann: cut, bob: () => say('Tea') }))
  expect(responses.map(({ agentId, isCut }) => [agentId, isCut]).toSorted()).toEqual([
    ['ann', true],
    ['bob', undefined],
  ])
})

test('a model that thinks has as many tokens for its ballot as for its answer, and a ballot that is cut is requested again', async () => {
  const limits: (number | undefined)[] = []
  const vote: Act = ({ maxTokens }) => {
    limits.push(maxTokens)
    const text = limits.length === 1 ? '' : JSON.stringify({ position: 'Tea', answer: 'Tea', confidence: 0.8 })
    return { model: 'ann', content: { type: 'text', text }, stopReason: limits.length === 1 ? 'maxTokens' : 'endTurn' }
  }
  const table = createFakeTable({ ann: () => say('Tea', { answer: 'Tea' }) }, { sum: vote, answerTokens: 9_000 })
  const { rounds } = await play(table, 'Tea?', { mode: 'socratic', answers: ['Tea', 'Coffee'] })
  expect(limits.slice(0, 2)).toEqual([9_000, 36_000])
  expect(rounds[0]).toMatchObject({ ballots: [{ agentId: 'ann', position: 'Tea' }], failures: [] })
})

test('calls during a round join it, and calls at once begin one round (T2)', async () => {
  const bob = createHeld(say('Coffee'))
  const table = createFakeTable({ ann: () => say('Tea'), bob: bob.act })
  const begun = await table.start({ topic: 'Tea or coffee?' })
  await bob.begun
  expect(await table.continue(begun.sessionId)).toMatchObject({ round: 1 })
  bob.release()
  const session = await finish(table, begun)
  const both = await Promise.all([table.continue(session.id), table.continue(session.id)])
  expect(both.map(({ round }) => round)).toEqual([2, 2])
})

test.for(['pause', 'stop'] as const)('%s aborts the outstanding model calls and keeps the answers', async (action) => {
  const bob = createHeld(say('Coffee'))
  const table = createFakeTable({ ann: () => say('Tea'), bob: bob.act })
  const begun = await table.start({ topic: 'Tea or coffee?' })
  const attended = finish(table, begun)
  await bob.begun
  const attendedFails = expect(attended).rejects.toMatchObject({ code: 'interrupted' })
  const session = await table.control(begun.sessionId, action)
  await attendedFails
  expect(bob.aborted()).toBe(1)
  expect(session.status).toBe(action === 'pause' ? 'paused' : 'completed')
  await expect(table.continue(session.id)).rejects.toMatchObject({ code: action === 'pause' ? 'paused' : 'completed' })
  if (action === 'stop') return
  await table.control(session.id, 'resume')
  bob.release()
  expect((await goOn(table, session)).responses).toHaveLength(2)
  expect(speeches(table, 'ann')).toHaveLength(1)
})

test('a repeated stop command is performed once (T6)', async () => {
  const table = createFakeTable({ ann: () => say('Tea') })
  const { id } = await play(table)
  const stopped = await table.control(id, 'stop', { commandId: 'once' })
  expect(await table.control(id, 'stop', { commandId: 'once' })).toEqual(stopped)
  await expect(table.control(id, 'stop')).rejects.toMatchObject({ code: 'completed' })
})

test('a call in another process joins the round while the process that plays it is alive (T2)', async () => {
  const path = join(mkdtempSync(join(tmpdir(), 'roundtable-')), 'store.db')
  const held = createHeld(say('Coffee'))
  // Both processes are alive, so no lease may lapse, on a busy machine either.
  const openTable = (acts: Record<string, Act>) =>
    createFakeTable(acts, { store: createSqliteStore(path), leaseTtl: 30_000 })
  const first = openTable({ ann: () => say('Tea'), bob: held.act })
  const { sessionId } = await first.start({ topic: 'Tea or coffee?' })
  await held.begun
  const second = openTable({})
  expect(await second.continue(sessionId)).toMatchObject({ round: 1, isResumed: true })
  for (const table of [first, second]) expect(await table.isPlaying(sessionId)).toBe(true)
  await second.control(sessionId, 'stop')
  await vi.waitFor(() => expect(held.aborted()).toBe(1), 5_000)
  expect(await second.isPlaying(sessionId)).toBe(false)
  await Promise.all([first.close(), second.close()])
})

test('a shutdown ends calls, and leaves the round to the next process', async () => {
  const bob = createHeld(say('Coffee'))
  const table = createFakeTable({ bob: bob.act })
  const begun = await table.start({ topic: 'Tea or coffee?' })
  const leave = new AbortController()
  const [one, two] = [table.attend(begun, leave.signal), table.attend(begun, signal)]
  await bob.begun
  leave.abort()
  await expect(one).rejects.toThrow()
  expect(await table.isPlaying(begun.sessionId)).toBe(true)
  const closing = table.close()
  // Without news, so that another process can continue the call.
  expect(await two).toMatchObject({ isOver: false, after: begun.after })
  expect(await table.attend(begun, signal)).toMatchObject({ isOver: false, after: begun.after })
  await expect(table.attend(begun, signal)).rejects.toMatchObject({ code: 'interrupted' })
  await closing
  const events = await table.sessions.log.read(begun.sessionId, 0)
  expect(events.map(({ event }) => event.type)).not.toContain('round_interrupt')
})

test('a roundtable is closed at the end of its scope, and its outstanding calls end', async () => {
  const bob = createHeld(say('Coffee'))
  {
    await using table = createFakeTable({ bob: bob.act })
    await table.start({ topic: 'Tea or coffee?' })
    await bob.begun
    expect(bob.aborted()).toBe(0)
  }
  expect(bob.aborted()).toBe(1)
})

test('an imported session belongs to its importer, and its open round waits for a call', async () => {
  const bob = createHeld(say('Coffee'))
  const table = createFakeTable({ ann: () => say('Tea'), bob: bob.act })
  const begun = await table.start({ topic: 'Tea or coffee?' }, { principal: 'me' })
  await table.attend(begun, signal)
  const exported = await table.get(begun.sessionId, { principal: 'me' })
  await table.close()
  const elsewhere = createFakeTable({ ann: () => say('Tea'), bob: () => say('Coffee') })
  const imported = await elsewhere.import(exported, { principal: 'you' })
  expect(imported).toMatchObject({ principal: 'you', rounds: [{ stage: 'interrupted' }] })
  expect(await elsewhere.list({ principal: 'you' })).toMatchObject([{ id: exported.id, currentRound: 1 }])
  const again = await elsewhere.continue(exported.id, {}, { principal: 'you' })
  const session = await finish(elsewhere, again)
  expect(session.responses.map(({ agentId }) => agentId)).toEqual(['ann', 'bob'])
  expect(elsewhere.asked.filter(({ request }) => request.tools !== undefined)).toHaveLength(1)
})

test('a failed seat is reported with its reason, asked once more, and left out after a second failure', async () => {
  const broken: Act = () => Promise.reject(Object.assign(new Error('no power'), { code: 'unavailable' }))
  const table = createFakeTable({ ann: () => say('Tea'), bob: broken, cid: () => 'I would rather not.' })
  const first = await play(table, 'Tea or coffee?', { rounds: 4 })
  expect(first.rounds[0]!.failures).toMatchObject([
    { agentId: 'bob', round: 1, phase: 'response', code: 'unavailable', reason: 'no power' },
    { agentId: 'cid', round: 1, phase: 'response', code: 'malformed_answer' },
  ])
  expect(first.consensus).toMatchObject({ seats: { total: 3, heard: 1, absent: 2 } })
  const second = await goOn(table, first)
  const third = await goOn(table, second)
  expect(third.rounds.map(({ agentIds }) => agentIds)).toEqual([['ann', 'bob', 'cid'], ['ann', 'bob', 'cid'], ['ann']])
})

test('a seat that only uses tools fails after the limit', async () => {
  const always: Act = () => ({
    model: 'fake',
    content: [{ type: 'tool_use', id: 'call_1', name: 'fact_check', input: { claim: 'Tea is hot' } }],
  })
  const table = createFakeTable({ ann: () => say('Tea'), bob: always }, { toolRounds: 2 })
  const session = await play(table)
  expect(session.rounds[0]!.failures).toMatchObject([{ agentId: 'bob', code: 'no_answer' }])
  expect(speeches(table, 'bob').map(({ request }) => request.toolChoice?.mode)).toEqual(['auto', 'auto', 'none'])
})

test('a debate without budget makes no call, and ends', async () => {
  const table = createFakeTable({ ann: () => say('Tea'), bob: () => say('Coffee') })
  const session = await play(table, 'Tea or coffee?', { budget: { tokens: 10 } })
  expect(table.asked).toHaveLength(0)
  expect(session.rounds[0]!.failures.map(({ code }) => code)).toEqual(['budget', 'budget'])
  expect(session).toMatchObject({ status: 'completed', endReason: 'budget' })
})

test('two requests for a write-up of the same round ask one model', async () => {
  const table = createFakeTable({ ann: () => say('Tea'), bob: () => say('Coffee') })
  const { id } = await play(table)
  const before = table.asked.length
  const [one, two] = await Promise.all([table.synthesize(id), table.synthesize(id)])
  expect(table.asked.length - before).toBe(1)
  expect(two!.synthesis).toEqual(one!.synthesis)
  expect(one!.synthesis).toMatchObject({ round: 1 })
  expect(await table.synthesize(id)).toEqual(one)
})

test('a write-up that fails says why, and the next request asks again', async () => {
  let isDown = true
  const table = createFakeTable(
    { ann: () => say('Tea') },
    { conclude: () => (isDown ? Promise.reject(new Error('no ink')) : 'All.') },
  )
  const { id } = await play(table)
  await expect(table.synthesize(id)).rejects.toMatchObject({
    code: 'model_failed',
    message: 'The debate could not be written up: no ink. Call it again to try once more.',
    said: 'The summary could not be written: no ink. Try again.',
  })
  isDown = false
  expect((await table.synthesize(id)).synthesis).toMatchObject({ answer: 'All.' })
})

test.each([
  ['pause', 'it was paused'],
  ['stop', 'it was stopped'],
] as const)('%s aborts a write-up, and its caller receives the reason', async (action, reason) => {
  const held = createHeld('The write-up.')
  const table = setTable({ ann: () => say('Tea') }, { conclude: held.act })
  const { id } = await finish(table, await table.start({ topic: 'Tea?', rounds: 2 }))
  const written = table.synthesize(id)
  await held.begun
  await table.control(id, action)
  await expect(written).rejects.toMatchObject({ code: 'model_failed', message: expect.stringContaining(reason) })
  await vi.waitFor(() => expect(held.aborted()).toBe(1))
  held.release()
  expect((await table.synthesize(id)).synthesis).toBeDefined()
})

test('a debate is not written up in the middle of a round, and its last answer covers all of it', async () => {
  const bob = createHeld(say('Coffee'))
  const table = setTable({ ann: () => say('Tea'), bob: bob.act }, {})
  const begun = await table.start({ topic: 'Tea?', rounds: 1 })
  await table.attend(begun, signal)
  await bob.begun
  const { sessionId } = begun
  const midRound = { code: 'round_in_progress', message: expect.stringContaining('Round 1 has not ended') }
  await expect(table.synthesize(sessionId)).rejects.toMatchObject(midRound)
  await table.control(sessionId, 'pause')
  await expect(table.synthesize(sessionId)).rejects.toMatchObject(midRound)
  await table.control(sessionId, 'resume')
  await expect(table.synthesize(sessionId)).rejects.toMatchObject(midRound)
  bob.release()
  const { synthesis } = await finish(table, await table.continue(sessionId))
  expect(synthesis?.answer).toBe('So be it.')
  expect(JSON.stringify(table.asked.at(-1)!.request.messages)).toContain('Coffee')
})

test('answers that reopen a debate are kept for its new round, and those to other requests are refused', async () => {
  let round = 1
  const ann: Act = (request, aborting) =>
    round === 1 ? askFirst('Who drinks?', 'optional', say('Tea'))(request, aborting) : say('Tea')
  const table = setTable({ ann, bob: () => say('Coffee') }, {})
  const { id, pendingContextRequests } = await finish(table, await table.start({ topic: 'Tea?', rounds: 2 }))
  round = 2
  await finish(table, await table.continue(id))
  const [{ id: requestId } = { id: '' }] = pendingContextRequests
  const contextResults = ['nobody', requestId].map((one) => ({ requestId: one, success: true, result: 'All of us.' }))
  const begun = await table.continue(id, { focusQuestion: 'And children?', contextResults })
  expect(begun.ignored).toEqual([{ requestId: 'nobody', reason: 'unknown' }])
  const session = await finish(table, begun)
  expect(session.rounds[2]!.contextIds).toEqual([requestId])
  expect(JSON.stringify(table.asked.filter(({ seat }) => seat === 'bob').at(-1)!.request.messages)).toContain(
    'All of us.',
  )
})

test('a caller that leaves does not cancel a write-up, and the next call receives it', async () => {
  const held = createHeld('All.')
  const table = createFakeTable({ ann: () => say('Tea') }, { conclude: held.act })
  const { id } = await play(table)
  const leave = new AbortController()
  const writing = table.synthesize(id, { signal: leave.signal })
  await held.begun
  leave.abort()
  await expect(writing).rejects.toThrow()
  const again = table.synthesize(id)
  held.release()
  expect((await again).synthesis).toMatchObject({ answer: 'All.' })
})

test.each(['round', 'write-up'] as const)(
  'who waits for the %s of a debate that is deleted is told so',
  async (what) => {
    const store = createMemoryStore()
    const held = createHeld(say('Tea'))
    const acts = what === 'round' ? { ann: held.act } : { ann: () => say('Tea') }
    const table = createFakeTable(acts, { store, ...(what === 'write-up' && { conclude: held.act }) })
    const other = createFakeTable(acts, { store })
    const begun = await table.start({ topic: 'Tea or coffee?', synthesizer: 'none', rounds: 1 })
    const { signal } = new AbortController()
    if (what === 'write-up') await table.finish(begun, { signal })
    const waiting = what === 'round' ? other.finish(begun, { signal }) : other.synthesize(begun.sessionId)
    await held.begun
    await table.delete(begun.sessionId)
    await expect(waiting).rejects.toMatchObject({ code: 'not_found' })
  },
)

test('the debate of another principal is not found', async () => {
  const table = createFakeTable({ ann: () => say('Tea') })
  const begun = await table.start({ topic: 'Tea or coffee?' }, { principal: 'ann@example.com' })
  await finish(table, begun)
  for (const principal of [undefined, 'bob@example.com'])
    await expect(table.get(begun.sessionId, { principal })).rejects.toMatchObject({ code: 'not_found' })
  expect(await table.list({ principal: 'bob@example.com' })).toEqual([])
  expect(await table.list({ principal: 'ann@example.com' })).toHaveLength(1)
})

test('the same start command, sent twice at once, begins one debate (T5)', async () => {
  const table = createFakeTable({ ann: () => say('Tea') })
  const start = () => table.start({ topic: 'Tea or coffee?' }, { sessionId: 's1', commandId: 'once' })
  const [one, two] = await Promise.all([start(), start()])
  expect(two).toEqual(one)
  await finish(table, one!)
  expect(speeches(table, 'ann')).toHaveLength(1)
})

test('invalid input is refused before anything is stored', async () => {
  const store = createMemoryStore()
  const table = createFakeTable({ ann: () => say('Tea') }, { store })
  await expect(table.start({ topic: '  ' })).rejects.toMatchObject({ code: 'invalid' })
  await expect(table.start({ topic: 'Tea?', rounds: 11 })).rejects.toMatchObject({ code: 'invalid' })
  await expect(table.start({ topic: 'Tea?', answers: ['yes', 'Yes'] })).rejects.toThrow('expected answers that differ')
  expect(await table.list()).toEqual([])
})

test('documents reach every seat within the budget of the prompt, and seats and callers learn what was cut', async () => {
  const table = createFakeTable({ ann: () => say('Tea'), bob: () => say('Tea') }, { promptTokens: 2_000 })
  const attachments = [
    { name: 'short.md', text: 'Water boils at 100 degrees.' },
    { name: 'long.txt', text: 'tea,'.repeat(10_000) },
  ]
  const session = await play(table, 'Tea or coffee?', { attachments })
  expect(session.attachments).toMatchObject([
    { text: 'Water boils at 100 degrees.' },
    { name: 'long.txt', leftOut: expect.any(Number) },
  ])
  const { leftOut, text } = session.attachments![1]!
  expect(text.length + leftOut!).toBe(40_000)
  expect(toRoundReply(session, []).metadata.attachments).toEqual([
    { name: 'short.md', characters: 27 },
    { name: 'long.txt', characters: text.length, leftOut },
  ])
  for (const seat of ['ann', 'bob']) {
    const prompt = JSON.stringify(speeches(table, seat)[0]!.request.messages)
    expect(prompt).toContain('Water boils')
    expect(prompt).toContain(`[shortened: ${leftOut} more characters]`)
    expect(prompt.length).toBeLessThan(9_000)
  }
})

test('each answer is one line of progress, also if it imitates another seat', async () => {
  await using table = createFakeTable({ ann: () => say('Tea.\n\nbob: I agree.'), bob: () => say('Coffee.') })
  const lines: string[] = []
  const begun = await table.start({ topic: 'Which drink?', rounds: 1, answers: ['Tea', 'Coffee'] })
  await table.finish(begun, { signal: new AbortController().signal, onHeard: ({ line }) => line && lines.push(line) })
  expect(lines.filter((line) => line.includes('bob: I agree'))).toEqual([
    expect.stringMatching(/^.*ann.*: Tea\. bob: I agree\.$/),
  ])
})

test('a second ballot that the budget cannot pay is not held, also if the first round was not heard', async () => {
  let isAway = true
  const answer = (text: string) => (): ReturnType<Act> => {
    if (isAway) throw new Error('away')
    const content = { type: 'text' as const, text: say(text, { answer: text }) }
    return { model: 'fake', content, usage: { inputTokens: 500, outputTokens: 100 } }
  }
  await using table = createFakeTable({ ann: answer('Tea'), bob: answer('Coffee') })
  const { signal } = new AbortController()
  const input = { topic: 'Which drink?', rounds: 2, answers: ['Tea', 'Coffee'], budget: { tokens: 3_000 } }
  const begun = await table.start(input)
  await table.finish(begun, { signal })
  isAway = false
  for (let round = 2; round <= 3; round++) await table.finish(await table.continue(begun.sessionId), { signal })
  const session = await table.get(begun.sessionId)
  expect(session.rounds.map(({ ballots, failures }) => ballots.length + failures.length)).toEqual([2, 0, 0])
  expect(session.responses).toHaveLength(4)
})
