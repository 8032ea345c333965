import { createMemoryStore } from '@sweatpants/framework/log'
import { ModelError } from '@sweatpants/framework/models'
import { expect, test, vi } from 'vitest'
import { toRoundReply } from '../mcp/round-reply.ts'
import { readReport } from '../report/read-report.ts'
import type { Session } from '../session/session.ts'
import { type Act, ANSWER, createHeld, type FakeTable, say } from './fixtures/fake-table.ts'
import { openProcess, setTable } from './fixtures/set-table.ts'

const PANEL = { ann: () => say('Tea.', { answer: 'Tea' }), bob: () => say('Tea.', { answer: 'Tea' }) }

/** Costs more than half of 1,000 tokens. */
const dear: Act = () => ({
  model: 'fake',
  content: { type: 'text', text: say('Tea.', { answer: 'Tea' }) },
  usage: { inputTokens: 500, outputTokens: 100 },
})

const play = async (table: FakeTable, input = {}): Promise<Session> => {
  const begun = await table.start({ topic: 'Which drink?', rounds: 1, answers: ['Tea', 'Coffee'], ...input })
  return table.finish(begun, { signal: new AbortController().signal })
}

const authors = ({ asked }: FakeTable) =>
  asked.filter(({ request }) => request.systemPrompt?.includes('"commonGround"')).map(({ seat }) => seat)

test('a debate ends with an answer whose statements are linked to seats, by a model that did not speak last', async () => {
  const reasons = [{ text: 'It is cheap.', by: ['ann', 'bob'] }]
  const conclude = () => JSON.stringify({ answer: 'Drink tea.', follows: 'tea', reasons })
  const held = createHeld(say('Tea.', { answer: 'Tea' }))
  const table = setTable({ ann: held.act, bob: PANEL.bob }, { conclude })
  setTimeout(held.release, 50)
  const { synthesis, synthesisFailure, responses, status } = await play(table)
  expect(responses.at(-1)?.agentId).toBe('ann')
  expect(authors(table)).toEqual(['bob'])
  expect(status).toBe('completed')
  expect(synthesisFailure).toBeUndefined()
  expect(synthesis).toMatchObject({
    answer: 'Drink tea.',
    reasons: [{ text: 'It is cheap.', agentIds: ['ann', 'bob'] }],
    round: 1,
  })
  expect(synthesis).not.toHaveProperty('contradiction')
})

test('there is no answer before the last round, none without a wish for one, and one by the chosen model', async () => {
  const table = setTable(PANEL)
  expect(await play(table, { rounds: 2 })).not.toHaveProperty('synthesis')
  expect(await play(table, { synthesizer: 'none' })).not.toHaveProperty('synthesis')
  expect(authors(table)).toEqual([])
  const chosen = await play(table, { synthesizer: 'ann' })
  expect(chosen.synthesis?.model).toBe('ann')
  expect(chosen.synthesizer).toBe('ann')
})

test('a chosen model that fails is named, and the model of a panellist writes the answer instead', async () => {
  const table = setTable(PANEL, {
    conclude() {
      if (authors(table).length === 1) throw new ModelError('configuration', 'The key is not valid.')
      return ANSWER
    },
  })
  const session = await play(table, { synthesizer: 'ann' })
  expect(authors(table)).toEqual(['ann', 'bob'])
  expect(session.synthesis).toMatchObject({
    answer: 'So be it.',
    insteadOf: { model: 'ann', reason: 'The key is not valid.' },
  })
  expect(session.synthesis?.model).toBe('bob')
  expect(session.synthesisFailure).toBeUndefined()
  expect(readReport(session).writeUp?.cautions).toEqual([
    'Another model wrote this text, because ann failed: The key is not valid.',
  ])
})

test('a debate whose budget is used up before its answer is written says so', async () => {
  const table = setTable({ ann: dear, bob: dear })
  const session = await play(table, { budget: { tokens: 1_000 }, rounds: 2 })
  expect(authors(table)).toEqual([])
  expect(session).toMatchObject({ endReason: 'budget', synthesisFailure: 'the budget is used up' })
  expect(toRoundReply(session, [])).toMatchObject({ synthesisFailure: 'the budget is used up' })
  expect(readReport(session).writeUpProblem).toBe(
    'The answer could not be written up: the budget is used up. The vote does not depend on it.',
  )
  const none = await play(setTable({ ann: dear, bob: dear }), { budget: { tokens: 1_000 }, synthesizer: 'none' })
  expect(none.synthesisFailure).toBeUndefined()
})

test('an answer that contradicts the vote is kept with its contradiction', async () => {
  const conclude = () => JSON.stringify({ answer: 'Coffee!', follows: 'Coffee' })
  const acts = { ...PANEL, cid: () => say('No.', { answer: 'Coffee' }) }
  const { synthesis, consensus } = await play(setTable(acts, { conclude }))
  expect(consensus?.leading).toBe('Tea')
  expect(synthesis).toMatchObject({ answer: 'Coffee!', contradiction: { written: 'Coffee', counted: 'Tea' } })
})

test('a cut answer is requested once more with more tokens, and flagged if it is cut again', async () => {
  const limits: (number | undefined)[] = []
  const conclude: Act = ({ maxTokens }) => {
    limits.push(maxTokens)
    return { model: 'ann', content: { type: 'text', text: ANSWER.slice(0, -1) }, stopReason: 'maxTokens' }
  }
  const { synthesis } = await play(setTable(PANEL, { conclude, answerTokens: 100 }))
  expect(limits).toEqual([100, 400])
  expect(synthesis).toMatchObject({ answer: 'So be it.', isCut: true })
})

test('a second model is asked if the first writes nothing usable; if none does, the vote stands and the reason is recorded', async () => {
  const conclude: Act = () => '{ "nothing": 1 }'
  const table = setTable({ ...PANEL, cid: PANEL.ann }, { conclude })
  const session = await play(table)
  expect(authors(table)).toHaveLength(2)
  expect(session).toMatchObject({ status: 'completed', consensus: { leading: 'Tea' } })
  expect(session.synthesisFailure).toContain('expected a JSON object with "answer"')
  expect(session.synthesis).toBeUndefined()
  const next = await table.continue(session.id, { focusQuestion: 'And at night?' })
  expect((await table.get(next.sessionId)).synthesisFailure).toBeUndefined()
})

test('a process that is killed while the answer is written leaves it to the next, which writes it once', async () => {
  const store = createMemoryStore()
  const held = createHeld(ANSWER)
  const first = openProcess(store, PANEL, { conclude: held.act })
  const { sessionId } = await first.table.start({ topic: 'Which drink?', rounds: 1, answers: ['Tea', 'Coffee'] })
  await held.begun
  first.kill()
  const second = setTable(PANEL, { store, leaseTtl: 300 })
  await vi.waitFor(async () => expect((await second.get(sessionId)).status).toBe('completed'), 10_000)
  expect((await second.get(sessionId)).synthesis?.answer).toBe('So be it.')
  expect(second.asked).toHaveLength(1)
  const events = await second.sessions.log.read(sessionId, 0)
  expect(events.filter(({ event }) => event.type === 'synthesis_write')).toHaveLength(1)
})
