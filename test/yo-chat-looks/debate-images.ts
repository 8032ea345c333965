import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { fromLanguageModel } from '@sweatpants/framework/models'
import { createDebateClient, type StartInput } from '@sweatpants/roundtable/browser'
import { createDemo } from '../../apps/yo-chat/server/models.ts'
import { launchChromium } from '../chromium.ts'
import { startBuiltApp } from './app.ts'

const FOLDER = join(import.meta.dirname, '../../docs/images')
const COMMAND = join(import.meta.dirname, '../../packages/roundtable/src/cli/main.ts')

/** A debate of each kind of question, as input and as options of the command. */
const DEBATES: Record<string, { input: Omit<StartInput, 'agents'>; options: string[] }> = {
  open: {
    input: { topic: 'Which database should we use for billing?', question: { kind: 'open' } },
    options: ['--kind', 'open'],
  },
  proposition: {
    input: { topic: 'Should a small team write its own framework?', question: { kind: 'proposition' } },
    options: ['--kind', 'proposition'],
  },
  estimate: {
    input: { topic: 'How long will it take to rewrite billing?', question: { kind: 'estimate', unit: 'weeks' } },
    options: ['--unit', 'weeks'],
  },
}

// The pictures of docs/debate-numbers.md: the result of each debate on the page and in the terminal.
await using app = await startBuiltApp(fromLanguageModel(createDemo({ pace: 'instant' }), { id: 'demo' }))
await using browser = await launchChromium()
const page = await browser.newPage({
  viewport: { width: 1000, height: 1200 },
  deviceScaleFactor: 1.5,
  reducedMotion: 'reduce',
  locale: 'en-US',
})
const debates = createDebateClient({ baseUrl: app.url })
for (const [name, { input, options }] of Object.entries(DEBATES)) {
  const { sessionId } = await debates.start({ ...input, rounds: 1 })
  await page.goto(new URL(`debates/${sessionId}`, app.url).href)
  await page.locator('.debate-picture svg').first().waitFor()
  await page.screenshot({ path: join(FOLDER, `debate-${name}.png`), animations: 'disabled' })
  await page.goto('about:blank')
  await page.setContent(
    '<body style="margin:0;padding:20px 24px;background:#16181d;color:#dfe2e8"><pre style="font:14px/1.45 monospace;white-space:pre-wrap;margin:0">',
  )
  const printed = await runCommand([input.topic, '--rounds', '1', ...options])
  await page.locator('pre').evaluate((element, text) => {
    element.textContent = text
  }, printed)
  await page.screenshot({ path: join(FOLDER, `debate-${name}-terminal.png`) })
}

/** Returns what a person sees who runs a debate: the command, the progress and the result. */
async function runCommand(args: readonly string[]): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'debate-images-'))
  const env = { PATH: process.env.PATH, XDG_DATA_HOME: folder, OLLAMA_BASE_URL: 'http://127.0.0.1:9' }
  const all = ['--conditions=@sweatpants/source', COMMAND, 'debate', ...args]
  try {
    const { stdout, stderr } = await promisify(execFile)(process.execPath, all, { cwd: folder, env })
    const [topic, ...options] = args
    return `$ ai-roundtable debate "${topic}" ${options.join(' ')}\n${stderr}\n${stdout}`
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
