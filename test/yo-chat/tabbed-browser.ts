import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import type { Readable } from 'node:stream'
import { type Browser, type BrowserContext, chromium } from 'playwright-core'
import { onTestFinished } from 'vitest'

const flags = [
  '--headless=new',
  '--no-sandbox',
  '--disable-gpu',
  '--disable-dev-shm-usage',
  '--no-first-run',
  '--window-size=1280,800',
]

/**
 * A browser like `browser` whose tabs are hidden and seen as those of a person are: one is in front, the others are hidden. Playwright
 * has every page believe that it is seen, but for those of a browser that it did not start and is told to leave as it is.
 */
export async function launchTabbed(browser: Browser): Promise<BrowserContext> {
  const folder = mkdtempSync(join(tmpdir(), 'tabbed-'))
  const args = [...flags, '--remote-debugging-port=0', `--user-data-dir=${folder}`, 'about:blank']
  const child = spawn(await pathOf(browser), args, { stdio: ['ignore', 'ignore', 'pipe'] })
  const ended = once(child, 'close')
  onTestFinished(async () => {
    child.kill()
    await ended
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
  })
  const address = await readAddress(child.stderr)
  // An unread pipe fills up and stops the browser.
  child.stderr.resume()
  const tabbed = await chromium.connectOverCDP(address, { noDefaults: true })
  return tabbed.contexts()[0]!
}

async function readAddress(output: Readable): Promise<string> {
  for await (const line of createInterface(output)) {
    const address = /^DevTools listening on (ws:.*)$/.exec(line)?.[1]
    if (address !== undefined) return address
  }
  throw new Error('the browser ended before it could be spoken to')
}

async function pathOf(browser: Browser): Promise<string> {
  const session = await browser.newBrowserCDPSession()
  const { commandLine } = await session.send('SystemInfo.getInfo')
  return commandLine.split(' --')[0]!
}
