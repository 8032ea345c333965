import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { afterAll, beforeAll, onTestFinished } from 'vitest'
import { type AppOptions, type RunningApp, startApp } from '../../apps/yo-chat/server/start-app.ts'
import { createLookUp } from '../roundtable/look-up.ts'
import { findBuiltPage } from '../yo-chat/built-page.ts'
import { useBrowser } from '../yo-chat/use-browser.ts'
import { createSeats, type Script } from './panel.ts'
import { Spectator } from './spectator.ts'

interface StageOptions extends Pick<AppOptions, 'debates'> {
  /** Whether the chat also has the server with the tool `look_up`, which debates have. Default false. */
  hostsLookUp?: boolean
}

export interface Stage {
  readonly url: string
  readonly folder: string
  /** How the debate about this topic goes. */
  play(topic: string, script: Script): void
  /** Opens a page for a new user. */
  visit(path: string, options?: { url?: string }): Promise<Spectator>
  /** The official client at `/mcp`. */
  connect(): Promise<Client>
}

/** One browser and one app for a file of tests, and a context of its own for each who visits. A test fails on an error of its page. */
export function useStage({ hostsLookUp = false, ...options }: StageOptions = {}): Stage {
  const browser = useBrowser()
  const folder = mkdtempSync(join(tmpdir(), 'yo-chat-debates-'))
  const scripts = new Map<string, Script>()
  let app: RunningApp | undefined
  const opened = new AsyncDisposableStack()

  const seats = createSeats((asked) => {
    const [, script] = [...scripts].find(([topic]) => asked.text.includes(topic)) ?? []
    if (script === undefined) throw new Error(`no debate has this topic: ${asked.text}`)
    return script(asked)
  })

  beforeAll(async () => {
    const dist = await findBuiltPage()
    const onError = browser.report
    const lookUp = opened.adopt(createLookUp(), (server) => server.close())
    const { url } = opened.adopt(await lookUp.listen(), (listening) => listening.close())
    app = await startApp({
      port: 0,
      host: '127.0.0.1',
      store: join(folder, 'store.db'),
      models: seats,
      debateTools: [url],
      servers: hostsLookUp ? [{ url }] : [],
      ...options,
      dist,
      onError,
    })
  })
  afterAll(async () => {
    await app?.close()
    await opened.disposeAsync()
    rmSync(folder, { recursive: true, force: true })
  })

  return {
    get url() {
      return app!.url
    },
    folder,
    play: (topic, script) => void scripts.set(topic, script),
    visit: async (path, { url = app!.url } = {}) => new Spectator(await browser.open(new URL(path, url).href)),
    async connect() {
      const client = new Client({ name: 'test', version: '1.0.0' })
      await client.connect(new StreamableHTTPClientTransport(new URL('mcp', app!.url)))
      onTestFinished(() => client.close())
      return client
    },
  }
}
