import { expect, test } from 'vitest'
import { createChatPage } from '../fixtures/chat-page.ts'
import type { SessionSummary } from './session-list.ts'

const titles = (sessions: readonly SessionSummary[] | undefined) => sessions?.map(({ title }) => title)

/** Keeps back what the server has answered to those who ask for the list, until it is let go. */
function createDelay() {
  const held: { answered: Promise<void>; letGo: () => void }[] = []
  return {
    held,
    async fetch(url: string, init: RequestInit): Promise<Response> {
      if (init.method !== 'GET' || !url.endsWith('/sessions')) return fetch(url, init)
      const answered = Promise.withResolvers<void>()
      const { promise, resolve: letGo } = Promise.withResolvers<void>()
      held.push({ answered: answered.promise, letGo })
      const response = await fetch(url, init)
      answered.resolve()
      await promise
      return response
    },
  }
}

/** A list is there, and what is asked for from now on is kept back. */
async function openWithDelay() {
  const page = await createChatPage({ script: ['Hello.', 'Again.'] })
  const client = page.open()
  const delay = createDelay()
  return {
    page,
    client,
    /** Asks for the list, which the server makes now and the page gets later. */
    async ask() {
      client.update({ fetch: delay.fetch })
      const listed = client.listSessions()
      client.update({ fetch: undefined })
      await expect.poll(() => delay.held.length).toBeGreaterThan(0)
      const { answered, letGo } = delay.held.pop()!
      await answered
      return {
        arrive() {
          letGo()
          return listed
        },
      }
    },
  }
}

test('a conversation that starts while a list is requested is in the list with its title', async () => {
  const { client, ask } = await openWithDelay()
  await client.listSessions()
  const list = await ask()
  await client.send('First')
  const { sessionId } = await client.rested()
  expect(await list.arrive()).toMatchObject([{ sessionId, title: 'First' }])
  expect(client.getSnapshot().sessions).toMatchObject([{ sessionId, title: 'First' }])
})

test('a conversation that is in a list before its page knows it is listed once', async () => {
  const { client, page, ask } = await openWithDelay()
  await client.listSessions()
  const made = Promise.withResolvers<void>()
  const known = Promise.withResolvers<void>()
  client.update({
    async fetch(url, init) {
      const response = await fetch(url, init)
      if (init.method === 'POST' && url.endsWith('/sessions')) {
        made.resolve()
        await known.promise
      }
      return response
    },
  })
  const sent = client.send('First')
  await made.promise
  const list = await ask()
  known.resolve()
  await sent
  await client.rested()
  expect(titles(await list.arrive())).toEqual(['First'])
  expect(titles(await page.open().listSessions())).toEqual(['First'])
})

test('a conversation keeps its title after another one was opened', async () => {
  const { client } = await openWithDelay()
  await client.listSessions()
  await client.send('First')
  await client.until(({ sessions }) => sessions?.[0]?.title === 'First')
  client.open()
  expect(titles(client.getSnapshot().sessions)).toEqual(['First'])
})

test('a list that arrives after a later one is ignored', async () => {
  const { client, page, ask } = await openWithDelay()
  const early = await ask()
  await page.open().send('Elsewhere')
  const late = await ask()
  expect(titles(await late.arrive())).toEqual(['Elsewhere'])
  expect(titles(await early.arrive())).toEqual(['Elsewhere'])
  expect(titles(client.getSnapshot().sessions)).toEqual(['Elsewhere'])
})

test('a conversation that is deleted while a list is requested is not in the list', async () => {
  const { client, ask } = await openWithDelay()
  const sessionId = await client.createSession()
  const list = await ask()
  await client.deleteSession(sessionId)
  expect(await list.arrive()).toEqual([])
})

test('a conversation is renamed without being open, also in a list that is requested', async () => {
  const { client, page, ask } = await openWithDelay()
  await client.send('First')
  const first = (await client.rested()).sessionId!
  client.open()
  await client.send('Second')
  const second = (await client.rested()).sessionId!
  const list = await ask()
  expect(await client.configureSession(first, { title: 'Better' })).toMatchObject({ type: 'taken' })
  expect(titles(await list.arrive())).toEqual(['Second', 'Better'])
  expect(client.getSnapshot()).toMatchObject({ sessionId: second, state: { title: 'Second' } })
  expect(titles(await page.open().listSessions())).toEqual(['Better', 'Second'])
  client.open(first)
  await client.until(({ state }) => state.title === 'Better')
})

test('the open conversation is renamed', async () => {
  const { client } = await openWithDelay()
  await client.send('First')
  const { sessionId } = await client.rested()
  await client.listSessions()
  await client.configureSession(sessionId!, { title: 'Better' })
  expect(titles(client.getSnapshot().sessions)).toEqual(['Better'])
  await client.until(({ state }) => state.title === 'Better')
})

test('renaming a deleted conversation rejects', async () => {
  const { client, page } = await openWithDelay()
  const sessionId = await page.open().createSession()
  await client.listSessions()
  await page.open().deleteSession(sessionId)
  await expect(client.configureSession(sessionId, { title: 'Better' })).rejects.toMatchObject({ code: 'not_found' })
  expect(titles(client.getSnapshot().sessions)).toEqual([''])
})
