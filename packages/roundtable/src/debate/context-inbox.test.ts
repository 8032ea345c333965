import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { answerQuestion, createInbox, type InboxQuestion, listQuestions } from '@sweatpants/framework/inbox'
import { createMemoryStore, type Store } from '@sweatpants/framework/log'
import { createSqliteStore } from '@sweatpants/framework/stores/sqlite'
import { expect, onTestFinished, test, vi } from 'vitest'
import type { Session } from '../session/session.ts'
import { type Act, askFirst, createFakeTable, type FakeTable, say } from './fixtures/fake-table.ts'
import { setTable } from './fixtures/set-table.ts'
import type { StartOptions } from './roundtable.ts'

const signal = new AbortController().signal
const principal = 'ada'
const accept = (answer: string) => ({ action: 'accept', content: { answer } }) as const

const ACTS = {
  ann: askFirst('How much water is there?', 'required', say('Tea')),
  bob: askFirst('Who drinks?', 'optional', say('Coffee')),
}

const openTable = (store: Store): FakeTable => setTable(ACTS, { store })

const play = async (table: FakeTable, options: StartOptions = { principal }): Promise<Session> =>
  table.finish(await table.start({ topic: 'Tea or coffee?' }, options), { signal })

const inboxOf = async (store: Store, who: string | undefined = principal): Promise<InboxQuestion[]> =>
  (await listQuestions(store, { principal: who })).questions

/** The question of Ann, which is required. */
const required = async (store: Store): Promise<InboxQuestion> =>
  (await inboxOf(store)).find(({ context }) => context.priority === 'required')!

test('the context requests of a debate are in the inbox of its owner and of no one else', async () => {
  const store = createMemoryStore()
  const session = await play(openTable(store))
  expect(await inboxOf(store)).toMatchObject([
    { message: 'bob would like to know: “Who drinks?”', context: { priority: 'optional' } },
    {
      toolName: 'roundtable',
      message: 'ann needs to know before the debate continues: “How much water is there?”',
      context: { topic: 'Tea or coffee?', reason: 'It matters.', debate: { sessionId: session.id, round: 1 } },
      askedBy: principal,
      to: ['user:ada'],
    },
  ])
  expect(await inboxOf(store, 'eve')).toEqual([])
  const { id } = await required(store)
  await expect(answerQuestion(store, { id, principal: 'eve', answer: accept('None.') })).rejects.toMatchObject({
    code: 'not_addressed',
  })
})

test('an answer in the inbox fulfils a required request once, names its author and updates the list of debates', async () => {
  const store = createMemoryStore()
  const table = openTable(store)
  const { id: sessionId } = await play(table)
  await expect(table.continue(sessionId, {}, { principal })).rejects.toMatchObject({ code: 'context_required' })
  const { id, digest } = await required(store)
  for (const answer of [accept(''), accept(' \n'), accept('x'.repeat(100_001))]) {
    await expect(answerQuestion(store, { id, principal, answer })).rejects.toMatchObject({ code: 'answer_invalid' })
  }
  await answerQuestion(store, { id, digest, principal, answer: accept('Two litres.') })
  await expect(answerQuestion(store, { id, principal, answer: accept('Three.') })).rejects.toMatchObject({
    code: 'question_closed',
  })
  const { contextRequests } = await table.get(sessionId, { principal })
  expect(contextRequests[0]).toMatchObject({
    answer: {
      success: true,
      result: 'Two litres.',
      answeredBy: principal,
      timestamp: expect.stringMatching(/^\d{4}-/),
    },
  })
  await vi.waitFor(async () => expect(await table.list({ principal })).toMatchObject([{ pendingContextRequests: 1 }]))
  const begun = await table.continue(sessionId, {}, { principal })
  await table.finish(begun, { signal })
  expect(JSON.stringify(table.asked.at(-2)!.request.messages)).toContain('Two litres.')
})

