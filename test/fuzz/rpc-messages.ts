import { toRequest } from '../mcp/rpc.ts'

const args = { item: 'tea' }
const yes = { action: 'accept', content: { sure: true } }
const answers = { confirm: yes }
const meta = { progressToken: 7, traceparent: '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01' }

/** The methods of 2026-07-28, each with all its parameters. */
const REV2026: readonly [string, Record<string, unknown>][] = [
  ['server/discover', {}],
  ['tools/list', { cursor: 'x' }],
  ['tools/call', { name: 'echo', arguments: { a: 1, b: [2] } }],
  ['tools/call', { name: 'order', arguments: args, inputResponses: answers, requestState: 'sealed0.x.y' }],
  ['tools/call', { name: 'stored', arguments: args, inputResponses: answers }],
  ['tools/call', { name: 'errand', arguments: {} }],
  ['prompts/list', {}],
  ['prompts/get', { name: 'order', arguments: args, inputResponses: answers }],
  ['resources/list', {}],
  ['resources/templates/list', {}],
  ['resources/read', { uri: 'test://one' }],
  [
    'completion/complete',
    {
      ref: { type: 'ref/resource', uri: 'test://{page}' },
      argument: { name: 'page', value: 'x' },
      context: { arguments: { a: 'b' } },
    },
  ],
  [
    'completion/complete',
    { ref: { type: 'ref/prompt', name: 'order' }, argument: { name: 'item', value: 't' }, context: { arguments: {} } },
  ],
  [
    'subscriptions/listen',
    { notifications: { toolsListChanged: true, resourceSubscriptions: ['test://one'], taskIds: ['x'] } },
  ],
  ['tasks/get', { taskId: 'x' }],
  ['tasks/update', { taskId: 'x', inputResponses: answers }],
  ['tasks/cancel', { taskId: 'x' }],
  ['notifications/cancelled', { requestId: 1, reason: 'enough' }],
  ['no/such/method', {}],
]

/** A message of 2026-07-28, and the headers that repeat it. */
export interface Rev2026Message {
  headers: Record<string, string>
  body: object
}

export const rev2026Messages: readonly Rev2026Message[] = REV2026.map(([method, params]) => {
  const capabilities = { elicitation: { form: {} }, sampling: {}, extensions: { 'io.modelcontextprotocol/tasks': {} } }
  const { headers, body } = toRequest(method, params, { capabilities })
  return { headers, body: { ...body, params: { ...body.params, _meta: { ...meta, ...body.params._meta } } } }
})

const rpc = (method: string, params?: object) => ({ jsonrpc: '2.0', id: 1, method, ...(params && { params }) })

/** The messages of 2025-11-25. Questions of `tools/call` stay unanswered. */
export const sessionMessages: readonly object[] = [
  rpc('ping'),
  rpc('tools/list', { cursor: 'x' }),
  rpc('tools/call', { name: 'echo', arguments: { a: 1 }, _meta: meta }),
  rpc('tools/call', { name: 'order', arguments: args, _meta: meta }),
  rpc('prompts/list'),
  rpc('prompts/get', { name: 'order', arguments: args }),
  rpc('resources/list'),
  rpc('resources/templates/list'),
  rpc('resources/read', { uri: 'test://one' }),
  rpc('resources/subscribe', { uri: 'test://one' }),
  rpc('resources/unsubscribe', { uri: 'test://one' }),
  rpc('logging/setLevel', { level: 'info' }),
  rpc('completion/complete', {
    ref: { type: 'ref/resource', uri: 'test://{page}' },
    argument: { name: 'page', value: 'x' },
  }),
  rpc('no/such/method', {}),
  { jsonrpc: '2.0', method: 'notifications/initialized' },
  { jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: 1, reason: 'enough' } },
  { jsonrpc: '2.0', method: 'notifications/progress', params: { progressToken: 1, progress: 1, total: 2 } },
  { jsonrpc: '2.0', method: 'notifications/roots/list_changed' },
  { jsonrpc: '2.0', id: 1, result: { action: 'accept', content: { sure: true } } },
  { jsonrpc: '2.0', id: 0, result: {} },
  { jsonrpc: '2.0', id: 1, error: { code: -32000, message: 'no' } },
  [rpc('ping'), { ...rpc('tools/list'), id: 2 }],
]

export const initialize = {
  jsonrpc: '2.0',
  id: 0,
  method: 'initialize',
  params: {
    protocolVersion: '2025-11-25',
    capabilities: { elicitation: { form: {} }, sampling: {}, roots: { listChanged: true } },
    clientInfo: { name: 'fuzzer', version: '1' },
  },
}
