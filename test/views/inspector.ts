import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Browser, FrameLocator, Locator, Page } from 'playwright-core'
import { findFreePort } from '../create-sweatpants/free-port.ts'
import { watchOutput } from '../watch-output.ts'

const PROGRAM = createRequire(import.meta.url).resolve(
  '@modelcontextprotocol/inspector/clients/launcher/build/index.js',
)

/** The official Inspector in a page, connected to a server. */
export class Inspector implements AsyncDisposable {
  readonly page: Page
  readonly #close: () => Promise<void>

  private constructor(page: Page, close: () => Promise<void>) {
    this.page = page
    this.#close = close
  }

  static async open(browser: Browser, url: string, era: 'modern' | 'legacy'): Promise<Inspector> {
    const home = mkdtempSync(join(tmpdir(), 'sweatpants-inspector-'))
    const port = await findFreePort()
    const env = {
      ...process.env,
      HOME: home,
      CLIENT_PORT: String(port),
      MCP_SANDBOX_PORT: String(await findFreePort()),
      MCP_AUTO_OPEN_ENABLED: 'false',
      MCP_INSPECTOR_SECRET_STORE: 'memory',
      DANGEROUSLY_OMIT_AUTH: 'true',
    }
    const args = [PROGRAM, '--web', '--transport', 'http', '--server-url', url, '--protocol-era', era]
    const child = spawn(process.execPath, args, { env })
    const { ended } = watchOutput(child)
    const up = Promise.withResolvers<void>()
    child.stdout.on('data', (text) => String(text).includes(`127.0.0.1:${port}`) && up.resolve())
    ended.then(({ stderr }) => up.reject(new Error(`the Inspector ended: ${stderr}`)))
    await up.promise
    const page = await browser.newPage({ viewport: { width: 1280, height: 900 } })
    await page.goto(`http://127.0.0.1:${port}`)
    const connection = page.getByRole('switch').first()
    const tools = page.getByText('Tools', { exact: true }).first()
    for (let attempt = 0; attempt < 6 && !(await tools.isVisible()); attempt++) {
      // Its label covers it. On a busy machine a click that comes too early is lost.
      if (!(await connection.isChecked())) await connection.click({ force: true })
      await tools.waitFor({ timeout: 5_000 }).catch(() => {})
    }
    await tools.click()
    return new Inspector(page, async () => {
      await page.close()
      child.kill()
      await once(child, 'exit')
      rmSync(home, { recursive: true, force: true, maxRetries: 5 })
    })
  }

  /** Fills in the form of a tool, and calls it. The result of an earlier call covers the form until another tool is chosen. */
  async call(tool: string, fields: Record<string, string>, other = 'pay'): Promise<void> {
    for (const name of [other, tool]) await this.page.getByText(name, { exact: true }).first().click()
    for (const [name, value] of Object.entries(fields)) {
      await this.page.getByRole('textbox', { name: new RegExp(`^${name}`, 'i') }).fill(value)
    }
    await this.page.getByRole('button', { name: 'Execute', exact: false }).last().click()
  }

  get view(): FrameLocator {
    return this.page.frameLocator('iframe').frameLocator('iframe')
  }

  /** A button of the view. */
  inView(name: string): Locator {
    return this.view.getByRole('button', { name, exact: true })
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.#close()
  }
}
