import { fileURLToPath } from 'node:url'
import type { Browser, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { COLOUR_RULES, findViolations } from '../../../../../test/accessibility.ts'
import { launchChromium } from '../../../../../test/chromium.ts'
import { type ServedPage, servePage } from '../../../../../test/serve-page.ts'

// As the app serves its page, but reporting only: what gets through runs, and is seen twice.
const policy = {
  'content-security-policy-report-only':
    "default-src 'self'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:",
}

const FONT = fileURLToPath(new URL('../../fonts/figtree.woff2', import.meta.url))

let served: ServedPage
let browser: Browser
let page: Page
let noticed: string[]

beforeAll(async () => {
  served = await servePage(fileURLToPath(new URL('./fixtures/reading-page.tsx', import.meta.url)), policy)
  browser = await launchChromium()
})

afterAll(async () => {
  await browser?.close()
  await served?.[Symbol.asyncDispose]()
})

beforeEach(async () => {
  page = await browser.newPage()
  noticed = []
  page.on('console', (message) => ['error', 'warning'].includes(message.type()) && noticed.push(message.text()))
  await page.route('**/figtree.woff2', (route) => route.fulfill({ path: FONT }))
  page.on('pageerror', ({ message }) => noticed.push(message))
  page.on('request', (request) => request.url().startsWith(served.url) || noticed.push(`request ${request.url()}`))
})

afterEach(() => page.close())

async function read(name: string, width = 1280) {
  await page.setViewportSize({ width, height: 900 })
  await page.goto(`${served.url}#${name}`)
  for (const style of STYLES)
    await page.addStyleTag({ path: fileURLToPath(new URL(`../../styles/${style}.css`, import.meta.url)) })
  // A colour in transition to another is not part of the design.
  await page.addStyleTag({ content: '* { transition: none !important }' })
  await page.locator('.debate-picture svg').waitFor()
}

/** What the page looks like, of which its reading is a part. */
const STYLES = [
  ...['tokens', 'base', 'controls', 'layout', 'messages', 'markdown'],
  ...['debates', 'debate-running', 'debate-vote', 'debate-reading'],
]

const picture = () => page.getByRole('img', { name: 'Positions over rounds' })

/** Also what is behind what was just opened. */
async function openAll() {
  const closed = page.locator('details:not([open]) > summary')
  while ((await closed.count()) > 0) await closed.first().click()
}

test('the answer comes first, then the vote, who changed their mind, how sure and who disagreed', async () => {
  await read('split')
  const titles = await page.locator('main section > h2').allTextContents()
  expect(titles.slice(0, 4)).toEqual([
    'Open, leaning towards “No, keep it free”',
    'The vote',
    'Who changed their mind',
    'How sure',
  ])
  const text = (await page.locator('.debate-reading').textContent())!
  expect(text).toContain('3 of 4 ended against; alone it was 2 to 1 to 1.')
  expect(await page.getByRole('img', { name: '2:1:1 alone → 3:1:0 at the end' }).count()).toBe(1)
  expect(await page.getByText('2 kept their answer').count()).toBe(1)
  expect(text).toMatch(/says Yes, three days in the office \(70% sure\): /)
  expect(await page.getByText('No: teams know best when they have to meet.').first().isVisible()).toBe(false)
  expect(await page.locator('.debate-facts').getByRole('term').allTextContents()).toEqual([
    'Who is behind it',
    'How much each panellist counts',
    'Who disagreed',
    'What would change it',
  ])
  expect(text).toContain('Historian · gpt-mini says Yes, three days in the office (70% sure)')
  expect(await page.locator('.debate-answer .markdown strong').textContent()).toBe('but')
  expect(noticed).toEqual([])
})

test('the picture has every seat at every stop, and can be read as words and as a table', async () => {
  await read('split')
  expect(await picture().locator('g[aria-label=dot]').first().locator('circle').count()).toBe(12)
  expect(await picture().getAttribute('aria-describedby')).toBe(
    await page.locator('.debate-picture ul').getAttribute('id'),
  )
  await page.getByRole('button', { name: 'Table' }).click()
  const row = page
    .getByRole('region', { name: 'Positions over rounds' })
    .getByRole('row', { name: '2 gpt', exact: false })
    .first()
  expect(await row.textContent()).toContain('Changed its mind: A trial found no difference')
  await page.getByRole('button', { name: 'Chart' }).click()
  await picture().locator('svg').waitFor()
  expect(noticed).toEqual([])
})

test('the picture is drawn anew at the width of a phone, and nothing but a table is wider', async () => {
  await read('split')
  const widthOf = async () => Number(await picture().locator('svg').getAttribute('width'))
  const wide = await widthOf()
  await page.setViewportSize({ width: 390, height: 900 })
  await expect.poll(widthOf).toBeLessThanOrEqual(390)
  expect(wide).toBeGreaterThan(800)
  await openAll()
  const tooWide = await page.evaluate(() => document.querySelector('main')!.scrollWidth - innerWidth)
  expect(tooWide).toBeLessThanOrEqual(0)
})

test('the library that draws is no part of what the page begins with', () => {
  const scripts = [...served.scripts]
  const withPlot = scripts.filter(([, modules]) => modules.some((id) => id.includes('/@observablehq/plot/')))
  expect(withPlot.map(([path]) => path)).not.toContain('/page.js')
  expect(withPlot.length).toBeGreaterThan(0)
})

test('each answer is whole behind its card', async () => {
  await read('unanimous')
  const card = page.locator('.debate-card', { hasText: 'claude' })
  expect(await card.locator('.markdown').count()).toBe(0)
  await card.getByText('The answer in full').click()
  expect(await card.locator('.markdown strong').textContent()).toBe('small')
  expect(await card.locator('.markdown li').count()).toBe(2)
})

test('an estimate shows the range of each panellist, alone and at the end, and of the panel', async () => {
  await read('estimated', 390)
  const vote = page.getByRole('region', { name: 'The vote' })
  await vote.getByText('35 weeks alone → 25 weeks at the end').waitFor()
  const figure = vote.getByRole('img', { name: /ada_1: 20 weeks, between 10 and 40\. bob_1: 30 weeks; alone 50/ })
  const dots = await figure
    .locator('.debate-range-dot')
    .evaluateAll((all) => all.map((dot) => dot.getBoundingClientRect().x))
  // Ada at 20; Bob alone at 50, then at 30; the panel at 25.
  const [ada, alone, bob, panel] = dots as [number, number, number, number]
  expect([ada < panel, panel < bob, bob < alone]).toEqual([true, true, true])
  expect(await findViolations(page)).toEqual([])
  expect(noticed).toEqual([])
})

test.each([
  ['inProgress', 'Round 1 of 3 is in progress: 1 of 4 answered.'],
  ['unheard', 'No panellist could be heard.'],
  ['alone', 'One voice only'],
  ['failures', 'Was not heard: nothing listens'],
])('a debate that is %s says so', async (name, words) => {
  await read(name)
  expect(await page.locator('main').textContent()).toContain(words)
  expect(noticed).toEqual([])
})

test('a debate in which no one was heard does not speak of changed minds or agreement', async () => {
  await read('unheard')
  const headings = await page.locator('.debate-reading').getByRole('heading', { level: 2 }).allTextContents()
  expect(headings).toContain('Not heard')
  expect(headings).not.toContain('Who changed their mind')
  expect(headings).not.toContain('Who agrees with whom')
})

test('each answer to an estimate has its number and range, and nothing says that it is not sure', async () => {
  await read('estimated')
  await openAll()
  const text = await page.locator('.debate-reading').textContent()
  expect(text).not.toContain('does not say how sure')
  expect(text).not.toContain('Higher in a band')
  expect(await page.locator('.debate-card [data-number="range"]').first().textContent()).toBe(
    '20 weeks, between 10 and 40',
  )
  expect(await page.locator('.debate-statement > [data-number]').first().textContent()).toMatch(
    /^Round 1 · .* · 20 weeks, between 10 and 40$/,
  )
})

test('a seat is shown with its draft, and names the panellist whose place it took', async () => {
  await read('speaking')
  const card = page.locator('.running-seat', { hasText: 'Historian · grok' })
  expect(await card.locator('.running-draft p').allTextContents()).toEqual(['Redis', 'It is fast, and we'])
  expect(await card.locator('.running-draft strong').textContent()).toBe('fast')
  expect(await card.textContent()).toContain('Takes the place of  Historian · gpt-mini, which failed.')
  expect(await page.locator('main').textContent()).not.toContain('openai_2')
  expect(noticed).toEqual([])
})

test.each(['split', 'estimated', 'failures', 'speaking', 'unheard', 'alone'])(
  'the page of the debate "%s" passes the accessibility rules',
  async (name) => {
    await read(name)
    await openAll()
    for (const view of ['Chart', 'Table'])
      for (const colorScheme of ['light', 'dark'] as const) {
        await page.getByRole('button', { name: view }).click()
        await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
        const rules = colorScheme === 'light' ? undefined : COLOUR_RULES
        expect(await findViolations(page, rules), `${view}, ${colorScheme}`).toEqual([])
      }
  },
)

test('hostile text in every field runs nothing, loads nothing and leads nowhere', async () => {
  await read('hostile')
  await openAll()
  for (const circle of await picture().locator('circle').all()) await circle.hover({ force: true })
  await page.getByRole('button', { name: 'Table' }).click()
  const links = await page
    .locator('.debate-reading a')
    .evaluateAll((found) => found.map((one) => (one as HTMLAnchorElement).protocol))
  expect(new Set(links)).toEqual(new Set(['https:']))
  expect(await page.locator('.debate-reading :is(script, img, iframe, object)').count()).toBe(0)
  expect(await page.evaluate(() => window.executed)).toEqual([])
  expect(noticed).toEqual([])
})

test.each(['split', 'estimated', 'failures'])(
  'every number in the report “%s” that no panellist has written names itself, so that docs/debate-numbers.md explains it',
  async (name) => {
    await read(name)
    await openAll()
    await page.getByRole('button', { name: 'Table' }).click()
    const unnamed = await page.locator('main').evaluate((main) => {
      const walker = document.createTreeWalker(main, NodeFilter.SHOW_TEXT)
      const found: string[] = []
      for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
        const text = node.textContent!.trim()
        // Rounds and seats are numbered, and what panellists and providers say may have any number in it.
        const isOwn = /\d/.test(text.replaceAll(/\bround \d+( of \d+)?/gi, ''))
        const isSaid = window.debate.includes(JSON.stringify(text).slice(1, -1))
        const place = node.parentElement!.closest('[data-number], .seat-badge, .seat-name, .debate-legend, .problem')
        if (isOwn && !isSaid && place === null) found.push(text)
      }
      return found
    })
    expect(unnamed).toEqual([])
  },
)
