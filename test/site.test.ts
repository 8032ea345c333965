import { globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { SweatpantsError } from '@sweatpants/framework'
import { expect, test } from 'vitest'
import { createSite, readErrors } from '../site/pages.ts'
import { servePage } from './serve-page.ts'
import { useBrowser } from './yo-chat/use-browser.ts'

const root = join(import.meta.dirname, '..')
const browser = useBrowser()
const documented = readErrors().map(({ name }) => name)

/** The classes of errors in the reference, which has every export. */
function findErrors(): Set<string> {
  const reference = globSync('docs/api/*.md', { cwd: root }).map((path) => readFileSync(join(root, path), 'utf8'))
  return new Set(
    reference.flatMap((page) => page.match(/(?<=^(?:abstract )?class )\w+(?= extends (?:\w*Error)\b)/gm) ?? []),
  )
}

/** The codes that the HTTP surfaces of the framework respond with. */
function findCodes(): Set<string> {
  const sources = globSync('packages/framework/src/**/*.ts', { cwd: root, exclude: ['**/*.test.ts', '**/fixtures/**'] })
  const texts = sources.map((path) => readFileSync(join(root, path), 'utf8'))
  const found = texts.flatMap((text) => [
    ...[...text.matchAll(/(?:HttpError|super)\(\s*\d+,\s*'(\w+)'/g)].map(([, code]) => code!),
    ...[...text.matchAll(/^const STATUS = \{([^}]*)\}/gm)].flatMap(([, table]) => table!.match(/\w+(?=:)/g)!),
    ...[...text.matchAll(/status: 4\d\d, code: '(\w+)'/g)].map(([, code]) => code!),
  ])
  const tokens = ['unauthorized', 'invalid_token', 'insufficient_scope', 'invalid_request', 'store_unavailable']
  return new Set([...found, ...tokens])
}

test('every error that can be imported, and every code of a response, has a page that says why and what to do', () => {
  expect(documented.filter((name) => /^[A-Z]/.test(name)).sort()).toEqual([...findErrors()].sort())
  expect(documented.filter((name) => /^[a-z]/.test(name)).sort()).toEqual([...findCodes()].sort())
})

test('an error names its page', () => {
  const { docs } = new SweatpantsError('something is wrong')
  expect(createSite().pages.get(`${docs}.md`)).toContain('## What to do')
})

test('every link of the site leads to a page or file of it, and every guide is in the sidebar', () => {
  const { pages, files, sidebar } = createSite()
  const links = [...pages].flatMap(([page, text]) =>
    [...text.replaceAll(/^```[\s\S]*?^```$|`[^`\n]*`/gm, '').matchAll(/\]\((?![a-z]+:|#)([^)#\s]+)/g)].map(
      ([, address]) => ({ page, address: address! }),
    ),
  )
  expect(links.length).toBeGreaterThan(500)
  const leads = ({ page, address }: { page: string; address: string }) =>
    address.startsWith('/') ? files.has(address.slice(1)) : pages.has(join(dirname(page), address))
  expect(links.filter((link) => !leads(link))).toEqual([])
  const listed = sidebar.flatMap(({ items }) => items.map(({ link }) => `${link.slice(1)}.md`))
  const guides = [...pages.keys()].filter((page) => /^guides\/(?!index)/.test(page))
  expect(listed).toEqual(expect.arrayContaining(guides))
})

test('files of the repository that the site does not have are linked if its address is known', () => {
  const { pages } = createSite({ repository: 'https://example.com/sweatpants/blob/main/' })
  expect(pages.get('index.md')).toContain('](https://example.com/sweatpants/blob/main/test/conformance.test.ts)')
})

test('a run of the playground goes on from its journal after a reload, and an error leads to its page', async () => {
  await using served = await servePage(join(root, 'test/site/playground-page.ts'))
  const page = await browser.open(served.url)
  await page.getByRole('button', { name: 'Run', exact: true }).click()
  const question = page.getByRole('form', { name: 'Book BER-LIS for 89 EUR?' })
  await question.waitFor()
  await page.getByRole('button', { name: 'Kill: reload the page' }).click()
  await page.waitForLoadState()
  await question.getByRole('checkbox').check()
  await question.getByRole('button', { name: 'Accept' }).click()
  await page.locator('[data-outcome=done]').filter({ hasText: 'reference' }).waitFor()
  const journal = await page.getByRole('region', { name: 'Journal' }).getByRole('listitem').allTextContents()
  expect(journal.filter((entry) => entry.startsWith('step search'))).toHaveLength(1)

  await page.getByRole('textbox', { name: 'Arguments (JSON)' }).fill('{ "from": 1 }')
  await page.getByRole('button', { name: 'Run', exact: true }).click()
  expect(await page.getByRole('link', { name: 'About ToolInputError' }).getAttribute('href')).toBe(
    'errors/ToolInputError.html',
  )
})
