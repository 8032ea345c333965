import { existsSync, globSync, readFileSync, statSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { extname, join } from 'node:path'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { findViolations } from './accessibility.ts'
import { run } from './create-sweatpants/run.ts'
import { useBrowser } from './yo-chat/use-browser.ts'

const root = join(import.meta.dirname, '..')
const dist = join(root, 'site/dist')
const browser = useBrowser()
vi.setConfig({ hookTimeout: 600_000 })

const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.svg': 'image/svg+xml',
}

const server = createServer((request, response) => {
  const { pathname } = new URL(request.url!, 'http://site')
  const path = join(dist, pathname.endsWith('/') ? `${pathname}index.html` : pathname)
  if (!path.startsWith(dist) || !existsSync(path) || statSync(path).isDirectory()) response.writeHead(404).end()
  else response.writeHead(200, { 'content-type': TYPES[extname(path)] ?? 'text/plain' }).end(readFileSync(path))
})
let url = ''

beforeAll(async () => {
  await run(process.execPath, ['site/run.ts', 'build'], root)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`
})
afterAll(() => server.close())

test('every address in the built pages is served', () => {
  const pages = globSync('**/*.html', { cwd: dist })
  expect(pages.length).toBeGreaterThan(250)
  const broken = pages.flatMap((page) => {
    const html = readFileSync(join(dist, page), 'utf8')
    const addresses = [...html.matchAll(/(?:href|src)="(\/[^"#?]*)/g)].map(([, address]) => decodeURI(address!))
    return addresses
      .filter((address) => !existsSync(join(dist, address.endsWith('/') ? `${address}index.html` : address)))
      .map((address) => `${page}: ${address}`)
  })
  expect([...new Set(broken)]).toEqual([])
})

test('every Markdown file that llms.txt names is served, and llms-full.txt', () => {
  const links = [...readFileSync(join(dist, 'llms.txt'), 'utf8').matchAll(/\]\(([^)#]+)\)/g)].map(([, path]) => path!)
  expect(links).toContain('docs/guides/first-tool.md')
  expect([...links, 'llms-full.txt', 'SKILL.md'].filter((path) => !existsSync(join(dist, path)))).toEqual([])
})

test('the search finds a guide, an error and a setting of the builder', async () => {
  const page = await browser.open(url)
  for (const [term, found] of [
    ['quorum', 'People and time'],
    ['StepInterruptedError', 'StepInterruptedError'],
    ['mustAsk', 'Asking people'],
  ] as const) {
    await page.keyboard.press('Control+k')
    await page.getByRole('searchbox').fill(term)
    await page.getByRole('option').filter({ hasText: found }).first().waitFor()
    await page.keyboard.press('Escape')
  }
})

test('the playground runs a tool, and the site remembers the dark colours', async () => {
  const page = await browser.open(`${url}playground.html`)
  await page.getByRole('button', { name: 'Run', exact: true }).click()
  const question = page.getByRole('form', { name: 'Book BER-LIS for 89 EUR?' })
  await question.waitFor()
  await page.reload()
  await question.getByRole('checkbox').check()
  await question.getByRole('button', { name: 'Accept' }).click()
  await page.locator('[data-outcome=done]').waitFor()
  await page
    .getByRole('switch', { name: /dark theme/ })
    .first()
    .click()
  await page.reload()
  expect(await page.locator('html').getAttribute('class')).toContain('dark')
})

test.each(['light', 'dark'] as const)('the pages are accessible in %s colours', async (colours) => {
  const page = await browser.open(url)
  await page.emulateMedia({ colorScheme: colours })
  for (const path of [
    '',
    'guides/',
    'guides/first-tool.html',
    'api/framework.html',
    'errors/',
    'errors/StepError.html',
    'playground.html',
    'agents.html',
  ]) {
    await page.goto(url + path)
    expect(await findViolations(page), path).toEqual([])
  }
})