test('of an answer in the inbox and one of the caller at the same moment, the first counts', async () => {
  const store = createMemoryStore()
  const table = openTable(store)
  const { id: sessionId } = await play(table)
  const { id } = await required(store)
  const requestId = (await table.get(sessionId, { principal })).pendingContextRequests[0]!.id
  const [inInbox, byCaller] = await Promise.allSettled([
    answerQuestion(store, { id, principal, answer: accept('Inbox.') }),
    table.answerContext(sessionId, [{ requestId, success: true, result: 'Caller.' }], { principal }),
  ])
  const { contextRequests } = await table.get(sessionId, { principal })
  const isIgnored = byCaller.status === 'fulfilled' && byCaller.value.ignored.length === 1
  expect(contextRequests[0]!.answer).toMatchObject({
    result: inInbox.status === 'fulfilled' ? 'Inbox.' : 'Caller.',
    answeredBy: principal,
  })
  expect(isIgnored).toBe(inInbox.status === 'fulfilled')
})

test('a question that was dismissed while it was optional is open again once another seat needs its answer', async () => {
  const store = createMemoryStore()
  let isDismissed = false
  const dismiss = async () => {
    const [question] = await vi.waitFor(async () => {
      const questions = await inboxOf(store)
      expect(questions).toHaveLength(1)
      return questions
    })
    await answerQuestion(store, { id: question!.id, principal, answer: { action: 'cancel' } })
    isDismissed = true
  }
  const acts: Record<string, Act> = {
    ann: askFirst('Who drinks?', 'optional', say('Tea')),
    async bob(request, aborting) {
      if (!isDismissed) await dismiss()
      return askFirst('Who drinks?', 'required', say('Coffee'))(request, aborting)
    },
  }
  const table = setTable(acts, { store })
  const { id: sessionId, pendingContextRequests } = await play(table)
  expect(pendingContextRequests).toMatchObject([{ query: 'Who drinks?', priority: 'required' }])
  expect(await inboxOf(store)).toMatchObject([{ context: { priority: 'required' } }])
  await expect(table.continue(sessionId, {}, { principal })).rejects.toMatchObject({ code: 'context_required' })
})

test('an optional question that another seat requires is asked anew in the inbox, and an answer to the old one is refused', async () => {
  const store = createMemoryStore()
  let shown: InboxQuestion | undefined
  const acts: Record<string, Act> = {
    ann: askFirst('Who drinks?', 'optional', say('Tea')),
    async bob(request, aborting) {
      shown ??= await vi.waitFor(async () => {
        const [question] = await inboxOf(store)
        return question!.context.priority === 'optional' ? question! : expect.fail()
      })
      return askFirst('Who drinks?', 'required', say('Coffee'))(request, aborting)
    },
  }
  await play(setTable(acts, { store }))
  const [question, ...others] = await inboxOf(store)
  expect(others).toEqual([])
  expect(question).toMatchObject({
    id: shown!.id,
    message: 'ann needs to know before the debate continues: “Who drinks?”',
    context: { priority: 'required' },
  })
  const answer = { id: shown!.id, principal, answer: accept('We all do.') }
  await expect(answerQuestion(store, { ...answer, digest: shown!.digest })).rejects.toMatchObject({
    code: 'question_changed',
  })
  await answerQuestion(store, { ...answer, digest: question!.digest })
})

test.each(['answered nothing', 'dismissed it'])(
  'a seat that asks its optional question again as a required one is heard, after the owner has %s',
  async (done) => {
    const store = createMemoryStore()
    let round = 1
    const ann: Act = (request, aborting) =>
      askFirst('Who drinks?', round === 1 ? 'optional' : 'required', say('Tea'))(request, aborting)
    const table = setTable({ ann }, { store })
    const { id: sessionId } = await play(table)
    const [question] = await inboxOf(store)
    if (done === 'dismissed it')
      await answerQuestion(store, { id: question!.id, principal, answer: { action: 'cancel' } })
    round = 2
    const session = await table.finish(await table.continue(sessionId, {}, { principal }), { signal })
    expect(session.pendingContextRequests).toMatchObject([{ query: 'Who drinks?', priority: 'required' }])
    expect(await inboxOf(store)).toMatchObject([{ context: { priority: 'required' } }])
    await expect(table.continue(sessionId, {}, { principal })).rejects.toMatchObject({ code: 'context_required' })
  },
)

