import { rename } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { findViolations } from './accessibility.ts'
import { launchChromium } from './chromium.ts'
import { findFreePort } from './create-sweatpants/free-port.ts'
import { createInstalled, type NewProject, planDinnerOverMcp } from './create-sweatpants/new-project.ts'
import { run } from './create-sweatpants/run.ts'
import { startProject } from './create-sweatpants/started-project.ts'

vi.setConfig({ hookTimeout: 300_000 })

let created: NewProject
let project = ''

beforeAll(async () => {
  created = await createInstalled('chat')
  project = created.folder
})
afterAll(() => created?.[Symbol.asyncDispose]())

test('the types and the test of a new project pass', async () => {
  expect(await run('npm', ['test'], project)).toMatch(/3 passed/)
})

test('npm run inspect of a new project serves the inspector, and names its package if that is not installed', async () => {
  await using inspector = await startProject(project, { script: 'inspect', says: /Inspecting .* at (http\S+)/ })
  const { tools } = (await (await fetch(`${inspector.url}/api/project`)).json()) as { tools: { name: string }[] }
  expect(tools.map(({ name }) => name)).toEqual(['plan_dinner'])
  expect(await (await fetch(`${inspector.url}/page.js`)).text()).toContain('Sweatpants inspector')

  const installed = join(project, 'node_modules/@sweatpants/inspector')
  await rename(installed, `${installed}-away`)
  try {
    const command = run('npx', ['sweatpants', 'dev', 'src/tools/index.ts'], project)
    await expect(command).rejects.toThrow('npm i -D @sweatpants/inspector')
  } finally {
    await rename(`${installed}-away`, installed)
  }
})

test('the page of a new project asks the question of its tool, also after a restart of the server', async () => {
  await using browser = await launchChromium()
  const page = await browser.newPage({ colorScheme: 'dark', reducedMotion: 'reduce' })
  page.setDefaultTimeout(20_000)
  const errors: string[] = []
  page.on('pageerror', (error) => errors.push(error.message))
  page.on('console', (message) => message.type() === 'error' && errors.push(message.text()))

  await using first = await startProject(project)
  await page.goto(first.url)
  await page.getByRole('textbox', { name: 'Message' }).fill('Plan a vegetarian dinner for 4')
  await page.getByRole('textbox', { name: 'Message' }).press('Enter')
  const call = page.getByRole('region', { name: 'Tool plan_dinner' })
  const offered = call.getByRole('strong').last()
  await offered.waitFor()
  const refused = await offered.textContent()
  await call.getByRole('button', { name: 'Something else' }).last().click()
  await expect.poll(() => offered.textContent()).not.toBe(refused)
  const agreed = await offered.textContent()
  expect(await findViolations(page)).toEqual([])
  await page.emulateMedia({ colorScheme: 'light' })
  expect(await findViolations(page)).toEqual([])
  expect(errors).toEqual([])

  await first.stop()
  await using _second = await startProject(project, { port: Number(new URL(first.url).port) })
  await page.reload()
  expect(await offered.textContent()).toBe(agreed)
  await call.getByRole('button', { name: 'Cook it' }).last().click()
  await page.getByRole('article', { name: 'Answer' }).filter({ hasText: '(demo model, offline)' }).waitFor()
  expect(await call.getByRole('definition').allTextContents()).toEqual([
    'yes',
    agreed,
    '4',
    '1',
    expect.stringMatching(/^4 × /),
  ])
})

test('the dev script serves the page with the server behind it', async () => {
  await using dev = await startProject(project, { script: 'dev', port: await findFreePort(), says: /Local: +(\S+)/ })
  expect(await (await fetch(dev.url)).text()).toContain('main.tsx')
  const headers = { 'content-type': 'application/json' }
  // The server starts beside the page.
  const begin = () => fetch(new URL('/api/chat/sessions', dev.url), { method: 'POST', headers, body: '{}' })
  await expect.poll(async () => (await begin()).status, { timeout: 20_000 }).toBe(201)
})

test.each(['http', 'stdio'])('the tool of a new project is served over MCP, by %s', async (wire) => {
  await using server = wire === 'http' ? await startProject(project) : undefined
  const url = server === undefined ? undefined : `${server.url}/mcp`
  const { asked, result } = await planDinnerOverMcp({ folder: project, url })
  expect(result).toMatchObject({ planned: true, people: 2 })
  expect(asked).toEqual([expect.stringMatching(/^How about /), expect.stringMatching(/^How about /)])
})
