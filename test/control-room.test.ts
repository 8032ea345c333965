import { join } from 'node:path'
import { createMcpTool } from '@sweatpants/framework'
import { createMemoryStore, type RunState, type Store } from '@sweatpants/framework/log'
import { createControlRoom } from '@sweatpants/inspector'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { z } from 'zod'
import { Catalog } from '../packages/framework/src/mcp/core/catalog.ts'
import { EventHub } from '../packages/framework/src/mcp/core/events.ts'
import { Sampler } from '../packages/framework/src/mcp/core/sampler.ts'
import { Tasks } from '../packages/framework/src/mcp/rev2026/tasks.ts'
import { findViolations } from './accessibility.ts'
import { launchChromium } from './chromium.ts'

let browser: Browser
beforeAll(async () => {
  browser = await launchChromium()
})
afterAll(() => browser.close())

let isRefused = true
/** Whether code is deployed that does not fit the runs of before. */
let isChanged = false

const approveExpense = createMcpTool('approve_expense')
  .parameters(z.object({ employee: z.string(), amount: z.number() }))
  .elicits({ approve: { response: z.object({ approved: z.boolean(), note: z.string().max(20).optional() }) } })
  .task('required')
  .execute(function* ({ employee, amount }, ctx) {
    yield* ctx.step(isChanged ? 'load bills' : 'load receipts', async () => ({ receipts: 3, employee }))
    const answer = yield* ctx.elicit('approve', { message: `Approve ${amount} EUR for ${employee}?` })
    if (answer.action !== 'accept' || !answer.content.approved) return 'declined'
    yield* ctx.step('pay', () => {
      if (isRefused) throw new Error('the bank refused the transfer: account 4471 is closed')
      return { transfer: 'T-1' }
    })
    return 'paid'
  })
  .build()

async function startTasks(store: Store): Promise<Tasks> {
  const tasks = new Tasks({
    store,
    leaseTtl: 10_000,
    catalog: new Catalog({ tools: [approveExpense] }),
    sampler: new Sampler(undefined, 'client-first'),
    hub: new EventHub(),
    ttl: 60_000,
    limit: 1_000,
    onVersionChange: undefined,
    onError: () => {},
  })
  await tasks.start()
  onTestFinished(() => tasks.close())
  return tasks
}

async function openRoom(store: Store): Promise<{ tasks: Tasks; url: string; page: Page; errors: string[] }> {
  const tasks = await startTasks(store)
  const room = await createControlRoom({ store, tools: [approveExpense], lookEvery: 50 })
  const listening = await room.listen()
  const page = await browser.newPage()
  const errors: string[] = []
  page.on('pageerror', (error) => errors.push(error.message))
  page.on('console', (message) => message.type() === 'error' && errors.push(message.text()))
  onTestFinished(async () => {
    await page.close()
    room.close()
    await listening.close()
  })
  await page.goto(listening.url)
  return { tasks, url: listening.url, page, errors }
}

/** Saves a screenshot, for a person to look at. */
async function lookAt(name: string, page: Page): Promise<void> {
  const folder = process.env.SHOTS
  if (folder !== undefined) await page.screenshot({ path: join(folder, `${name}.png`), fullPage: true })
}

const begin = (tasks: Tasks, taskId: string, employee: string) =>
  tasks.create({
    taskId,
    tool: approveExpense,
    arguments: { employee, amount: 480 },
    principal: `${employee}@example.com`,
    capabilities: { elicitation: {} },
  })

const answer = async (tasks: Tasks, taskId: string, employee: string, approved: boolean) => {
  const caller = () => ({ principal: `${employee}@example.com`, receivedAt: Date.now(), requireScopes: () => {} })
  await expect.poll(async () => (await tasks.get(taskId, caller())).inputRequests).toBeDefined()
  await tasks.update(taskId, caller(), {
    approve: { action: 'accept', content: { approved, note: approved ? 'yes' : 'no' } },
  })
}

