import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { BrowserContext } from 'playwright-core'
import { afterAll, beforeAll } from 'vitest'
import { type RunningApp, startApp } from '../../apps/yo-chat/server/start-app.ts'
import { findBuiltPage } from './built-page.ts'
import { createModels } from './models.ts'
import { Person } from './person.ts'
import { type BrowserOptions, useBrowser } from './use-browser.ts'

interface Visit {
  /** Default: the page of the app of this file. */
  url?: string
  /** The context whose cookies, storage and network they share. Default: a new one. */
  context?: BrowserContext
}

export interface Stage {
  readonly url: string
  readonly folder: string
  /** Opens the page for a new user. */
  visit(visit?: Visit): Promise<Person>
  /** Opens another tab. */
  visitBeside(person: Person): Promise<Person>
}

/** One browser and one app for a file of tests, and a context of its own for each who visits. A test fails on an error of its page. */
export function useStage({ page: folderOfPage, tolerates }: { page?: string } & BrowserOptions = {}): Stage {
  const browser = useBrowser({ tolerates })
  const folder = mkdtempSync(join(tmpdir(), 'yo-chat-'))
  let app: RunningApp | undefined

  beforeAll(async () => {
    const dist = await findBuiltPage(folderOfPage)
    const models = createModels({ hangs: true })
    app = await startApp({ port: 0, host: '127.0.0.1', store: join(folder, 'store.db'), models, dist, retryAfter: 50 })
  })
  afterAll(async () => {
    await app?.close()
    rmSync(folder, { recursive: true, force: true })
  })

  async function visit({ url = app!.url, context }: Visit = {}): Promise<Person> {
    const person = new Person(await browser.open(url, context))
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
