import type { Browser, Frame, Page } from 'playwright-core'

/** As strict as the strictest host: nothing from outside, no `data:`, no forms, no origin. */
const POLICY = "default-src 'none'; script-src 'unsafe-inline'; style-src 'unsafe-inline'; form-action 'none'"

const PAGE = `<!doctype html><html lang="en"><title>A host</title>
<style>body { margin: 0 } iframe { display: block; width: 320px; height: 360px; border: 0 }</style>
<iframe title="view" sandbox="allow-scripts"></iframe>
<script>
const frame = document.querySelector('iframe')
const sent = []
const waiting = new Map()
const post = (message) => frame.contentWindow.postMessage({ jsonrpc: '2.0', ...message }, '*')
addEventListener('message', ({ source, data }) => {
  if (source !== frame.contentWindow) return
  sent.push(data)
  if (data.method === 'ui/initialize') {
    const hostContext = { theme: window.theme, containerDimensions: { width: 320, height: 360 }, displayMode: 'inline' }
    post({ id: data.id, result: { protocolVersion: '2026-01-26', hostCapabilities: {}, hostContext } })
  }
  if (data.method === 'ui/notifications/initialized') window.isReady = true
  if (data.method === undefined) waiting.get(data.id)?.(data.result ?? data.error)
})
window.ask = (params) => new Promise((resolve) => {
  const id = 'q' + waiting.size
  waiting.set(id, resolve)
  post({ id, method: 'elicitation/create', params })
})
window.say = (method, params) => post({ method, params })
window.heard = () => sent.map(({ method }) => method)
window.open = (html, theme) => { window.theme = theme; frame.srcdoc = html }
</script></html>`

type Theme = 'light' | 'dark'

interface HostWindow {
  isReady: boolean
  ask(params: object): Promise<unknown>
  say(method: string, params: object): void
  heard(): string[]
  open(html: string, theme: Theme): void
}

/** A view in a host of 320 by 360 pixels that only passes messages. */
export class ShownView {
  readonly page: Page
  readonly problems: string[] = []

  private constructor(page: Page) {
    this.page = page
    page.on('pageerror', (error) => this.problems.push(error.message))
    page.on('console', (message) => message.type() === 'error' && this.problems.push(message.text()))
    page.on('request', (request) => {
      if (!request.url().startsWith('http://host.test/') && request.url() !== 'about:srcdoc')
        this.problems.push(request.url())
    })
  }

  static async open(browser: Browser): Promise<ShownView> {
    const page = await browser.newPage({ viewport: { width: 320, height: 360 } })
    await page.route('http://host.test/', (route) =>
      route.fulfill({ body: PAGE, headers: { 'content-type': 'text/html', 'content-security-policy': POLICY } }),
    )
    await page.goto('http://host.test/')
    return new ShownView(page)
  }

  async load(html: string, theme: Theme): Promise<void> {
    await this.page.evaluate(
      ([html, theme]) => {
        const host = window as unknown as HostWindow
        host.isReady = false
        host.open(html, theme)
      },
      [html, theme] as const,
    )
    await this.page.waitForFunction(() => (window as unknown as HostWindow).isReady)
  }

  get frame(): Frame {
    return this.page.frames()[1]!
  }

  /** Asks through the view, as SEP-3118 has it; resolves to the answer. */
  ask(key: string, context: object, schema: object = {}): Promise<unknown> {
    const params = {
      message: 'A question',
      requestedSchema: schema,
      _meta: { 'dev.sweatpants/elicit': { key, context, attempt: 1 } },
    }
    return this.page.evaluate((params) => (window as unknown as HostWindow).ask(params), params)
  }

  async give(result: object): Promise<void> {
    await this.page.evaluate(
      (result) => (window as unknown as HostWindow).say('ui/notifications/tool-result', result),
      result as Record<string, unknown>,
    )
  }

  heard(): Promise<string[]> {
    return this.page.evaluate(() => (window as unknown as HostWindow).heard())
  }

  /** By how many pixels the view is wider than its frame. */
  overflow(): Promise<number> {
    return this.frame.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)
  }
}