test('a declined question is a request that could not be answered', async () => {
  const store = createMemoryStore()
  const table = openTable(store)
  const { id: sessionId } = await play(table)
  const { id } = await required(store)
  await answerQuestion(store, { id, principal, answer: { action: 'decline' } })
  const { contextRequests } = await table.get(sessionId, { principal })
  expect(contextRequests[0]!.answer).toMatchObject({ success: false, error: 'The person declined to answer.' })
})

test('a required question that is cancelled is asked again, and an optional one is not', async () => {
  const store = createMemoryStore()
  const table = openTable(store)
  const { id: sessionId } = await play(table)
  for (const { id } of await inboxOf(store))
    await answerQuestion(store, { id, principal, answer: { action: 'cancel' } })
  await vi.waitFor(async () => expect(await inboxOf(store)).toMatchObject([{ context: { priority: 'required' } }]))
  await expect(table.continue(sessionId, {}, { principal })).rejects.toMatchObject({ code: 'context_required' })
  const { contextRequests } = await table.get(sessionId, { principal })
  expect(contextRequests.map(({ answer }) => answer?.error)).toEqual([
    undefined,
    'The person was asked and did not answer.',
  ])
})

test('a question leaves the inbox when the caller answers it or the debate is stopped, and an imported debate asks again', async () => {
  const store = createMemoryStore()
  const table = openTable(store)
  const session = await play(table)
  const [first] = session.pendingContextRequests
  await table.answerContext(session.id, [{ requestId: first!.id, success: true, result: 'Two.' }], { principal })
  expect(await inboxOf(store)).toMatchObject([{ context: { priority: 'optional' } }])
  await table.control(session.id, 'stop', { principal })
  expect(await inboxOf(store)).toEqual([])
  await table.import({ ...session, id: 'copy' }, { principal: 'bea' })
  expect(await inboxOf(store, 'bea')).toHaveLength(2)
})

test('a debate whose caller asks the person itself is not listed a second time', async () => {
  const store = createMemoryStore()
  const { pendingContextRequests } = await play(openTable(store), { principal, asksThroughCaller: true })
  expect(pendingContextRequests).toHaveLength(2)
  expect(await inboxOf(store)).toEqual([])
})

test('a question is answered over HTTP while no process drives debates, and the next one continues with the answer', async () => {
  const store = createSqliteStore(join(mkdtempSync(join(tmpdir(), 'context-inbox-')), 'store.db'))
  onTestFinished(() => store.close())
  const first = createFakeTable(ACTS, { store })
  const { id: sessionId } = await play(first, {})
  await first.close()
  await using inbox = createInbox({ store })
  const get = await inbox.fetch(new Request('http://localhost/api/inbox'))
  const { questions } = (await get.json()) as { questions: InboxQuestion[] }
  expect(questions).toHaveLength(2)
  const { id, digest } = questions[1]!
  const body = JSON.stringify({ answer: accept('Two litres.'), digest })
  const headers = { 'content-type': 'application/json' }
  const post = await inbox.fetch(
    new Request(`http://localhost/api/inbox/${id}/answers`, { method: 'POST', body, headers }),
  )
  expect(post.status).toBe(202)
  const next = openTable(store)
  await vi.waitFor(async () => expect(await next.list()).toMatchObject([{ pendingContextRequests: 1 }]))
  const session = await next.finish(await next.continue(sessionId), { signal })
  expect(session.contextRequests[0]).toMatchObject({ answer: { result: 'Two litres.', answeredBy: 'anyone' } })
})