test('an operator sees what failed and why, retries it, forks a run with another answer, cancels one and forgets one', async () => {
  isRefused = true
  const { tasks, page, errors } = await openRoom(createMemoryStore())
  await page.getByText('No runs match').waitFor()
  await begin(tasks, 'run-ada', 'ada')
  await begin(tasks, 'run-bob', 'bob')
  await begin(tasks, 'run-eve', 'eve')
  await answer(tasks, 'run-ada', 'ada', true)
  await answer(tasks, 'run-bob', 'bob', false)
  const row = (who: string, state: RunState) => page.getByRole('link', { name: new RegExp(`${state}.*${who}@`) })

  // The list is live.
  await row('ada', 'failed').first().waitFor()
  await row('bob', 'completed').first().waitFor()
  await row('eve', 'waiting').first().waitFor()
  expect(await findViolations(page)).toEqual([])

  await row('ada', 'failed').click()
  await page.getByRole('heading', { name: /approve_expense.*failed/ }).waitFor()
  await page.getByRole('region', { name: 'Why' }).getByText('account 4471 is closed').waitFor()
  expect(await page.locator('.timeline .name').allTextContents()).toEqual(['load receipts', 'approve', 'pay'])
  expect(await findViolations(page)).toEqual([])
  isRefused = false
  await page.getByRole('button', { name: 'Retry', exact: true }).click()
  await page.getByRole('heading', { name: /approve_expense.*completed/ }).waitFor()

  await row('bob', 'completed').click()
  await page.locator('dd', { hasText: 'run-bob' }).waitFor()
  await page.getByRole('button', { name: 'Try another answer… at entry 1' }).click()
  const form = page.getByRole('region', { name: 'Another answer at entry 1' })
  await form.getByText('Approve 480 EUR for bob?').waitFor()
  // The form begins with the answer that was given.
  expect(await form.getByLabel('Note').inputValue()).toBe('no')
  await form.getByLabel('Note').fill('x'.repeat(21))
  await form.getByRole('button', { name: 'Accept' }).click()
  await form.locator('.elicit-problems').waitFor()
  expect(await findViolations(page)).toEqual([])
  await lookAt('control-fork', page)
  await form.getByLabel('Note').fill('yes')
  await form.getByLabel('Approved').check()
  await form.getByRole('button', { name: 'Accept' }).click()
  await expect
    .poll(() => page.locator('.timeline .name').allTextContents())
    .toEqual(['load receipts', 'approve', 'pay'])

  await row('eve', 'waiting').click()
  await page.getByText('Waiting for an answer to “approve”', { exact: false }).last().waitFor()
  await page.getByText('Cancel this run if you want to retry it').waitFor()
  expect(await page.getByRole('button', { name: /Retry/ }).count()).toBe(0)
  await page.getByRole('button', { name: 'Cancel run' }).click()
  await page.getByRole('heading', { name: /approve_expense.*cancelled/ }).waitFor()
  await page.getByRole('button', { name: 'Delete…' }).click()
  await page.getByRole('button', { name: 'Delete', exact: true }).click()
  await page.getByText('Select a run').waitFor()
  await page.getByLabel('Search runs').fill('EVE@')
  await page.getByText('No runs match').waitFor()
  expect(errors).toEqual([])
})

test('an operator resumes a run that met other code, once code that fits is deployed', async () => {
  isRefused = false
  const store = createMemoryStore()
  const { tasks, page, errors } = await openRoom(store)
  await begin(tasks, 'run-ivy', 'ivy')
  await page.getByRole('link', { name: /waiting.*ivy@/ }).waitFor()
  await tasks.close()
  isChanged = true
  const changed = await startTasks(store)
  await answer(changed, 'run-ivy', 'ivy', true)
  await page.getByRole('link', { name: /blocked.*ivy@/ }).click()
  await page.getByRole('region', { name: 'Why' }).getByText('The code has changed').waitFor()
  expect(await findViolations(page)).toEqual([])
  await lookAt('control-blocked', page)
  isChanged = false
  await page.getByRole('button', { name: 'Resume' }).click()
  await page.getByRole('heading', { name: /approve_expense.*completed/ }).waitFor()
  expect(errors).toEqual([])
})

