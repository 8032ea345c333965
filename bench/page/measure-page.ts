import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Browser, Page } from 'playwright-core'
import { startApp } from '../../apps/yo-chat/server/start-app.ts'
import { launchChromium } from '../../test/chromium.ts'
import { findBuiltPage } from '../../test/yo-chat/built-page.ts'
import { weighFirstScripts } from '../../test/yo-chat/page-weight.ts'
import { type Spread, toSpread } from '../measure.ts'
import { type Activity, activities } from './activities.ts'
import { markArrivals, readArrival } from './arrival.ts'
import { endOfTurn, SESSION, writeConversation } from './conversation.ts'
import { FrameRecorder, type Frames, type Recording, toFrames } from './frames.ts'
import { measureSlowLoads, type SlowFinding } from './slow-load.ts'
import { measureStarts, type StartFinding } from './start.ts'
import { steadyModel } from './steady-model.ts'

export interface PageEffort {
  messages: number
  arrivals: number
  /** How often each activity is done, the page is loaded slowly, and the server is started. */
  rounds: number
}

export interface PageFinding {
  /** Milliseconds from the navigation until the end of the conversation is on the screen. */
  shownAfter: Spread
  /** The most messages that had been rendered by then. */
  rendered: number
  frames: Record<Activity, Frames>
  slow: SlowFinding
  start: StartFinding
  /** Bytes of the JavaScript that the page loads before it shows anything. */
  weight: { gzip: number; brotli: number }
}

/** Opens a long conversation in the app as it is built. */
export async function measurePage({ messages, arrivals, rounds }: PageEffort): Promise<PageFinding> {
  await using opened = new AsyncDisposableStack()
  const folder = mkdtempSync(join(tmpdir(), 'page-bench-'))
  opened.defer(() => rmSync(folder, { recursive: true }))
  const store = join(folder, 'store.db')
  await writeConversation(store, messages, steadyModel.id)
  const dist = await findBuiltPage()
  const app = await startApp({ port: 0, host: '127.0.0.1', store, models: [steadyModel], dist })
  opened.defer(() => app.close())
  const browser = opened.use(await launchChromium())
  const url = `${app.url}c/${SESSION}`
  return {
    ...(await measureArrivals(await openPage(browser), url, { lastWords: endOfTurn(messages / 2), arrivals })),
    frames: await measureActivities(await openPage(browser), url, rounds),
    slow: await measureSlowLoads(browser, app.url, rounds),
    start: await measureStarts(folder, rounds),
    weight: weighFirstScripts(dist),
  }
}

const openPage = (browser: Browser): Promise<Page> => browser.newPage({ viewport: { width: 1280, height: 800 } })

async function measureArrivals(
  page: Page,
  url: string,
  { lastWords, arrivals }: { lastWords: string; arrivals: number },
) {
  await markArrivals(page, lastWords)
  const all = []
  for (let i = 0; i < arrivals; i++) {
    await page.goto(url)
    all.push(await readArrival(page))
  }
  await page.close()
  return {
    shownAfter: toSpread(all.map(({ shownAfter }) => shownAfter)),
    rendered: Math.max(...all.map(({ rendered }) => rendered)),
  }
}

async function measureActivities(page: Page, url: string, rounds: number): Promise<PageFinding['frames']> {
  const recorder = await FrameRecorder.attach(page)
  const names = Object.keys(activities) as Activity[]
  const all = names.map((): Recording[] => [])
  for (let round = 0; round < rounds; round++) {
    await page.goto(url)
    await page.locator('.message').last().waitFor()
    for (const [i, name] of names.entries()) all[i]!.push(await recorder.record(() => activities[name](page)))
  }
  return Object.fromEntries(names.map((name, i) => [name, toFrames(all[i]!)])) as PageFinding['frames']
}
