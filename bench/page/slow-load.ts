import type { Browser } from 'playwright-core'
import { type Spread, toSpread } from '../measure.ts'

/** Bits per second, and milliseconds from a request to the first byte of its response. */
const RATE = 400_000
const LATENCY = 400

/** Milliseconds from the navigation. */
export interface SlowFinding {
  /** Until the outline of the page is on the screen. */
  painted: Spread
  /** Until a message can be written. */
  usable: Spread
  /** Kilobytes that have arrived by then. */
  received: Spread
}

const MARK = 'usable'

/** Opens the page for the first time on a slow connection, which Chromium emulates. */
export async function measureSlowLoads(browser: Browser, url: string, rounds: number): Promise<SlowFinding> {
  const all = []
  for (let round = 0; round < rounds; round++) all.push(await load(browser, url))
  return {
    painted: toSpread(all.map(({ painted }) => painted)),
    usable: toSpread(all.map(({ usable }) => usable)),
    received: toSpread(all.map(({ received }) => received / 1000)),
  }
}

async function load(browser: Browser, url: string) {
  // Nothing is cached in a new context.
  await using context = await browser.newContext({ viewport: { width: 1280, height: 800 } })
  const page = await context.newPage()
  const session = await context.newCDPSession(page)
  await session.send('Network.enable')
  await session.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: LATENCY,
    downloadThroughput: RATE / 8,
    uploadThroughput: RATE / 8,
  })
  let received = 0
  session.on('Network.dataReceived', ({ encodedDataLength }) => {
    received += encodedDataLength
  })
  await page.addInitScript((mark) => {
    requestAnimationFrame(function look() {
      const box = document.querySelector<HTMLTextAreaElement>('#message-box')
      if (box !== null && !box.disabled) performance.mark(mark)
      else requestAnimationFrame(look)
    })
  }, MARK)
  await page.goto(url, { waitUntil: 'commit' })
  await page.waitForFunction((mark) => performance.getEntriesByName(mark).length > 0, MARK, { polling: 50 })
  const until = received
  const { painted, usable } = await page.evaluate((mark) => {
    const at = (name: string) => performance.getEntriesByName(name)[0]!.startTime
    return { painted: at('first-contentful-paint'), usable: at(mark) }
  }, MARK)
  return { painted, usable, received: until }
}
