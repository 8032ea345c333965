import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { findViolations } from './accessibility.ts'
import { launchChromium } from './chromium.ts'
import { findFreePort } from './create-sweatpants/free-port.ts'
import { createInstalled, type NewProject, planDinnerOverMcp } from './create-sweatpants/new-project.ts'
import { run } from './create-sweatpants/run.ts'
import { startProject } from './create-sweatpants/started-project.ts'

vi.setConfig({ testTimeout: 300_000, hookTimeout: 300_000 })

let project: NewProject

beforeAll(async () => {
  project = await createInstalled('nextjs')
})
afterAll(() => project?.[Symbol.asyncDispose]())

test('a new project in Next.js builds, and its types and its test pass', async () => {
  expect(await run('npm', ['run', 'build'], project.folder)).toContain('/api/[...path]')
  expect(await run('npm', ['test'], project.folder)).toMatch(/3 passed/)
})

test('the page of a new project in Next.js asks the question of its tool, which is served over MCP too', async () => {
  await using server = await startProject(project.folder, { port: await findFreePort(), says: /Local: +(\S+)/ })
  const url = new URL('/api/mcp', server.url).href
  const { result } = await planDinnerOverMcp({ folder: project.folder, url })
  expect(result).toMatchObject({ planned: true, people: 2 })
  await using browser = await launchChromium()
  const page = await browser.newPage()
  await page.goto(server.url)
  await page.getByRole('button', { name: 'Plan a vegetarian dinner for 4' }).click()
  await page.getByRole('button', { name: 'Cook it' }).click()
  await page.getByRole('article', { name: 'Answer' }).filter({ hasText: '(demo model, offline)' }).waitFor()
  expect(await findViolations(page)).toEqual([])
})
