import type { Browser, BrowserContext, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, expect } from 'vitest'
import { launchChromium } from '../chromium.ts'

export interface TestBrowser {
  /** Opens a page with the cookies, storage and network of a context. Default: a new context. */
  open(url: string, context?: BrowserContext): Promise<Page>
  /** Makes the test fail that goes on. */
  report(error: unknown): void
}

export interface BrowserOptions {
  /** What the console may say. Default: that a request failed, as when no server is there, which the browser logs by itself. */
  tolerates?: RegExp | undefined
}

/** One browser for a file of tests. A test fails on an error of its page. */
export function useBrowser({ tolerates = /^Failed to load resource/ }: BrowserOptions = {}): TestBrowser {
  const contexts = new Set<BrowserContext>()
  let errors: unknown[] = []
  let browser: Browser | undefined
  const report = (error: unknown) => void errors.push(error)

  beforeAll(async () => {
    browser = await launchChromium()
  })
  afterEach(async () => {
    for (const context of contexts) await context.close()
    contexts.clear()
    const seen = errors
    errors = []
    expect(seen).toEqual([])
  })
  afterAll(() => browser?.close())

  return {
    report,
    async open(url, given) {
      const own = given ?? (await browser!.newContext({ locale: 'en-US', timezoneId: 'UTC', reducedMotion: 'reduce' }))
      contexts.add(own)
      const page = await own.newPage()
      page.setDefaultTimeout(40_000)
      page.on('pageerror', ({ message }) => report(message))
      page.on('console', (message) => {
        if (message.type() === 'error' && !tolerates.test(message.text())) report(message.text())
      })
      await page.goto(url)
      return page
    },
  }
}
