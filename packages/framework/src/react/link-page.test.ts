import { join } from 'node:path'
import { getRequestListener } from '@hono/node-server'
import { Hono } from 'hono'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { findViolations } from '../../../../test/accessibility.ts'
import { launchChromium } from '../../../../test/chromium.ts'
import { type Result, request, TASKS } from '../../../../test/mcp/rpc.ts'
import { bundlePage } from '../../../../test/serve-page.ts'
import { listenHttp } from '../http/listen.ts'
import { createInbox } from '../inbox/create-inbox.ts'
import { createMemoryStore } from '../log/memory.ts'
import { serveMcp } from '../mcp/serve.ts'
import { bookRoom } from './fixtures/book-room.ts'

let browser: Browser
let scripts: Map<string, string>
beforeAll(async () => {
  const [launched, chunks] = await Promise.all([
    launchChromium(),
    bundlePage(join(import.meta.dirname, 'fixtures/link-page.tsx')),
  ])
  browser = launched
  scripts = new Map(chunks.map(({ fileName, code }) => [`/${fileName}`, code]))
})
afterAll(() => browser?.close())

/** A server that asks the host about a room, with a script for link pages or without. */
async function openStage({ linkScript }: { linkScript?: string } = {}) {
  // As one on disk: questions to others are asked only there.
  const store = { ...createMemoryStore(), isDurable: true }
  let url = ''
  const inbox = createInbox({
    store,
    baseUrl: () => url,
    audience: () => ['role:host'],
    ...(linkScript !== undefined && { linkScript }),
  })
  const mcp = serveMcp({ name: 'rooms', version: '1.0.0', tools: [bookRoom], store, inbox })
  const app = new Hono()
    .route('/', inbox.routes)
    .all('/mcp', ({ req }) => mcp.fetch(req.raw))
    .get('*', ({ req, body }) => body(scripts.get(req.path) ?? '', { headers: { 'content-type': 'text/javascript' } }))
  const listening = await listenHttp(getRequestListener(app.fetch), {})
  url = listening.url
  const context = await browser.newContext()
  onTestFinished(async () => {
    await context.close()
    await listening.close()
    await Promise.all([mcp.close(), inbox.close()])
    await store.close()
  })
  const { taskId } = await request(
    `${url}/mcp`,
    'tools/call',
    { name: 'book_room', arguments: {} },
    { capabilities: TASKS },
  )
  return {
    /** The page of the link to the open question with this message. */
    async openLink(message: string) {
      const find = async () => (await inbox.list('ada')).questions.find((question) => question.message === message)
      await expect.poll(find).toBeDefined()
      const page = await context.newPage()
      const problems: string[] = []
      page.on('pageerror', (error) => problems.push(error.message))
      page.on('console', (said) => said.type() === 'error' && problems.push(said.text()))
      await page.goto(inbox.toLink((await find())!, 'ada'))
      return { page, problems }
    },
    async result() {
      const get = (): Promise<Result> => request(`${url}/mcp`, 'tasks/get', { taskId }, { capabilities: TASKS })
      await expect.poll(async () => (await get()).status).toBe('completed')
      return (await get()).result?.content?.[0]?.text
    },
  }
}

test('a link shows the component of its question, and the form of one without', async () => {
  const { openLink, result } = await openStage({ linkScript: '/page.js' })
  const { page, problems } = await openLink('Which room?')
  const referrers: string[] = []
  page.on('request', (sent) => sent.resourceType() === 'script' && referrers.push(sent.headers().referer ?? ''))
  await page.reload()
  await page.getByRole('button', { name: 'Birch </script>' }).waitFor()
  expect(referrers).toEqual([''])
  expect(await page.getByRole('button').allTextContents()).toEqual(['Ash', 'Birch </script>', 'Cedar', 'Decline'])
  expect(await findViolations(page)).toEqual([])

  await page.getByRole('button', { name: 'Ash' }).click()
  await expect.poll(() => page.getByRole('heading').textContent()).toBe('Thank you')
  // The tool refuses it, and the question is asked again.
  const again = await openLink('Which room?')
  await again.page.getByText('Ash is taken').waitFor()
  await again.page.getByRole('button', { name: 'Birch' }).click()
  await expect.poll(() => again.page.getByRole('heading').textContent()).toBe('Thank you')

  const { page: form } = await openLink('Book Birch </script>?')
  expect(await findViolations(form)).toEqual([])
  await form.getByRole('checkbox', { name: 'Ok' }).check()
  await form.getByRole('button', { name: 'Send answer' }).click()
  expect(await result()).toBe('Birch </script>, by ada: accept')
  expect([...problems, ...again.problems]).toEqual([])
})

test('a question that is shown with a component can be declined', async () => {
  const { openLink, result } = await openStage({ linkScript: '/page.js' })
  const { page } = await openLink('Which room?')
  await page.getByRole('button', { name: 'Cedar' }).waitFor()
  await page.getByRole('button', { name: 'Decline' }).click()
  expect(await result()).toBe('no room, by ada')
})

test.each([
  ['the application has no script for links', undefined],
  ['the script cannot be loaded', '/missing/page.js'],
])('a link shows a form if %s', async (_, linkScript) => {
  const { openLink } = await openStage(linkScript === undefined ? {} : { linkScript })
  const { page } = await openLink('Which room?')
  await page.getByRole('textbox', { name: 'Room' }).fill('Cedar')
  await page.getByRole('button', { name: 'Send answer' }).click()
  await expect.poll(() => page.getByRole('heading').textContent()).toBe('Thank you')
})
