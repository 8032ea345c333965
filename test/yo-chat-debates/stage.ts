import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import type { Browser, BrowserContext } from 'playwright-core'
import { afterAll, afterEach, beforeAll, expect, onTestFinished, vi } from 'vitest'
import { type RunningApp, startApp } from '../../apps/yo-chat/server/start-app.ts'
import { launchChromium } from '../chromium.ts'
import { findBuiltPage } from '../yo-chat/built-page.ts'
import { createSeats, type Script } from './panel.ts'
import { Spectator } from './spectator.ts'

export interface Stage {
  readonly url: string
  readonly folder: string
  /** How the debate about this topic goes. */
  play(topic: string, script: Script): void
  /** Somebody opens a page. */
  visit(path: string, options?: { url?: string }): Promise<Spectator>
  /** The official client at `/mcp`. */
  connect(): Promise<Client>
}

/** One browser and one app for a file of tests, and a context of its own for each who visits. A test fails on an error of its page. */
export function useStage(): Stage {
  vi.setConfig({ testTimeout: 60_000, hookTimeout: 120_000 })
  const folder = mkdtempSync(join(tmpdir(), 'yo-chat-debates-'))
  const scripts = new Map<string, Script>()
  const contexts = new Set<BrowserContext>()
  let errors: unknown[] = []
  let browser: Browser | undefined
  let app: RunningApp | undefined

  const seats = createSeats((asked) => {
    const [, script] = [...scripts].find(([topic]) => asked.text.includes(topic)) ?? []
    if (script === undefined) throw new Error(`no debate has this topic: ${asked.text}`)
    return script(asked)
  })

  beforeAll(async () => {
    const dist = await findBuiltPage()
    const onError = (error: unknown) => errors.push(error)
    app = await startApp({ port: 0, host: '127.0.0.1', store: join(folder, 'store.db'), models: seats, dist, onError })
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

  return {
    get url() {
      return app!.url
    },
    folder,
    play: (topic, script) => void scripts.set(topic, script),
    async visit(path, { url = app!.url } = {}) {
      const context = await browser!.newContext({ locale: 'en-US', timezoneId: 'UTC', reducedMotion: 'reduce' })
      contexts.add(context)
      const page = await context.newPage()
      page.setDefaultTimeout(20_000)
      page.on('pageerror', ({ message }) => errors.push(message))
      page.on('console', (message) => {
        // The browser tells itself of requests that fail, as they do where nobody is there.
        if (message.type() === 'error' && !message.text().startsWith('Failed to load resource'))
          errors.push(message.text())
      })
      await page.goto(new URL(path, url).href)
      return new Spectator(page)
    },
    async connect() {
      const client = new Client({ name: 'test', version: '1.0.0' })
      await client.connect(new StreamableHTTPClientTransport(new URL('mcp', app!.url)))
      onTestFinished(() => client.close())
      return client
    },
  }
}
