import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { type ChatClient, createChatClient } from '@sweatpants/framework/chat'
import { expect, onTestFinished, vi } from 'vitest'

/** The revisions of MCP, as the official client is told to speak them. */
export const REVISIONS = [{ pin: '2026-07-28' }, 'legacy'] as const

export interface VisitorOptions {
  revision?: (typeof REVISIONS)[number]
  headers?: Record<string, string>
  /** What the visitor answers to every form. Without it the client returns what is asked. */
  content?: Record<string, string>
}

/** Connects the official client until the test ends. */
export async function connectVisitor(url: string, options: VisitorOptions = {}): Promise<Client> {
  const { revision = REVISIONS[0], headers = {}, content } = options
  const client = new Client(
    { name: 'visitor', version: '1.0.0' },
    {
      capabilities: { elicitation: { form: {} } },
      versionNegotiation: { mode: revision },
      inputRequired: { autoFulfill: content !== undefined },
    },
  )
  client.setRequestHandler('elicitation/create', async () => ({ action: 'accept', content: content ?? {} }))
  onTestFinished(() => client.close())
  await client.connect(new StreamableHTTPClientTransport(new URL(url), { requestInit: { headers } }))
  return client
}

interface Call {
  name: string
  arguments: Record<string, unknown>
}

/** A call that waits for an answer: what a client holds of it. */
export interface Waiting {
  message: string
  /** Answers on any process that has the keys, and resolves to the text of the result. */
  answer(client: Client, content: Record<string, string>): Promise<string | undefined>
}

interface Reply {
  requestState: string
  inputRequests: Record<string, { params: { message: string } }>
  content?: { text: string }[]
}

/** Calls a tool over 2026-07-28 up to its first question. */
export async function callUntilAsked(client: Client, call: Call): Promise<Waiting> {
  // The official type has no fields for the state and the answers, and passes them on.
  const send = async (by: Client, sent: Call): Promise<Reply> =>
    (await by.callTool(sent, { allowInputRequired: true })) as unknown as Reply
  const { requestState, inputRequests } = await send(client, call)
  const [id, { params }] = Object.entries(inputRequests)[0]!
  return {
    message: params.message,
    async answer(other, content) {
      const inputResponses = { [id]: { action: 'accept', content } }
      const answered = { ...call, requestState, inputResponses }
      return (await send(other, answered)).content?.[0]?.text
    },
  }
}

/** Calls the tool `wait` of `runtimes/cancelling.ts`, leaves, and sees that the tool was told. */
export async function expectCancelled(client: Client): Promise<void> {
  const leaving = new AbortController()
  const wait = { name: 'wait', arguments: {} }
  const call = client.callTool(wait, { signal: leaving.signal, onprogress: () => leaving.abort() })
  await expect(call).rejects.toThrow()
  const count = async () => {
    const { content } = await client.callTool({ name: 'count', arguments: {} })
    expect(content).toMatchObject([{ text: '1' }])
  }
  await vi.waitFor(count, { timeout: 10_000, interval: 100 })
}

/** Follows conversations until the test ends. */
export function openChat(origin: string, headers: Record<string, string> = {}): ChatClient {
  const chat = createChatClient({ baseUrl: origin, headers: () => headers })
  onTestFinished(chat.subscribe(() => {}))
  return chat
}

/** Resolves to the message of the open question. */
export async function untilAsked(chat: ChatClient): Promise<string> {
  await expect.poll(() => questionOf(chat)).toBeDefined()
  return questionOf(chat)!.message
}

/** Answers the open question, and resolves to the result of its tool. */
export async function answerInChat(chat: ChatClient, content: Record<string, string>): Promise<unknown> {
  const { callId, elicitId } = questionOf(chat)!
  await chat.respondToElicit(callId, elicitId, { action: 'accept', content })
  const resultOf = () => chat.getSnapshot().state.toolCalls[callId]?.result
  await expect.poll(resultOf).toBeDefined()
  return resultOf()
}

const questionOf = (chat: ChatClient) => Object.values(chat.getSnapshot().state.pendingElicits)[0]
