/** 2026-07-28 by hand: what no client library sends can be sent. */
const META = 'io.modelcontextprotocol/'

export const TASKS = { extensions: { [`${META}tasks`]: {} } }

export interface InputRequest {
  method: string
  params: { message: string }
}

/** The parts of a result that tests look at. */
export interface Result {
  resultType: string
  requestState?: string
  inputRequests?: Record<string, InputRequest>
  content?: { text: string }[]
  structuredContent?: unknown
  isError?: boolean
  taskId?: string
  status?: string
  result?: Result
  error?: { code: number; message: string }
}

export interface Reply {
  status: number
  result?: Result
  error?: { code: number; message: string }
}

export interface SendOptions {
  capabilities?: object
  /** More of `_meta`. */
  meta?: object
  headers?: Record<string, string>
}

/** The headers and the body of a request. */
export function toRequest(
  method: string,
  params: Record<string, unknown>,
  { capabilities, headers, meta }: SendOptions = {},
) {
  const name = params.name ?? params.uri ?? params.taskId
  return {
    headers: {
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
      'mcp-protocol-version': '2026-07-28',
      'mcp-method': method,
      ...(typeof name === 'string' && { 'mcp-name': name }),
      ...headers,
    },
    body: {
      jsonrpc: '2.0',
      id: 1,
      method,
      params: {
        ...params,
        _meta: {
          [`${META}protocolVersion`]: '2026-07-28',
          [`${META}clientCapabilities`]: capabilities ?? { elicitation: { form: {} } },
          ...meta,
        },
      },
    },
  }
}

export async function send(url: string, method: string, params: Record<string, unknown>, options?: SendOptions) {
  const { headers, body } = toRequest(method, params, options)
  return sendBody(url, JSON.stringify(body), headers)
}

export async function sendBody(url: string, body: string, headers: Record<string, string>): Promise<Reply> {
  const response = await fetch(url, { method: 'POST', headers, body })
  return { status: response.status, ...((await response.json()) as object) }
}

/** As `send`, for what must succeed. */
export async function request(url: string, method: string, params: Record<string, unknown>, options?: SendOptions) {
  const { result, error } = await send(url, method, params, options)
  if (result === undefined) throw new Error(`${method}: ${JSON.stringify(error)}`)
  return result
}
