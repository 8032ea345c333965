import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { findViolations } from './accessibility.ts'
import { type AppServer, serveApps } from './yo-chat/app-server.ts'
import { findBuiltPage } from './yo-chat/built-page.ts'
import { MortalServer } from './yo-chat/mortal-server.ts'
import type { Person } from './yo-chat/person.ts'
import { useStage } from './yo-chat/stage.ts'

// The browser says what it keeps a hostile app from.
const stage = useStage({ tolerates: /^Failed to load resource|violates the|Content Security Policy|sandboxed|frame/ })
let shop: AppServer

beforeAll(async () => {
  shop = await serveApps({ appUrl: stage.url })
  const person = await stage.visit()
  await person.addServer(shop.url)
})
beforeEach(() => {
  shop.done.length = 0
})
afterAll(() => shop[Symbol.asyncDispose]())

/** The view in a card: the inner one of two frames. */
const viewIn = (person: Person, tool: string) =>
  person.card(tool).frameLocator('iframe.app-frame').frameLocator('iframe')

async function open(tool: string, input: object) {
  const person = await stage.visit()
  await person.call(tool, input)
  await person.press('Allow')
  return { person, view: viewIn(person, tool) }
}

test('an app of another server shows its call in the theme of the page, and calls the tools that the person allows', async () => {
  const { person, view } = await open('browse', { kind: 'shirts' })
  for (const text of ['asked for shirts', '3 items', 'for the view alone', 'theme light']) {
    await view.getByText(text).waitFor()
  }
  await person.hears('It came to this: 3 items')
  expect(await findViolations(person.page)).toEqual([])
  await person.press('Dark colours')
  await view.getByText('theme dark').waitFor()

  // What only reads runs at once; the rest needs consent, which the person can give for good.
  await view.getByRole('button', { name: 'Stock' }).click()
  await view.getByText('done: stock performed {"receipt":2}').waitFor()
  await view.getByRole('button', { name: 'Order' }).click()
  await person.sees('The app wants to use order')
  expect(shop.done).toEqual(['browse', 'stock'])
  expect(await findViolations(person.page)).toEqual([])
  await person.press('Deny…')
  await person.press('Deny')
  await view.getByText(/^failed: The person did not allow this call/).waitFor()
  await view.getByRole('button', { name: 'Order' }).click()
  await person.page.getByRole('checkbox', { name: 'Let this app use it again without asking' }).check()
  await person.press('Allow')
  await view.getByText('done: order performed {"receipt":3}').waitFor()
  await view.getByRole('button', { name: 'Order' }).click()
  await view.getByText('done: order performed {"receipt":4}').waitFor()

  // A link is opened, and a message is sent, by a click of the person outside the app.
  await view.getByRole('button', { name: 'Link' }).click()
  const link = person.page.getByRole('region', { name: 'Link from an app' })
  await link.getByText('This link goes to shop.example.').waitFor()
  expect(await link.locator('strong').last().textContent()).toBe('shop.example')
  await link.getByRole('button', { name: 'No' }).click()
  await view.getByText('not opened').waitFor()
  await view.getByRole('button', { name: 'Tell' }).click()
  await person.page.getByRole('region', { name: 'Message from an app' }).getByText('Say: from the shop').waitFor()
  await person.press('Send this message')
  await person.hears(/^.*from the shop/)

  // The page that is opened again shows the app again.
  await view.getByRole('button', { name: 'Note' }).click()
  await view.getByText('noted').waitFor()
  await person.page.reload()
  await viewIn(person, 'browse').getByText('3 items').waitFor()
  expect(shop.done).toEqual(['browse', 'stock', 'order', 'order'])
})

test('an app is shown once the part of the page that shows apps can be loaded', async () => {
  const { page } = await stage.visit()
  const context = page.context()
  let attempts = 0
  await context.route(/assets\/app-view-.*\.js/, (route) => (++attempts < 4 ? route.abort() : route.continue()))
  const person = await stage.visit({ context })
  await person.call('browse', { kind: 'shirts' })
  await person.press('Allow')
  await viewIn(person, 'browse').getByText('3 items').waitFor()
  expect(attempts).toBeGreaterThan(3)
})

test('a question is answered in the app of its server, or in the form if the person prefers it or the app fails', async () => {
  const { person, view } = await open('dress', { view: 'size' })
  await view.getByText('Which size?').waitFor()
  await view.getByText('stock: 3').waitFor()
  expect(await findViolations(person.page)).toEqual([])
  await view.getByRole('button', { name: 'Large' }).click()
  await person.hears('It came to this: dressed: {"size":"large"}')

  await person.call('dress', { view: 'size' })
  await person.press('Allow')
  await person.press('Use the form instead')
  await person.card('dress').getByRole('combobox', { name: 'Size' }).selectOption('small')
  await person.press('Accept')
  await person.hears('It came to this: dressed: {"size":"small"}')

  // An answer that the question does not have is not taken from an app either.
  await person.call('dress', { view: 'size' })
  await person.press('Allow')
  await viewIn(person, 'dress').getByRole('button', { name: 'Enormous' }).click()
  await person.card('dress').getByText('The answer from the app was not accepted. Please use the form.').waitFor()
  await person.press('Decline')
  await person.hears('It came to this: dressed: "decline"')

  await person.call('dress', { view: 'gone' })
  await person.press('Allow')
  await person.card('dress').getByText('The app of this server cannot be shown. Please use the form.').waitFor()
  await person.press('Decline')
})

