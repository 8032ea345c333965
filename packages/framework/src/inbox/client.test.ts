import { expect, onTestFinished, test, vi } from 'vitest'
import { FakeVisibility } from '../chat/fixtures/fake-visibility.ts'
import { createMemoryStore } from '../log/memory.ts'
import { createInboxClient } from './client.ts'
import { createInbox } from './create-inbox.ts'
import { toNewQuestion } from './question.ts'

const ask = (key: string) => {
  const asked = { toolName: 'expense', key, message: `${key}?`, context: {}, attempt: 1 }
  return toNewQuestion(key, asked, { owner: undefined, event: { type: 'answer', id: key } })
}

/** An inbox, and a client that follows it. */
function open() {
  const store = createMemoryStore()
  const inbox = createInbox({ store })
  const followed: AbortSignal[] = []
  const client = createInboxClient({
    baseUrl: 'http://localhost',
    async fetch(url, init) {
      if (url.endsWith('/events')) followed.push(init.signal!)
      return inbox.fetch(new Request(url, init))
    },
  })
  onTestFinished(client.subscribe(() => {}))
  onTestFinished(() => inbox.close())
  return { log: store.log('task'), client, followed, keys: () => client.getSnapshot().questions?.map(({ key }) => key) }
}

test('a client shows the inbox, answers a question and hears of changes', async () => {
  const { log, client, keys } = open()
  await log.create('a', { about: null, events: [], questions: [ask('first')] })
  await vi.waitFor(() => expect(keys()).toEqual(['first']))
  await log.append('a', { events: [], questions: { opens: [ask('second')] } })
  await vi.waitFor(() => expect(keys()).toEqual(['second', 'first']))
  const [, first] = client.getSnapshot().questions!
  const odd = client.answer(first!, { action: 'accept', content: new Map() })
  await expect(odd).rejects.toThrow(/^the answer to "\w+" holds a Map at content/)
  await client.answer(first!, { action: 'decline' })
  expect(keys()).toEqual(['second'])
  await expect(client.answer(first!, { action: 'decline' })).rejects.toMatchObject({ code: 'question_closed' })
  expect(await log.read('a', 0)).toMatchObject([{ event: { type: 'answer', result: { action: 'decline' } } }])
})

test('a client answers in a page that was loaded over plain HTTP, where `crypto.randomUUID` is missing', async () => {
  const { log, client, keys } = open()
  await log.create('a', { about: null, events: [], questions: [ask('first')] })
  await vi.waitFor(() => expect(keys()).toEqual(['first']))
  vi.stubGlobal('crypto', { getRandomValues: crypto.getRandomValues.bind(crypto) })
  onTestFinished(() => void vi.unstubAllGlobals())
  await client.answer(client.getSnapshot().questions![0]!, { action: 'decline' })
  expect(keys()).toEqual([])
})

test('a client shows more than a page, and keeps it together when questions are opened and closed', async () => {
  const { log, client, keys } = open()
  const names = Array.from({ length: 120 }, (_, i) => `q${i}`)
  await log.create('a', { about: null, events: [], questions: names.map(ask) })
  const newestFirst = names.toReversed()
  await vi.waitFor(() => expect(keys()).toEqual(newestFirst.slice(0, 50)))
  expect(client.getSnapshot().hasMore).toBe(true)
  await client.more()
  expect(keys()).toEqual(newestFirst.slice(0, 100))
  // It moves a question from the first page to the second.
  await log.append('a', { events: [], questions: { opens: [ask('new')] } })
  await vi.waitFor(() => expect(keys()).toEqual(['new', ...newestFirst].slice(0, 100)))
  await client.more()
  expect(keys()).toEqual(['new', ...newestFirst])
  expect(client.getSnapshot().hasMore).toBe(false)
  await client.answer(client.getSnapshot().questions!.at(-1)!, { action: 'decline' })
  expect(keys()).toEqual(['new', ...newestFirst].slice(0, -1))
})

test('a page keeps its connection during a short visit to another tab, and has none while it is hidden for long', async () => {
  const page = new FakeVisibility()
  vi.stubGlobal('document', page)
  onTestFinished(() => void vi.unstubAllGlobals())
  const { log, followed, keys } = open()
  await vi.waitFor(() => expect(keys()).toEqual([]))
  page.become('hidden')
  page.become('visible')
  expect(followed.map(({ aborted }) => aborted)).toEqual([false])

  page.become('hidden')
  await vi.waitFor(() => expect(followed.map(({ aborted }) => aborted)).toEqual([true]), { timeout: 10_000 })
  await log.create('a', { about: null, events: [], questions: [ask('first')] })
  page.become('visible')
  await vi.waitFor(() => expect(keys()).toEqual(['first']))
})
