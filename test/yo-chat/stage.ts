import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Browser, BrowserContext } from 'playwright-core'
import { afterAll, afterEach, beforeAll, expect, vi } from 'vitest'
import { type RunningApp, startApp } from '../../apps/yo-chat/server/start-app.ts'
import { launchChromium } from '../chromium.ts'
import { findBuiltPage } from './built-page.ts'
import { createModels } from './models.ts'
import { Person } from './person.ts'

interface Visit {
  /** Default: the page of the app of this file. */
  url?: string
  /** Whose cookies, storage and network they share. Default: nobody's. */
  context?: BrowserContext
}

export interface Stage {
  readonly url: string
  readonly folder: string
  /** Somebody opens the page. */
  visit(visit?: Visit): Promise<Person>
  /** What somebody sees in another tab. */
  visitBeside(person: Person): Promise<Person>
}

/** One browser and one app for a file of tests, and a context of its own for each who visits. A test fails on an error of its page. */
export function useStage({ page: folderOfPage }: { page?: string } = {}): Stage {
  vi.setConfig({ testTimeout: 60_000, hookTimeout: 120_000 })
  const folder = mkdtempSync(join(tmpdir(), 'yo-chat-'))
  const contexts = new Set<BrowserContext>()
  let errors: string[] = []
  let browser: Browser | undefined
  let app: RunningApp | undefined

  beforeAll(async () => {
    const dist = await findBuiltPage(folderOfPage)
    const models = createModels({ hangs: true })
    app = await startApp({ port: 0, host: '127.0.0.1', store: join(folder, 'store.db'), models, dist, retryAfter: 50 })
    browser = await launchChromium()
  })
  afterEach(async () => {
    for (const context of contexts) await context.close()
    contexts.clear()
    const seen = errors
    errors = []
    expect(seen).toEqual([])
  })
  afterAll(async () => {
    await browser?.close()
    await app?.close()
    rmSync(folder, { recursive: true, force: true })
  })

  async function visit({ url = app!.url, context }: Visit = {}): Promise<Person> {
    const own = context ?? (await browser!.newContext({ locale: 'en-US', timezoneId: 'UTC', reducedMotion: 'reduce' }))
    contexts.add(own)
    const page = await own.newPage()
    page.setDefaultTimeout(20_000)
    page.on('pageerror', ({ message }) => errors.push(message))
    page.on('console', (message) => {
      // The browser tells itself of requests that fail, as they do where nobody is there.
      if (message.type() === 'error' && !message.text().startsWith('Failed to load resource'))
        errors.push(message.text())
    })
    await page.goto(url)
    const person = new Person(page)
    await person.messageBox.waitFor()
    return person
  }

  return {
    get url() {
      return app!.url
    },
    folder,
    visit,
    visitBeside: ({ page }) => visit({ url: page.url(), context: page.context() }),
  }
}