test('the second answer of an app is ignored, and the form replaces an app that does not start within 15 seconds', async () => {
  const { person, view } = await open('dress', { view: 'size' })
  await view.getByRole('button', { name: 'Twice' }).click()
  await person.hears('It came to this: dressed: {"size":"large"}')
  expect(await person.answer('"size":"small"').count()).toBe(0)

  await person.page.clock.install()
  await person.call('dress', { view: 'silent' })
  await person.press('Allow')
  await viewIn(person, 'dress').getByText('It never starts.').waitFor()
  await person.page.clock.fastForward(15_000)
  await person.card('dress').getByText('The view did not start in time. Please use the form.').waitFor()
  await person.card('dress').getByRole('combobox', { name: 'Size' }).selectOption('small')
  await person.press('Accept')
  await person.hears('It came to this: dressed: {"size":"small"}')
})

test('a page of another server is opened by the click of a person who has seen its whole address', async () => {
  const person = await stage.visit()
  const context = person.page.context()
  const url = 'https://shop.example.pay.test/checkout?order=17'
  await context.route(url, (route) => route.fulfill({ body: 'The checkout' }))
  await person.call('pay', { url })
  await person.press('Allow')
  const card = person.card('pay')
  await card.getByText('Pay on our page').waitFor()
  expect(await card.locator('.shown-url-text').textContent()).toBe(url)
  expect(await card.locator('.shown-url-text strong').textContent()).toBe('shop.example.pay.test')
  await card.getByText('Another server wrote this question').waitFor()
  expect(await findViolations(person.page)).toEqual([])
  expect(context.pages()).toHaveLength(1)

  const [page] = await Promise.all([
    context.waitForEvent('page'),
    card.getByRole('link', { name: 'Open page' }).click(),
  ])
  await page.getByText('The checkout').waitFor()
  expect(await page.evaluate(() => [window.opener, document.referrer])).toEqual([null, ''])
  await person.hears('It came to this: paid: accept')

  // A person who declines opens nothing, and an address that is not one of a page is not shown at all.
  await person.call('pay', { url })
  await person.press('Allow')
  await person.press('Decline')
  await person.hears('It came to this: paid: decline')
  await person.call('pay', { url: 'javascript:alert(1)' })
  await person.press('Allow')
  await person
    .card('pay')
    .getByText(/opens https pages/)
    .first()
    .waitFor()
  expect(context.pages()).toHaveLength(2)
})

test('a hostile app reaches nothing but its own frame', async () => {
  const { person, view } = await open('attack', {})
  const shown = view.locator('#found').filter({ hasText: '}' })
  const found: Record<string, string> = JSON.parse((await shown.textContent({ timeout: 30_000 }))!)
  const wrong = Object.entries(found).filter(([name, what]) => !what.startsWith('refused') && !SILENT.includes(name))
  expect(wrong).toEqual([])
  expect(shop.reached).toEqual([])
  expect(shop.done).toEqual(['attack'])
  expect(person.page.url()).toContain(stage.url)
  expect(person.page.context().pages()).toHaveLength(1)
  const frame = person.card('attack').locator('iframe.app-frame')
  expect((await frame.boundingBox())!.height).toBeLessThanOrEqual(722)
})

/** These say nothing when they are refused; what they would have reached says it. */
const SILENT = ['beacon', 'stylesheet', 'frame', 'navigateTop', 'height', 'badHeight', 'sandbox', 'cookie']

test('an app that floods the page is closed, and one that leaves its frame takes nothing along', async () => {
  const { person } = await open('attack', { attack: 'flood' })
  await person.card('attack').getByText('The view sent too many messages.').waitFor()
  for (const attack of ['leave', 'post']) {
    await person.call('attack', { attack })
    await person.press('Allow')
    await expect.poll(() => shop.done.length).toBe(attack === 'leave' ? 2 : 3)
    await viewIn(person, 'attack').locator('#found').waitFor({ state: 'detached' })
  }
  expect(shop.reached).toEqual([])
})

test('the consent to a call of an app is given after the server was killed, and the app gets the result', async () => {
  await using server = new MortalServer({
    store: join(stage.folder, 'mortal.db'),
    dist: await findBuiltPage(),
    servers: [{ url: shop.url }],
  })
  await server.start()
  const person = await stage.visit(server)
  await person.call('browse', { kind: 'hats' })
  await person.press('Allow')
  const view = viewIn(person, 'browse')
  await view.getByRole('button', { name: 'Order' }).click()
  await person.sees('The app wants to use order')
  await server.kill()
  await person.sees('Reconnecting…')
  await server.start()
  // The person returns from another tab, and the page hears of the new server's sandbox.
  const loaded = person.page.waitForResponse((response) => new URL(response.url()).pathname === '/api/app')
  await person.page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')))
  await (await loaded).finished()
  await person.press('Allow')
  await view.getByText('done: order performed {"receipt":2}').waitFor()
  expect(shop.done).toEqual(['browse', 'order'])
})
