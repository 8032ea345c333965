import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { launchChromium } from '../chromium.ts'
import { findFreePort } from '../create-sweatpants/free-port.ts'
import { type Frame, toAnimation } from './animate.ts'

// The recording of the README: a question is answered, the server is killed, another one books the flight, once.

const root = join(import.meta.dirname, '../..')
const images = join(root, 'docs/images')
const SOURCES = '--conditions=@sweatpants/source'
const folder = mkdtempSync(join(tmpdir(), 'recording-'))
const store = join(folder, 'chat.db')
const port = await findFreePort()

/** Starts the app as `npm start` does. */
async function start(): Promise<ChildProcess> {
  const args = [
    SOURCES,
    join(root, 'apps/yo-chat/server/main.ts'),
    '--port',
    `${port}`,
    '--store',
    store,
    '--model',
    'demo',
  ]
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] })
  for await (const line of createInterface({ input: child.stdout! })) {
    if (!/^ +Page/.test(line)) continue
    typed.push('$ npm start', `${line}   (process ${child.pid})`)
    return child
  }
  throw new Error('the app ended before it was ready')
}

const frames: Frame[] = []
const typed: string[] = []

await using browser = await launchChromium()
const colours = { reducedMotion: 'reduce', colorScheme: 'light', locale: 'en-US' } as const
const page = await browser.newPage({ viewport: { width: 900, height: 700 }, ...colours })
const stage = await browser.newPage({ viewport: { width: 900, height: 830 }, ...colours })

/** Adds a picture of the page above the terminal with what was typed so far. */
async function show(duration: number): Promise<void> {
  const picture = await page.screenshot({ animations: 'disabled' })
  await stage.setContent(`<style>
    body { margin: 0 } img { display: block; width: 900px; height: 700px }
    pre { box-sizing: border-box; height: 130px; margin: 0; padding: 12px 20px; overflow: hidden; color: #d6f5ef; background: #14201f; font: 14px/21px monospace }
  </style><img src="data:image/png;base64,${picture.toString('base64')}"><pre></pre>`)
  await stage.locator('pre').evaluate((terminal, text) => terminal.append(text), typed.slice(-5).join('\n'))
  await stage.locator('img').evaluate((image: HTMLImageElement) => image.decode())
  frames.push({ png: await stage.screenshot(), duration })
}

const button = (name: string | RegExp) => page.getByRole('button', { name })
const reconnecting = page.getByText('Reconnecting…')

let app = await start()
try {
  await page.goto(`http://127.0.0.1:${port}/`)
  await page.locator('.example', { hasText: 'Book a flight' }).waitFor()
  await show(1_800)
  await page.locator('.example', { hasText: 'Book a flight' }).click()
  await button('SP205').waitFor()
  await show(1_800)
  await button('SP205').click()
  await button('3E').click()
  await show(1_600)
  await button(/^Take seat/).click()
  await button(/^Book for/).waitFor()
  await show(2_000)
  typed.push(`$ kill -9 ${app.pid}`)
  const ended = once(app, 'exit')
  app.kill('SIGKILL')
  await ended
  await reconnecting.waitFor()
  await show(1_800)
  typed.push('$ npx sweatpants runs list --store chat.db', listRuns())
  await show(3_000)
  app = await start()
  await reconnecting.waitFor({ state: 'detached' })
  await show(2_000)
  await button(/^Book for/).click()
  await page.getByText(/^Booked/).waitFor()
  await page.getByRole('button', { name: 'Stop' }).waitFor({ state: 'detached' })
  await page.locator('.scroller').evaluate((scroller) => scroller.scrollTo(0, scroller.scrollHeight))
  await show(4_500)
} finally {
  app.kill('SIGKILL')
  rmSync(folder, { recursive: true, force: true })
}

/** Returns the row of the booking in the list of runs, as the command prints it. No server has to run for it. */
function listRuns(): string {
  const command = [SOURCES, join(root, 'packages/framework/src/cli/main.ts'), 'runs', 'list', '--store', store]
  const rows = execFileSync(process.execPath, command, { encoding: 'utf8' }).split('\n')
  // The id of a run is as long as the row is wide.
  return rows
    .find((row) => row.includes('book_flight'))!
    .replace(/^(.{9})\S+ +/, '$1…  ')
    .replaceAll(/ {3,}/g, '  ')
}

const animation = await toAnimation(frames)
writeFileSync(join(images, 'kill.png'), animation)
writeFileSync(join(images, 'kill-still.png'), frames.at(-1)!.png)
console.log(`docs/images/kill.png has ${frames.length} frames and ${Math.ceil(animation.length / 1024)} kB.`)