test('a thousand runs are listed, filtered and readable in the dark and on a phone', async () => {
  const store = createMemoryStore()
  await fill(store, 1_000)
  const { page, errors } = await openRoom(store)
  await page.getByText('1000').first().waitFor()
  // The counts come with the events, before or after the list.
  await expect.poll(() => page.locator('.runs li').count()).toBe(100)
  await page.getByRole('button', { name: 'Show more runs' }).click()
  await expect.poll(() => page.locator('.runs li').count()).toBe(200)
  await page.getByText('blocked', { exact: false }).first().click()
  await expect
    .poll(() => page.locator('.runs .state').evaluateAll((all) => new Set(all.map((one) => one.textContent)).size))
    .toBe(1)
  await page.locator('.runs a').first().click()
  await page.getByRole('button', { name: 'Resume' }).waitFor()
  await page.emulateMedia({ colorScheme: 'dark' })
  expect(await findViolations(page)).toEqual([])
  await page.setViewportSize({ width: 360, height: 740 })
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360)
  expect(await findViolations(page)).toEqual([])
  await page.getByRole('link', { name: 'All runs' }).click()
  await page.locator('.runs a').first().waitFor()
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360)
  expect(errors).toEqual([])
})

const STATES: readonly RunState[] = ['waiting', 'completed', 'completed', 'failed', 'running', 'blocked', 'cancelled']
const TOOLS = ['approve_expense', 'book_flight', 'send_invoice', 'reconcile_accounts', 'onboard_employee']

/** Fills a store with runs as they are in production. */
async function fill(store: Store, count: number): Promise<void> {
  const now = Date.now()
  for (let n = 0; n < count; n++) {
    const state = STATES[n % STATES.length]!
    const tool = TOOLS[n % TOOLS.length]!
    const startedAt = now - n * 60_000 - 90_000
    const waits = [{ kind: 'elicit', key: 'approve', to: ['role:manager'], since: startedAt + 400 }]
    const problem =
      state === 'failed' ? 'the bank refused the transfer: account 4471 is closed' : 'step "pay" at 2 is now "charge"'
    const detail = state === 'waiting' ? { waits } : state === 'failed' || state === 'blocked' ? { problem } : undefined
    const principal = `employee-${n % 40}@example.com`
    const fact = { kind: 'step', digest: '', type: 'value' as const }
    await store.log('task').create(`run-${String(n).padStart(5, '0')}`, {
      principal,
      about: { tool, arguments: { employee: principal, amount: 480, currency: 'EUR' } },
      register: {
        header: { format: 1, tool, runId: `run-${n}`, seed: '', can: {}, params: '', startedAt },
        progress: { asked: {}, emitted: 0 },
        revision: 1,
        after: 0,
      },
      events: [
        { ...fact, at: '0', key: 'load receipts', time: startedAt + 310, value: { receipts: 3 } },
        {
          ...fact,
          at: '1',
          kind: 'elicit',
          key: 'approve',
          time: startedAt + 42_000,
          value: { action: 'accept', content: { approved: true } },
        },
        ...(state === 'failed'
          ? [
              {
                ...fact,
                at: '2',
                type: 'failure',
                key: 'pay',
                time: startedAt + 44_500,
                failure: { name: 'Error', message: problem },
              },
            ]
          : [{ ...fact, at: '2', key: 'pay', time: startedAt + 44_500, value: { transfer: 'T-1' } }]),
      ],
      run: { tool, principal, startedAt, state, ...(detail && { detail }) },
    })
  }
}
