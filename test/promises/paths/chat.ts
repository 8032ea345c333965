import { randomUUID } from 'node:crypto'
import type { ElicitAnswer, PluginClient } from '@sweatpants/framework'
import { type ChatClient, type ChatState, createChatClient, type Patch } from '@sweatpants/framework/chat'
import { readEvents } from '../../read-events.ts'
import type { WrittenCall } from '../calling-model.ts'
import {
  type Call,
  type CallOptions,
  type ListedTool,
  type Outcome,
  type Path,
  type Question,
  RefusedError,
  type Stage,
} from '../path.ts'
import { type Servers, startServers } from '../servers.ts'

/** Pages of a chat, each with one conversation, in which the model makes the calls. */
class ChatStage implements Stage {
  readonly servers: Servers
  readonly #pages: ChatClient[] = []

  readonly #plugins: readonly PluginClient[]

  constructor(servers: Servers, plugins: readonly PluginClient[]) {
    this.servers = servers
    this.#plugins = plugins
  }

  async call(tool: string, args: Record<string, unknown> = {}, { after }: CallOptions = {}): Promise<ChatCall> {
    const page = after instanceof ChatCall ? after.page : this.#openPage()
    const call = new ChatCall(page, this.servers.fetch)
    await page.send(JSON.stringify({ tool, arguments: args } satisfies WrittenCall))
    return call
  }

  async list(): Promise<ListedTool[]> {
    const page = this.#openPage()
    const call = new ChatCall(page, this.servers.fetch)
    await page.createSession()
    return call.capabilities()
  }

  #openPage(): ChatClient {
    const page = createChatClient({
      baseUrl: 'http://page',
      fetch: this.servers.fetch,
      plugins: this.#plugins,
      onError: () => {},
    })
    this.#pages.push(page)
    return page
  }

  async [Symbol.asyncDispose](): Promise<void> {
    for (const page of this.#pages) page.close()
    await this.servers[Symbol.asyncDispose]()
  }
}

class ChatCall implements Call {
  readonly page: ChatClient
  readonly #fetch: Servers['fetch']
  /** How many calls there were before in the conversation. */
  readonly #before: number
  readonly #answered = new Set<string>()
  #changed = Promise.withResolvers<void>()

  constructor(page: ChatClient, fetch: Servers['fetch']) {
    this.#fetch = fetch
    this.page = page
    this.#before = Object.keys(page.getSnapshot().state.toolCalls).length
    page.subscribe(() => {
      this.#changed.resolve()
      this.#changed = Promise.withResolvers()
    })
  }

  async questions(count = 1): Promise<Question[]> {
    const open = await this.#until(({ state, pendingElicits }) => {
      const pending = pendingElicits.filter(
        ({ status, elicitId, attempt }) => status === 'pending' && !this.#answered.has(`${elicitId} ${attempt}`),
      )
      if (pending.length === count) return pending
      const outcome = toOutcome(state, this.#before)
      if (outcome !== undefined) throw new Error(`the call ended before it asked: ${JSON.stringify(outcome)}`)
      return undefined
    })
    return open.map(({ elicitId: id, message, attempt, refusal }) => ({
      id,
      message,
      attempt,
      ...(refusal !== undefined && { refusal }),
    }))
  }

  /** Sends the attempt that the person saw, as a page does that has not heard of a newer one. */
  async answer({ id, attempt }: Question, answer: ElicitAnswer): Promise<void> {
    this.#answered.add(`${id} ${attempt}`)
    const { sessionId } = this.page.getSnapshot()
    const callId = id.slice(0, id.lastIndexOf(':'))
    const command = { commandId: randomUUID(), callId, elicitId: id, attempt, result: answer }
    const response = await this.#fetch(`http://page/api/chat/sessions/${sessionId}/commands`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ type: 'elicit_response', ...command }),
    })
    if (response.ok) return
    const { error } = (await response.json()) as { error: { code: string; message: string } }
    throw new RefusedError(error.code, error.message)
  }

  async retry(): Promise<void> {}

  async cancel(): Promise<void> {
    await this.page.abort()
  }

  async deleteSession(): Promise<void> {
    const { sessionId } = this.page.getSnapshot()
    await this.#fetch(`http://page/api/chat/sessions/${sessionId}`, { method: 'DELETE' })
  }

  /** The tools that the page is told of. */
  capabilities(): Promise<ListedTool[]> {
    return this.#until(({ capabilities }) => (capabilities.tools.length > 0 ? capabilities.tools : undefined))
  }

  /** The page has words of its own for it. */
  blocked(): Promise<string> {
    return this.#until(({ state }) => {
      const outcome = toOutcome(state, this.#before)
      if (outcome !== undefined) throw new Error(`the call has ended: ${JSON.stringify(outcome)}`)
      return state.turn?.blocked ? 'paused' : undefined
    })
  }

  outcome(): Promise<Outcome> {
    return this.#until(({ state }) => toOutcome(state, this.#before))
  }

  problem(): Promise<string> {
    return this.#until(({ toolEmissions }) => {
      const failed = toolEmissions.find(({ status }) => status === 'error')
      return failed?.status === 'error' ? String(failed.error) : undefined
    })
  }

  /** Reads the log: the page shows only the newest. */
  async progress(): Promise<(number | undefined)[]> {
    const { sessionId } = this.page.getSnapshot()
    const { body } = await this.#fetch(`http://page/api/chat/sessions/${sessionId}/events`)
    const numbers: (number | undefined)[] = []
    for await (const events of readEvents(body!)) {
      for (const { data } of events) {
        const patch: Patch = JSON.parse(data)
        if (patch.type === 'tool_call_progress') numbers.push(patch.progress)
        if (patch.type === 'tool_call_result') return numbers
      }
    }
    return numbers
  }

  async #until<T>(look: (snapshot: ReturnType<ChatClient['getSnapshot']>) => T | undefined): Promise<T> {
    for (;;) {
      const { promise } = this.#changed
      const found = look(this.page.getSnapshot())
      if (found !== undefined) return found
      await promise
    }
  }
}

/** The end of a call, as the page shows it. */
function toOutcome({ toolCalls, turn, error }: ChatState, index: number): Outcome | undefined {
  const call = Object.values(toolCalls)[index]
  if (call?.status === 'done') {
    return { type: 'completed', text: typeof call.result === 'string' ? call.result : JSON.stringify(call.result) }
  }
  if (call?.status === 'cancelled') return { type: 'cancelled' }
  if (call?.status === 'failed') return { type: 'failed', message: call.error?.message ?? '' }
  return turn === undefined && error !== undefined ? { type: 'refused', ...error } : undefined
}

export const chat: Path = {
  name: 'chat',
  async open(options) {
    const { plugins = [] } = 'tools' in options ? options : {}
    return new ChatStage(await startServers('chat', options), plugins)
  },
}
