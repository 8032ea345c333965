import { mkdtemp, rm, symlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Browser, Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, beforeEach } from 'vitest'
import { launchChromium } from '../chromium.ts'
import { type Command, root, start } from '../cli/command.ts'

/** A folder for each test, in which `sweatpants dev` runs and a browser opens its page. */
export interface Stage {
  /** Modules that a test writes here find the packages of the repository. */
  readonly folder: string
  /** Starts `sweatpants dev`; resolves to the address of its page. */
  inspect(...paths: string[]): Promise<{ command: Command; url: string }>
  visit(url: string): Promise<Visitor>
}

export function useStage(): Stage {
  let browser: Browser
  let folder = ''
  const commands: Command[] = []
  const pages: Page[] = []
  beforeAll(async () => {
    browser = await launchChromium()
  })
  afterAll(() => browser.close())
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'sweatpants-dev-'))
    await symlink(join(root, 'node_modules'), join(folder, 'node_modules'), 'junction')
    return async () => {
      for (const page of pages.splice(0)) await page.close()
      for (const command of commands.splice(0)) await command[Symbol.asyncDispose]()
      await rm(folder, { recursive: true })
    }
  })
  return {
    get folder() {
      return folder
    },
    async inspect(...paths) {
      const command = start(['dev', ...paths, '--port', '0'], { cwd: folder })
      commands.push(command)
      return { command, url: (await command.until(/ at (http:\S+)/))[1]! }
    },
    async visit(url) {
      const page = await browser.newPage()
      pages.push(page)
      page.setDefaultTimeout(40_000)
      const visitor = new Visitor(page)
      await page.goto(url)
      return visitor
    },
  }
}

/** A person at the page, who finds controls by their names. `errors` has what the page logged as an error. */
export class Visitor {
  readonly page: Page
  readonly errors: string[] = []

  constructor(page: Page) {
    this.page = page
    page.on('pageerror', (error) => this.errors.push(error.message))
    page.on('console', (message) => message.type() === 'error' && this.errors.push(message.text()))
  }

  press(name: string | RegExp): Promise<void> {
    return this.page.getByRole('button', { name, exact: true }).click()
  }

  fill(name: string, value: string): Promise<void> {
    return this.page.getByLabel(name).fill(value)
  }

  sees(text: string | RegExp): Promise<void> {
    return this.page.getByText(text).first().waitFor()
  }

  /** Returns an effect of the run by its name, such as `step search`. */
  effect(name: string): Locator {
    return this.page.locator('.effect').filter({ hasText: name })
  }

  /** Returns the name and status of each effect: `step search: done`. */
  async effects(): Promise<string[]> {
    const summaries = await this.page.locator('.effect summary').all()
    return Promise.all(
      summaries.map(async (summary) => {
        const [name, status] = await Promise.all([
          summary.locator('.mono').first().textContent(),
          summary.locator('.status').textContent(),
        ])
        return `${name}: ${status}`
      }),
    )
  }

  /** Returns the effect of each journal entry, in the order of the journal. */
  async journal(): Promise<string[]> {
    const entries = await this.page.locator('.entry').evaluateAll((lines: HTMLElement[]) =>
      lines.map((line) => ({
        number: Number(line.dataset.number),
        effect: line.closest('.effect')?.querySelector('.mono')?.textContent ?? line.textContent,
      })),
    )
    return entries.toSorted((a, b) => a.number - b.number).map(({ effect }) => effect)
  }
}
