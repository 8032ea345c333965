import { mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createDemoModel } from '@sweatpants/demo-model'
import { type ChatState, createChat, type Patch, type Store } from '@sweatpants/framework/chat'
import { fromLanguageModel } from '@sweatpants/framework/models'
import { createSqliteStore } from '@sweatpants/framework/stores/sqlite'
import { readLog } from './readers.ts'

const SESSION = 'long'
const ADDRESS = `http://127.0.0.1/api/chat/sessions/${SESSION}`

/** A file with the log of one session in it. */
export class SessionFile implements Disposable {
  readonly #directory = mkdtempSync(join(tmpdir(), 'chat-bench-'))
  readonly #path = join(this.#directory, 'chat.db')

  async create(): Promise<void> {
    const capabilities = { tools: [], models: ['demo'], personas: [] }
    const events: Patch[] = [{ type: 'session_info', sessionId: SESSION, capabilities }]
    await this.#write((store) => store.log<Patch>('chat').create(SESSION, { about: { title: '' }, events }))
  }

  async append(events: readonly Patch[]): Promise<void> {
    await this.#write((store) => store.log<Patch>('chat').append(SESSION, { events }))
  }

  get bytes(): number {
    return statSync(this.#path).size
  }

  /** A server that has just been started, and knows nothing yet. */
  async open(): Promise<OpenSession> {
    const store = createSqliteStore(this.#path)
    const chat = await createChat({ store, models: [fromLanguageModel(createDemoModel(), { id: 'demo' })] })
    const call = async (path: string, init?: RequestInit) => {
      const response = await chat.fetch(new Request(ADDRESS + path, init))
      if (!response.ok) throw new Error(`${path} was answered with ${response.status}: ${await response.text()}`)
      return response
    }
    return {
      reload: async () => (await call('')).text(),
      async command(commandId) {
        const body = JSON.stringify({ type: 'configure', commandId, title: 'A story' })
        const headers = { 'content-type': 'application/json' }
        await (await call('/commands', { method: 'POST', headers, body })).json()
      },
      follow: async (head) => readLog(await call('/events'), ({ lsn }) => lsn === head),
      async [Symbol.asyncDispose]() {
        await chat.close()
        await store.close()
      },
    }
  }

  [Symbol.dispose](): void {
    rmSync(this.#directory, { recursive: true })
  }

  async #write(body: (store: Store) => unknown): Promise<void> {
    const store = createSqliteStore(this.#path)
    await body(store)
    await store.close()
  }
}

export interface OpenSession extends AsyncDisposable {
  /** The JSON of its state. */
  reload(): Promise<string>
  command(commandId: string): Promise<void>
  /** The state at `head`, by all the patches. */
  follow(head: number): Promise<ChatState>
}
