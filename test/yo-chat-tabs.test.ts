import type { BrowserContext, Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { Person } from './yo-chat/person.ts'
import { useStage } from './yo-chat/stage.ts'
import { launchTabbed } from './yo-chat/tabbed-browser.ts'

const stage = useStage()

/** One more than a browser has connections to a server, and one to be sure. */
const MANY = 8

async function openBrowser(): Promise<BrowserContext> {
  const { page } = await stage.visit()
  return launchTabbed(page.context().browser()!)
}

/** In front of the others. */
async function openTab(browser: BrowserContext, url = stage.url): Promise<Person> {
  const person = new Person(await browser.newPage())
  person.page.setDefaultTimeout(20_000)
  await person.page.goto(url)
  await person.messageBox.waitFor()
  return person
}

const isHidden = (page: Page) => page.evaluate(() => document.visibilityState === 'hidden')

/** When the page lets go of the stream of its conversation. That of the inbox ends at once. */
const streamEnds = ({ page }: Person) =>
  page.waitForEvent('requestfailed', (request) => /\/sessions\/[^/]+\/events/.test(request.url()))

test('more tabs than a browser has connections are all open, and all of use', async () => {
  const browser = await openBrowser()
  const tabs: Person[] = []
  for (let number = 1; number <= MANY; number++) {
    const tab = await openTab(browser)
    await tab.say(`Say: this is tab ${number}`)
    await tab.hears(`this is tab ${number}`)
    tabs.push(tab)
  }
  expect(await Promise.all(tabs.map(({ page }) => isHidden(page)))).toEqual(tabs.map((_, i) => i < MANY - 1))
  for (const [index, tab] of tabs.entries()) {
    await tab.page.bringToFront()
    await tab.say(`Say: still tab ${index + 1}`)
    await tab.hears(`still tab ${index + 1}`)
  }
})

test('a hidden tab shows the messages since then when it becomes visible', async () => {
  const browser = await openBrowser()
  const one = await openTab(browser)
  await one.say('Say: hello')
  await one.hears('hello')
  const ended = streamEnds(one)
  const other = await openTab(browser, one.page.url())
  await ended
  await other.say('Say: while you were away')
  await other.hears('while you were away')
  expect(await isHidden(one.page)).toBe(true)
  expect(await one.answer('while you were away').count()).toBe(0)
  expect(await one.page.getByText('Reconnecting…').count()).toBe(0)
  await one.page.bringToFront()
  await one.hears('while you were away')
})

test('a question that is answered in front is answered in the tab behind it', async () => {
  const browser = await openBrowser()
  const one = await openTab(browser)
  await one.call('pick_card', { count: 3 })
  await one.button('Card 1 of 3').waitFor()
  const ended = streamEnds(one)
  const other = await openTab(browser, one.page.url())
  await ended
  await other.press('Card 2 of 3')
  await other.hears('It came to this: The person picked the')
  await one.page.bringToFront()
  await one.hears('It came to this: The person picked the')
  expect(await one.button('Card 1 of 3').count()).toBe(0)
})

test('a conversation that is opened in a tab behind is there before it is seen, and goes on when it is', async () => {
  const browser = await openBrowser()
  const one = await openTab(browser)
  await one.say('Say: in the background')
  await one.hears('in the background')
  const streams: string[] = []
  browser.on('request', (request) => {
    if (request.url().includes('/events')) streams.push(request.url())
  })
  const link = one.page.getByRole('navigation').getByRole('link', { name: /in the background/ })
  const [page] = await Promise.all([browser.waitForEvent('page'), link.click({ modifiers: ['ControlOrMeta'] })])
  const behind = new Person(page)
  await expect.poll(() => page.title(), { timeout: 20_000 }).toContain('in the background')
  await expect.poll(() => behind.answer('in the background').count()).toBe(1)
  expect([await isHidden(page), streams]).toEqual([true, []])
  await page.bringToFront()
  await behind.say('Say: now in front')
  await behind.hears('now in front')
})
