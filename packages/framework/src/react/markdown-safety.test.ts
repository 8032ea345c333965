import { join } from 'node:path'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { launchChromium } from '../../../../test/chromium.ts'
import { type ServedPage, servePage } from '../../../../test/serve-page.ts'
import { hostileMarkdown } from './fixtures/hostile-markdown.ts'

// A policy that reports and does not block, so that a script that gets through both runs and is reported.
const policy = {
  'content-security-policy-report-only':
    "default-src 'self'; script-src 'self'; object-src 'none'; frame-src 'none'; base-uri 'none'; img-src 'self' data:; style-src 'self' 'unsafe-inline'",
}

/** Mermaid adds event handlers to its menus, which the policy reports; the image contains no menu. */
const MENUS = 'a diagram of a sequence with links'

let served: ServedPage
let browser: Browser
let page: Page
/** Dialogs, errors of the page and requests to other servers. */
const noticed: string[] = []

beforeAll(async () => {
  served = await servePage(join(import.meta.dirname, 'fixtures/markdown-page.tsx'), policy)
  browser = await launchChromium()
  page = await browser.newPage()
  page.on('dialog', async (dialog) => {
    noticed.push(`dialog ${dialog.message()}`)
    await dialog.dismiss()
  })
  page.on('pageerror', ({ message }) => noticed.push(`error ${message}`))
  page.on('framenavigated', (frame) => noticed.push(`navigation to ${frame.url()}`))
  page.on('request', (request) => {
    if (!request.url().startsWith(served.url) && !request.url().startsWith('data:'))
      noticed.push(`request ${request.url()}`)
  })
  await page.route(
    (url) => !url.href.startsWith(served.url),
    (route) => route.abort(),
  )
  await page.goto(served.url)
  await page.waitForFunction(() => 'show' in window)
})

afterAll(async () => {
  await browser?.close()
  await served?.[Symbol.asyncDispose]()
})

/** Shows a text; resolves once its packages are loaded and its diagrams are drawn. */
async function show(text: string, { math = false } = {}): Promise<void> {
  noticed.length = 0
  await page.evaluate(() => {
    window.executed.length = 0
    window.clear()
  })
  await page.evaluate((source) => window.show(source), text)
  if (math) await page.waitForSelector('main :is(math, code)', { state: 'attached' })
  await page.waitForFunction(
    () =>
      document.querySelector('[data-diagram=drawing]') === null &&
      Array.from(document.images).every((image) => image.complete || image.loading === 'lazy'),
  )
}

/** The scripts that ran, requests and reports, after pending handlers have run. */
const findExecuted = async (): Promise<string[]> => [
  ...(await page.evaluate(
    () => new Promise<string[]>((done) => requestAnimationFrame(() => setTimeout(() => done(window.executed)))),
  )),
  ...noticed,
]

test('these tests notice a script, a handler, a dialog and a request', async () => {
  await show('Hello')
  await page.evaluate(() => {
    const link = document.createElement('a')
    document.querySelector('main')!.append(link)
    link.outerHTML = `<a href="javascript:run('link')">x</a><img src="/none" onerror="run('handler')"><svg></svg>`
    document.querySelector<HTMLElement>('main a')!.click()
    document.body.append(
      Object.assign(document.createElement('script'), { textContent: `run('script'); alert('dialog')` }),
    )
    document.body.append(Object.assign(new Image(), { src: 'https://evil.example/x.png' }))
  })
  await page.waitForFunction(() => ['link', 'handler', 'script'].every((name) => window.executed.includes(name)))
  const executed = await findExecuted()
  expect(executed).toContain('dialog dialog')
  expect(executed).toContain('request https://evil.example/x.png')
  expect(executed.filter((item) => item.startsWith('script-src')).length).toBeGreaterThan(2)
  const problems = await page.evaluate(() => window.inspect())
  for (const found of ['a link to javascript:', 'a handler', 'an element that is not Markdown: <svg']) {
    expect(problems.join('\n')).toContain(found)
  }
})

test.each(Object.entries(hostileMarkdown))('%s runs nothing', async (name, text) => {
  await show(text, { math: name.startsWith('math') })
  expect(await page.evaluate(() => window.inspect())).toEqual([])
  const executed = await findExecuted()
  expect(executed.filter((item) => name !== MENUS || !item.startsWith('script-src-attr'))).toEqual([])
})

test.each(Object.entries(hostileMarkdown))('%s runs nothing while it is streamed', async (_, text) => {
  await show('')
  const problems = await page.evaluate((source) => {
    const found: string[] = []
    for (let end = 1; end <= source.length; end += 5) {
      window.show(source.slice(0, end), true)
      found.push(...window.inspect())
    }
    return found
  }, text)
  expect(problems).toEqual([])
  expect(await findExecuted()).toEqual([])
})

test.each([
  ['a diagram', '```mermaid\ngraph TD\n  A["one <br> two"] --> B\n```', '.markdown-diagram img'],
  ['math', 'So $x^2$.', 'math msup'],
  ['an image in its address', '![dot](data:image/gif;base64,R0lGODlhAQABAAAAACw=)', 'img[src^="data:image/gif"]'],
  ['an image from elsewhere', '![dot](https://example.com/dot.png)', 'a[href="https://example.com/dot.png"]'],
  ['a link', '[x](https://example.com)', 'a[href="https://example.com"][target=_blank]'],
  ['a link to an email address', '<someone@example.com>', 'a[href="mailto:someone@example.com"]'],
])('harmless %s is shown', async (_, text, selector) => {
  await show(text)
  await page.waitForSelector(selector, { state: 'attached' })
})
