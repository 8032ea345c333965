export type Revision = '2025' | '2026'

/** A request, but for its id. */
export type Message = (id: number) => string

const VERSION = { '2025': '2025-11-25', '2026': '2026-07-28' }

const clientInfo = { name: 'bench', version: '1.0.0' }

const envelope = {
  'io.modelcontextprotocol/protocolVersion': VERSION['2026'],
  'io.modelcontextprotocol/clientInfo': clientInfo,
  'io.modelcontextprotocol/clientCapabilities': { elicitation: { form: {} } },
}

function toMessage(method: string, params: object): Message {
  const rest = JSON.stringify({ method, params }).slice(1)
  return (id) => `{"jsonrpc":"2.0","id":${id},${rest}`
}

export const toCall = (revision: Revision, name: string, more: object = {}): Message =>
  toMessage('tools/call', {
    name,
    arguments: { name: 'Ada' },
    ...more,
    ...(revision === '2026' && { _meta: envelope }),
  })

export const initialize = toMessage('initialize', {
  protocolVersion: VERSION['2025'],
  capabilities: { elicitation: { form: {} } },
  clientInfo,
})

export const ACCEPTED = { action: 'accept', content: { ok: true } }

/** What a client says to a question of the server, given the message that has it. */
export function toAnswer(question: string): string {
  const { id } = JSON.parse(question) as { id: number | string }
  return JSON.stringify({ jsonrpc: '2.0', id, result: ACCEPTED })
}

/** A result can have questions in it too, in 2026-07-28. */
export const isQuestion = (message: string): boolean =>
  message.includes('"method":"elicitation/create"') && !message.includes('"result":')

export const INITIALIZED = '{"jsonrpc":"2.0","method":"notifications/initialized"}'

/** The headers that repeat what the body of a call says. */
export function toHeaders(revision: Revision, name: string, session?: string): string[] {
  const common = ['content-type: application/json', 'accept: application/json, text/event-stream']
  if (revision === '2026') {
    return [...common, `mcp-protocol-version: ${VERSION['2026']}`, 'mcp-method: tools/call', `mcp-name: ${name}`]
  }
  return [
    ...common,
    ...(session === undefined ? [] : [`mcp-protocol-version: ${VERSION['2025']}`, `mcp-session-id: ${session}`]),
  ]
}
