import { type Reply, type SendOptions, toRequest } from '../mcp/rpc.ts'

const INTERNAL = -32_603

/** One request of 2026-07-28 to a node. An error of the server is thrown: it is not an answer. */
export async function askMcp(
  url: string,
  method: string,
  params: Record<string, unknown>,
  { signal, ...options }: SendOptions & { signal: AbortSignal },
): Promise<Reply> {
  const { headers, body } = toRequest(method, params, options)
  const response = await fetch(`${url}/mcp`, { method: 'POST', headers, body: JSON.stringify(body), signal })
  const text = await response.text()
  if (response.status >= 500) throw new Error(`${method} answered ${response.status} ${text}`)
  const reply: Reply = { status: response.status, ...JSON.parse(text) }
  if (reply.error?.code === INTERNAL) throw new Error(`${method} answered ${reply.error.message}`)
  return reply
}
