import { createMcpTool } from '@sweatpants/framework'
import { createChat, type Store } from '@sweatpants/framework/chat'
import type { Model } from '@sweatpants/framework/models'
import { z } from 'zod'
import type { Answer } from './raw-exchange.ts'
import { type Surface, toBytes, useSurface } from './surface.ts'

/** Event streams that may be open at once. */
export const STREAMS = 20

const SESSIONS = '/api/chat/sessions'

const book = createMcpTool('book')
  .parameters(z.looseObject({}))
  .elicits({ confirm: { response: z.object({ sure: z.boolean(), note: z.string().max(20).optional() }) } })
  .execute(function* (_, ctx) {
    return (yield* ctx.elicit('confirm', { message: 'Sure?' })).action
  })
  .build()

const send = createMcpTool('send')
  .parameters(z.object({ to: z.string() }))
  .approval('confirm')
  .execute(function* ({ to }) {
    return `sent to ${to}`
  })
  .build()

/** Calls both tools for every message, and accepts their results. */
const model: Model = {
  id: 'fake',
  async answer({ messages }) {
    const said = JSON.stringify(messages.at(-1))
    if (said.includes('tool_result'))
      return { model: 'fake', content: { type: 'text', text: 'Done.' }, stopReason: 'endTurn' }
    const calls = [book, send].map(({ name }) => ({
      type: 'tool_use' as const,
      id: `use-${name}`,
      name,
      input: { to: 'ada' },
    }))
    return { model: 'fake', content: calls, stopReason: 'toolUse' }
  },
}

export interface ChatState {
  pendingElicits: Record<string, { callId: string; elicitId: string }>
  pendingApprovals: Record<string, { callId: string }>
  messages: { role: string; content: unknown }[]
}

/** A chat on a store of its own, for the tests of a file. */
export class FuzzedChat {
  readonly surface: Surface

  constructor(openStore: () => Promise<Store>) {
    this.surface = useSurface(async (onError) => {
      const store = await openStore()
      const personas = { pirate: { systemPrompt: 'Arr.' } }
      const limits = { streams: STREAMS }
      const chat = await createChat({ store, tools: [book, send], models: [model], personas, limits, onError })
      const { url } = await chat.listen()
      const close = async () => {
        await chat.close()
        await store.close()
      }
      return { url, close }
    })
  }

  async create(): Promise<string> {
    return (await this.surface.json<{ sessionId: string }>('POST', SESSIONS, {})).sessionId
  }

  async read(sessionId: string): Promise<ChatState> {
    return (await this.surface.json<{ state: ChatState }>('GET', `${SESSIONS}/${sessionId}`)).state
  }

  command(sessionId: string, body: unknown): Promise<Answer> {
    return this.surface.ask({ path: `${SESSIONS}/${sessionId}/commands`, body: toBytes(body) })
  }

  delete(sessionId: string): Promise<void> {
    return this.surface.json('DELETE', `${SESSIONS}/${sessionId}`)
  }

  /** A session in which a question and an approval are open. */
  async openSession() {
    const sessionId = await this.create()
    await this.command(sessionId, { type: 'send', commandId: 'first', content: 'Do it' })
    for (;;) {
      const { pendingElicits, pendingApprovals } = await this.read(sessionId)
      const [elicit, approval] = [Object.values(pendingElicits)[0], Object.values(pendingApprovals)[0]]
      if (elicit !== undefined && approval !== undefined) return { sessionId, elicit, approval }
      await new Promise(setImmediate)
    }
  }
}
