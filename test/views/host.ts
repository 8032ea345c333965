import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { createServer, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import type { Browser, FrameLocator, Locator, Page } from 'playwright-core'
import { bundlePage } from '../serve-page.ts'

const SANDBOX = readFileSync(join(import.meta.dirname, 'sandbox.html'))

/** As hosts have it that declare nothing: scripts and styles in the document, and no other source. */
const STRICT =
  "default-src 'none'; script-src 'unsafe-inline'; style-src 'unsafe-inline'; frame-src 'self'; base-uri 'none'; form-action 'none'"

const HTML = `<!doctype html><meta charset=utf-8><title>Host</title>
<style>body { font: 15px system-ui; margin: 16px; max-width: 720px } iframe { width: 100%; height: 420px; border: 1px solid #8888; border-radius: 12px }</style>
<iframe title="view"></iframe><p id=model></p><p id=context></p><p id=message></p><p id=result></p>
<script type=module src=/page.js></script>`

/** How a test opens the host. `name` is what the client calls itself, and `calls` how many equal calls it makes at once. */
export interface Opened {
  server: string
  era?: 'modern' | 'legacy'
  name?: string
  tool?: string
  args?: object
  calls?: number
}

/** A host of apps on the official bridge, with a second origin for its sandbox. */
export class AppHost implements AsyncDisposable {
  readonly #servers: readonly Server[]
  readonly #url: string
  readonly #sandbox: string

  private constructor(page: Server, sandbox: Server) {
    this.#servers = [page, sandbox]
    this.#url = `http://127.0.0.1:${(page.address() as AddressInfo).port}/`
    this.#sandbox = `http://localhost:${(sandbox.address() as AddressInfo).port}/`
  }

  static async start(): Promise<AppHost> {
    const [chunk] = await bundlePage(join(import.meta.dirname, 'host-page.ts'))
    const page = await listen(({ url }, response) => {
      if (url === '/page.js') response.setHeader('content-type', 'text/javascript').end(chunk!.code)
      else response.setHeader('content-type', 'text/html').end(HTML)
    })
    const sandbox = await listen((_, response) => {
      response.setHeader('content-security-policy', STRICT).setHeader('content-type', 'text/html').end(SANDBOX)
    })
    return new AppHost(page, sandbox)
  }

  async open(browser: Browser, opened: Opened): Promise<OpenedHost> {
    const { server, era = 'legacy', name = 'test-host', tool = 'book', args = { flight: 'XY1' } } = opened
    const calls = String(opened.calls ?? 1)
    const page = await browser.newPage({ viewport: { width: 760, height: 900 } })
    const query = new URLSearchParams({
      server,
      sandbox: this.#sandbox,
      era,
      name,
      tool,
      calls,
      args: JSON.stringify(args),
    })
    await page.goto(`${this.#url}?${query}`)
    return new OpenedHost(page)
  }

  async [Symbol.asyncDispose](): Promise<void> {
    for (const server of this.#servers) {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    }
  }
}

export class OpenedHost {
  readonly page: Page

  constructor(page: Page) {
    this.page = page
  }

  get view(): FrameLocator {
    return this.viewOf(0)
  }

  /** The view of one of several calls. */
  viewOf(call: number): FrameLocator {
    return this.page.frameLocator('iframe').nth(call).frameLocator('iframe')
  }

  button(name: string): Locator {
    return this.view.getByRole('button', { name, exact: true })
  }

  /** What the view says. */
  get state(): Locator {
    return this.view.locator('#state')
  }

  /** What the call has returned to the host: `result`; what the view told its model: `context`, `message`. */
  said(where: 'model' | 'result' | 'context' | 'message'): Locator {
    return this.page.locator(`#${where}`)
  }

  /** Opens the conversation again: the view gets the first result of its call. */
  async reopen(): Promise<void> {
    await this.page.goto(`${this.page.url()}&reopen=1`)
  }
}

async function listen(answer: RequestListener): Promise<Server> {
  const server = createServer(answer).listen(0, 'localhost')
  await once(server, 'listening')
  return server
}
