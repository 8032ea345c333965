import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { COLOUR_RULES, findViolations } from '../../../../test/accessibility.ts'
import { launchChromium } from '../../../../test/chromium.ts'
import { alone, failures, inProgress, split, unanimous, unheard } from '../report/fixtures/debates.ts'
import { hostileDebate } from '../report/fixtures/hostile.ts'
import { readHeadline } from '../report/headline.ts'
import type { Session } from '../session/session.ts'
import { toHtml } from './to-html.ts'

const sessions: Record<string, () => Session> = { unanimous, split, failures, inProgress, unheard, alone }

let browser: Browser

beforeAll(async () => {
  browser = await launchChromium()
})

afterAll(() => browser?.close())

/** A page that notices what runs in it, what it asks for, and what its policy refuses. */
async function open(markup: string, options: Parameters<Browser['newPage']>[0] = {}) {
  const page = await browser.newPage(options)
  const noticed: string[] = []
  page.on('dialog', (dialog) => dialog.dismiss())
  page.on('console', (message) => noticed.push(message.text()))
  page.on('pageerror', ({ message }) => noticed.push(message))
  await page.exposeFunction('run', (where: string) => noticed.push(`ran in ${where}`))
  await page.route('**/*', (route) => {
    if (route.request().isNavigationRequest() && noticed.length === 0)
      return route.fulfill({ contentType: 'text/html; charset=utf-8', body: markup })
    noticed.push(`request ${route.request().url()}`)
    return route.abort()
  })
  await page.goto('http://report.example/')
  return { page, noticed, [Symbol.asyncDispose]: () => page.close() }
}

const POLICY = /<meta http-equiv="Content-Security-Policy"[^>]*>/

/** Elements and attributes by which something could run or be loaded. */
const findDangers = (page: Page): Promise<string[]> =>
  page.evaluate(() =>
    [...document.querySelectorAll('*')].flatMap((element) => [
      ...(/^(script|img|iframe|object|embed|link|base|form|foreignObject)$/i.test(element.tagName)
        ? [element.tagName]
        : []),
      ...element
        .getAttributeNames()
        .filter((name) => /^(on|src|style|xlink)/i.test(name))
        .map((name) => `${element.tagName} ${name}`),
      ...(element instanceof HTMLAnchorElement && !/^https?:$/.test(element.protocol) ? [element.href] : []),
    ]),
  )

test('these tests notice scripts, requests and violations of the policy', async () => {
  const bad = `<script>run('script')</script><img src="/none" onerror="run('handler')">`
  await using without = await open(toHtml(alone()).replace(POLICY, '').replace('<h1>', `${bad}<h1>`))
  await expect.poll(() => without.noticed).toEqual(expect.arrayContaining(['ran in script', 'ran in handler']))
  expect(await findDangers(without.page)).toEqual(expect.arrayContaining(['SCRIPT', 'IMG', 'IMG onerror']))
  await using refused = await open(toHtml(alone()).replace('<h1>', `${bad}<h1>`))
  await expect.poll(() => refused.noticed.join()).toMatch(/Content Security Policy/)
  expect(refused.noticed.join()).not.toContain('ran in')
})

test('hostile text in every field is shown as text, with or without the policy', async () => {
  const session = hostileDebate()
  for (const markup of [toHtml(session), toHtml(session).replace(POLICY, '')]) {
    await using opened = await open(markup)
    expect(await findDangers(opened.page)).toEqual([])
    const text = await opened.page.evaluate(() => document.body.textContent)
    for (const where of ['topic', 'position one', 'reasoning', 'quote', 'failure', 'error', 'synthesis', 'focus'])
      expect(text).toContain(`--> ${where}`)
    expect(opened.noticed).toEqual([])
  }
})

test.each(Object.keys(sessions))(
  'the report of %s begins with its answer, can be used by all, and fits a phone',
  async (name) => {
    const session = sessions[name]!()
    for (const colorScheme of ['light', 'dark'] as const) {
      await using opened = await open(toHtml(session), { colorScheme, viewport: { width: 390, height: 844 } })
      const { page, noticed } = opened
      expect(await page.locator('h1 + section h2').textContent()).toBe(readHeadline(session).answer)
      expect(await findViolations(page, colorScheme === 'light' ? undefined : COLOUR_RULES)).toEqual([])
      expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBe(0)
      // The policy lets the style through, or this would be black on white.
      expect(await page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor)).toBe(
        colorScheme === 'light' ? 'rgb(255, 255, 255)' : 'rgb(23, 23, 21)',
      )
      expect(noticed).toEqual([])
    }
  },
)

test('the picture has a name and a description, and shows every seat that was heard', async () => {
  await using opened = await open(toHtml(split()))
  const picture = opened.page.getByRole('img', { name: 'Positions over rounds' })
  expect(await picture.locator('circle.mark').count()).toBe(12)
  expect(await picture.locator('circle.ring').count()).toBe(2)
  expect(await picture.locator('desc').textContent()).toContain('gpt (60%, changed its mind)')
})

test('toHtml replaces characters that HTML does not allow', () => {
  const markup = toHtml({ ...alone(), topic: 'a\u0000b\ud800c\u001bd' })
  expect(markup).toContain('<h1>a\ufffdb\ufffdc\ufffdd</h1>')
})
