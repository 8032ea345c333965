import { expect, onTestFinished, test, vi } from 'vitest'
import { createMemoryStore } from '../log/memory.ts'
import { createInboxClient } from './client.ts'
import { createInbox } from './create-inbox.ts'
import { toNewQuestion } from './question.ts'

test('a client shows the inbox, answers a question and hears of changes', async () => {
  const store = createMemoryStore()
  await using inbox = createInbox({ store })
  const log = store.log('task')
  const ask = (key: string) => {
    const asked = { toolName: 'expense', key, message: `${key}?`, context: {}, attempt: 1 }
    return toNewQuestion(key, asked, { owner: undefined, event: { type: 'answer', id: key } })
  }
  await log.create('a', { about: null, events: [], questions: [ask('first')] })
  const client = createInboxClient({
    baseUrl: 'http://localhost',
    fetch: async (url, init) => inbox.fetch(new Request(url, init)),
  })
  onTestFinished(client.subscribe(() => {}))
  const keys = () => client.getSnapshot().questions?.map(({ key }) => key)
  await vi.waitFor(() => expect(keys()).toEqual(['first']))
  await log.append('a', { events: [], questions: { opens: [ask('second')] } })
  await vi.waitFor(() => expect(keys()).toEqual(['second', 'first']))
  const [, first] = client.getSnapshot().questions!
  await client.answer(first!, { action: 'decline' })
  expect(keys()).toEqual(['second'])
  await expect(client.answer(first!, { action: 'decline' })).rejects.toMatchObject({ code: 'question_closed' })
  expect(await log.read('a', 0)).toMatchObject([{ event: { type: 'answer', result: { action: 'decline' } } }])
})
