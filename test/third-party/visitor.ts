import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { onTestFinished } from 'vitest'

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
