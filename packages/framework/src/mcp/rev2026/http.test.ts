import { once } from 'node:events'
import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { HttpError } from '../../http/http-error.ts'
import { type Listening, listenHttp } from '../../http/listen.ts'
import type { Admitted } from '../core/auth.ts'
import type { Channel } from '../core/channel.ts'
import { missingCapability, ProtocolError } from '../core/errors.ts'
import type { HttpExchange } from '../core/http-exchange.ts'
import type { HttpHandle } from '../http/adapter.ts'
import { createFetchHandler } from '../http/fetch.ts'
import { createNodeListener } from '../http/node.ts'
import { META, readEnvelope } from './envelope.ts'
import type { Rev2026Request } from './handlers.ts'
import { createRev2026Http } from './http.ts'

const METHODS = [
  'server/discover',
  'tools/list',
  'tools/call',
  'prompts/get',
  'resources/read',
  'tasks/get',
  'tasks/update',
]
type Answer = (request: Rev2026Request, channel: Channel) => Promise<Record<string, unknown>>

const listedTools = [
  { name: 'greet', inputSchema: { type: 'object' } },
  {
    name: 'route',
    inputSchema: { type: 'object', properties: { region: { type: 'string', 'x-mcp-header': 'Region' } } },
  },
]

/** What the next request gets, and what went wrong. */
let answer: Answer
let caller: Admitted | undefined
const errors: unknown[] = []
afterEach(() => {
  answer = async ({ method }) => ({ resultType: 'complete', method })
  caller = undefined
  errors.length = 0
})
answer = async ({ method }) => ({ resultType: 'complete', method })

const onError = (error: unknown) => void errors.push(error)
const rev2026Http = createRev2026Http({
  rev2026: {
    readEnvelope,
    hasMethod: (method) => METHODS.includes(method),
    answer: (request, channel) => answer(request, channel),
    close: async () => {},
  },
  catalog: { listedTools },
  onError,
})
let last: HttpExchange | undefined
const handle: HttpHandle = (exchange) => {
  last = exchange
  return rev2026Http(exchange, JSON.parse(exchange.body), caller)
}
const adapter = { bodyLimit: 1e6, onError }

let listening: Listening
const closed: (() => void)[] = []
beforeAll(async () => {
  const listener = createNodeListener(handle, adapter)
  listening = await listenHttp(
    (req, res) => {
      res.once('close', () => closed.shift()?.())
      listener(req, res)
    },
    { grace: 0 },
  )
})
afterAll(() => listening.close())

const fetchHandler = createFetchHandler(handle, adapter)
const wires = {
  'over a socket': (init: RequestInit) => fetch(listening.url, init),
  'over fetch': (init: RequestInit) => fetchHandler(new Request('http://localhost/', init)),
}

const meta = (more: object = {}) => ({
  [META.protocolVersion]: '2026-07-28',
  [META.clientCapabilities]: {},
  ...more,
})

/** A request as it should be, to be spoiled by a test. */
function toInit(message: Record<string, unknown>, headers: Record<string, string | undefined> = {}): RequestInit {
  const { method, params = {} } = message as { method: string; params?: Record<string, unknown> }
  const name = params.name ?? params.uri ?? params.taskId
  const all = {
    'content-type': 'application/json',
    'mcp-protocol-version': '2026-07-28',
    'mcp-method': method,
    'mcp-name': name as string | undefined,
    ...headers,
  }
  const sent = Object.entries(all).filter((entry): entry is [string, string] => entry[1] !== undefined)
  const body = { jsonrpc: '2.0', id: 7, ...message, params: { _meta: meta(), ...params } }
  return { method: 'POST', headers: sent, body: JSON.stringify(body) }
}

const call = (params: object = {}, headers = {}) =>
  toInit({ method: 'tools/call', params: { name: 'greet', arguments: {}, ...params } }, headers)

const frames = (sse: string) =>
  [...sse.matchAll(/^event: message\ndata: (.*)\n$/gm)].map(([, data]) => JSON.parse(data!))

describe.each(Object.entries(wires))('2026-07-28 %s', (_, send) => {
  async function outcome(init: RequestInit) {
    const response = await send(init)
    const { error, id } = (await response.json()) as { id: unknown; error?: { code: number; data?: unknown } }
    return { status: response.status, id, code: error?.code, data: error?.data }
  }

  it('answers a request with one JSON body', async () => {
    answer = async (request, { signal, principal }) => {
      expect(signal.aborted).toBe(false)
      expect(principal).toBe('ann')
      return { resultType: 'complete', request }
    }
    caller = { principal: 'ann', scopes: ['read'], requireScopes: () => {} }
    const response = await send(call())
    expect(response.status).toBe(200)
    expect(response.headers.get('content-type')).toBe('application/json')
    expect(await response.json()).toMatchObject({
      jsonrpc: '2.0',
      id: 7,
      result: {
        resultType: 'complete',
        request: { id: 7, method: 'tools/call', params: { name: 'greet' }, envelope: { version: '2026-07-28' } },
      },
    })
  })

  it('echoes the id as it came', async () => {
    for (const id of ['a', '', 0, -1]) {
      expect(await outcome(toInit({ id, method: 'tools/list' }))).toMatchObject({ status: 200, id, code: undefined })
    }
  })

  it.each<[string, unknown, number | null]>([
    ['a batch', [{ jsonrpc: '2.0', id: 1, method: 'tools/list' }], null],
    ['an empty batch', [], null],
    ['a response', { jsonrpc: '2.0', id: 1, result: {} }, 1],
    ['another version of JSON-RPC', { jsonrpc: '1.0', id: 1, method: 'tools/list' }, 1],
    ['an id of null', { jsonrpc: '2.0', id: null, method: 'tools/list' }, null],
    ['an id that would not come back as it was', { jsonrpc: '2.0', id: 2 ** 60, method: 'tools/list' }, null],
    ['a method that is not a string', { jsonrpc: '2.0', id: 1, method: 1 }, 1],
    ['null', null, null],
    ['a string', 'tools/list', null],
  ])('refuses %s with 400 and -32600', async (_, body, id) => {
    const init = { ...toInit({ method: 'tools/list' }), body: JSON.stringify(body) }
    expect(await outcome(init)).toMatchObject({ status: 400, code: -32600, id })
  })

  it.each([
    ['no params', undefined],
    ['params that are a list', []],
    ['no _meta', { _meta: undefined }],
    ['no version', { _meta: { [META.clientCapabilities]: {} } }],
    ['no capabilities', { _meta: { [META.protocolVersion]: '2026-07-28' } }],
    ['no capabilities and another version', { _meta: { [META.protocolVersion]: 'v999.0.0' } }],
    ['a malformed client', { _meta: meta({ [META.clientInfo]: {} }) }],
  ])('refuses %s in the envelope with 400 and -32602', async (_, params) => {
    const init = toInit({ method: 'server/discover' })
    const body = JSON.stringify({ jsonrpc: '2.0', id: 101, method: 'server/discover', params })
    expect(await outcome({ ...init, body })).toMatchObject({ status: 400, code: -32602, id: 101 })
  })

  it('refuses a version that is not served with 400 and -32022, and says which are', async () => {
    const params = { _meta: meta({ [META.protocolVersion]: 'v999.0.0' }) }
    const data = { supported: ['2026-07-28'], requested: 'v999.0.0' }
    const init = toInit({ method: 'server/discover', params }, { 'mcp-protocol-version': 'v999.0.0' })
    expect(await outcome(init)).toEqual({ status: 400, code: -32022, id: 7, data })
    const bare = toInit({ method: 'server/discover', params }, { 'mcp-protocol-version': undefined })
    expect(await outcome(bare)).toEqual({ status: 400, code: -32022, id: 7, data })
  })

  it.each<[string, RequestInit]>([
    ['no version header', toInit({ method: 'tools/list' }, { 'mcp-protocol-version': undefined })],
    ['another version in the header', toInit({ method: 'tools/list' }, { 'mcp-protocol-version': 'v999.0.0' })],
    [
      'another version in the body, served or not',
      toInit({ method: 'tools/list', params: { _meta: meta({ [META.protocolVersion]: 'v999.0.0' }) } }),
    ],
    [
      'another method beside a version that is not served',
      toInit(
        { method: 'tools/list', params: { _meta: meta({ [META.protocolVersion]: 'v999.0.0' }) } },
        { 'mcp-protocol-version': 'v999.0.0', 'mcp-method': 'prompts/list' },
      ),
    ],
    ['no Mcp-Method', toInit({ method: 'tools/list' }, { 'mcp-method': undefined })],
    ['another Mcp-Method', toInit({ method: 'tools/list' }, { 'mcp-method': 'prompts/list' })],
    ['a Mcp-Method of another case', toInit({ method: 'tools/list' }, { 'mcp-method': 'TOOLS/LIST' })],
    ['a Mcp-Method for a method that is not there', toInit({ method: 'no/such' }, { 'mcp-method': 'tools/list' })],
    ['no Mcp-Name for a tool', call({}, { 'mcp-name': undefined })],
    ['another Mcp-Name', call({}, { 'mcp-name': 'wrong_tool_name' })],
    ['a Mcp-Name in broken base64', call({}, { 'mcp-name': '=?base64?Z3JlZXQ?=' })],
    ['no Mcp-Name for a prompt', toInit({ method: 'prompts/get', params: { name: 'p' } }, { 'mcp-name': undefined })],
    ['another resource', toInit({ method: 'resources/read', params: { uri: 'a:b' } }, { 'mcp-name': 'a:c' })],
    ['another task', toInit({ method: 'tasks/get', params: { taskId: '1' } }, { 'mcp-name': '2' })],
    ['no task to update', toInit({ method: 'tasks/update', params: { taskId: '1' } }, { 'mcp-name': undefined })],
    ['no task to cancel', toInit({ method: 'tasks/cancel', params: { taskId: '1' } }, { 'mcp-name': undefined })],
    [
      'initialize, which is of another revision',
      {
        ...toInit({ method: 'initialize' }),
        body: JSON.stringify({
          jsonrpc: '2.0',
          id: 7,
          method: 'initialize',
          params: { protocolVersion: '2025-11-25' },
        }),
      },
    ],
  ])('refuses %s with 400 and -32020', async (_, init) => {
    const { data, ...rest } = await outcome(init)
    expect(rest).toEqual({ status: 400, code: -32020, id: 7 })
    expect(data).toMatchObject({ mismatch: { header: expect.any(String), body: expect.any(String) } })
  })

  it.each<[string, RequestInit]>([
    ['a Mcp-Name in base64', call({}, { 'mcp-name': '=?base64?Z3JlZXQ=?=' })],
    ['a Mcp-Name that is not ASCII', call({ name: 'grüß' }, { 'mcp-name': '=?base64?Z3LDvMOf?=' })],
    ['a Mcp-Name where none is needed', toInit({ method: 'tools/list' }, { 'mcp-name': 'whatever' })],
    ['a task', toInit({ method: 'tasks/get', params: { taskId: 't-1' } })],
    ['a resource', toInit({ method: 'resources/read', params: { uri: 'test://a' } })],
  ])('takes %s', async (_, init) => {
    expect(await outcome(init)).toMatchObject({ status: 200, code: undefined })
  })

  it('refuses a name that is not a string with -32602', async () => {
    expect(await outcome(call({ name: ['greet'] }, { 'mcp-name': 'greet' }))).toMatchObject({ code: -32602, id: 7 })
  })

  it.each(['initialize', 'ping', 'logging/setLevel', 'tasks/result', 'unknown/method', 'toString'])(
    'answers %s, which is not of this revision, with 404 and -32601',
    async (method) => {
      expect(await outcome(toInit({ method }))).toMatchObject({ status: 404, code: -32601, id: 7 })
    },
  )

  it.each([
    ['Hello', '=?base64?SGVsbG8=?=', 200],
    ['Hello', '=?base64?SGVsbG8?=', 400],
    ['Hello', '=?base64?SGVs!!!bG8=?=', 400],
    ['SGVsbG8=', 'SGVsbG8=', 200],
    ['=?base64?SGVsbG8=', '=?base64?SGVsbG8=', 200],
    ['test-value', undefined, 400],
    ['test-value', 'test-value', 200],
    ['test-value', 'other-value', 400],
    [null, undefined, 200],
  ])('for the argument %j and its header %j answers %i', async (region, header, status) => {
    const init = call({ name: 'route', arguments: { region } }, { 'mcp-param-region': header })
    expect(await outcome(init)).toMatchObject({ status, id: 7, code: status === 400 ? -32020 : undefined })
  })

  it('takes a notification with 202, unless its headers say something else', async () => {
    const init = toInit({ id: undefined, method: 'notifications/cancelled' })
    const response = await send(init)
    expect([response.status, await response.text()]).toEqual([202, ''])
    const bare = toInit({ id: undefined, method: 'notifications/cancelled' }, { 'mcp-method': undefined })
    expect((await send(bare)).status).toBe(202)
    const other = toInit({ id: undefined, method: 'notifications/cancelled' }, { 'mcp-method': 'tools/call' })
    expect(await outcome(other)).toMatchObject({ status: 400, code: -32020, id: null })
  })

  it('answers a missing capability with 400', async () => {
    answer = () => Promise.reject(missingCapability('sampling', { sampling: {} }))
    const data = { requiredCapabilities: { sampling: {} } }
    expect(await outcome(call())).toEqual({ status: 400, code: -32021, id: 7, data })
  })

  it('answers any other protocol error of a method with 200', async () => {
    answer = () => Promise.reject(new ProtocolError(-32602, 'there is no such thing', { uri: 'a:b' }))
    expect(await outcome(call())).toEqual({ status: 200, code: -32602, id: 7, data: { uri: 'a:b' } })
    expect(errors).toEqual([])
  })

  it('tells onError, and not the client, about an error of ours', async () => {
    answer = () => Promise.reject(new Error('secret'))
    const response = await send(call())
    expect(response.status).toBe(200)
    expect(await response.json()).toEqual({ jsonrpc: '2.0', id: 7, error: { code: -32603, message: 'internal error' } })
    expect(errors).toEqual([new Error('secret')])
  })

  it('does the same for a result that JSON cannot carry', async () => {
    answer = async () => ({ big: 1n })
    expect(await outcome(call())).toMatchObject({ status: 200, code: -32603, id: 7 })
    expect(errors).toHaveLength(1)
  })

  it('tells the client the message of an HttpError, which is written for it', async () => {
    answer = () => Promise.reject(new HttpError(404, 'no_page', 'there is no page 7'))
    const error = { code: -32603, message: 'there is no page 7' }
    expect(await (await send(call())).json()).toEqual({ jsonrpc: '2.0', id: 7, error })
  })

  it('becomes a stream of events when a notification comes first, and ends with the result', async () => {
    answer = async (_, channel) => {
      channel.notify('notifications/progress', { progressToken: 'p', progress: 1 })
      channel.notify('notifications/message', { level: 'info', data: 'a\nb' })
      return { resultType: 'complete' }
    }
    const response = await send(call())
    expect(response.headers.get('content-type')).toBe('text/event-stream')
    expect(frames(await response.text())).toEqual([
      { jsonrpc: '2.0', method: 'notifications/progress', params: { progressToken: 'p', progress: 1 } },
      { jsonrpc: '2.0', method: 'notifications/message', params: { level: 'info', data: 'a\nb' } },
      { jsonrpc: '2.0', id: 7, result: { resultType: 'complete' } },
    ])
  })

  it('sends a notification when it comes, not when the result does', async () => {
    const go = Promise.withResolvers<void>()
    answer = async (_, channel) => {
      channel.notify('notifications/progress', { progress: 1 })
      await go.promise
      return {}
    }
    const response = await send(call())
    const reader = response.body!.getReader()
    expect(frames(new TextDecoder().decode((await reader.read()).value))).toMatchObject([{ params: { progress: 1 } }])
    go.resolve()
    expect(frames(new TextDecoder().decode((await reader.read()).value))).toMatchObject([{ id: 7 }])
    expect((await reader.read()).done).toBe(true)
  })

  it('ends a stream of events with the error where there is one', async () => {
    answer = async (_, channel) => {
      channel.notify('notifications/progress', { progress: 1 })
      throw missingCapability('sampling', { sampling: {} })
    }
    const response = await send(call())
    expect(response.status).toBe(200)
    expect(frames(await response.text()).at(-1)).toMatchObject({ id: 7, error: { code: -32021 } })
  })

  it('sends nothing that comes after the result', async () => {
    let late: Channel | undefined
    answer = async (_, channel) => {
      late = channel
      return {}
    }
    const response = await send(call())
    last!.stream = () => expect.unreachable()
    late!.notify('notifications/progress', { progress: 1 })
    expect(await response.json()).toEqual({ jsonrpc: '2.0', id: 7, result: {} })
  })

  it.each(['before anything came', 'after a notification'])(
    'R10 is cancelled by a client that leaves %s',
    async (when) => {
      const started = Promise.withResolvers<void>()
      const cancelled = Promise.withResolvers<void>()
      answer = async (_, channel) => {
        if (when !== 'before anything came') channel.notify('notifications/progress', { progress: 1 })
        channel.signal.addEventListener('abort', () => cancelled.resolve())
        started.resolve()
        await cancelled.promise
        channel.notify('notifications/progress', { progress: 2 })
        throw channel.signal.reason
      }
      const abort = new AbortController()
      const response = send({ ...call(), signal: abort.signal }).catch(() => {})
      await started.promise
      abort.abort()
      await cancelled.promise
      await response
      expect(errors).toEqual([])
    },
  )

  it('loses progress for a slow reader, and never what has changed nor the result', async () => {
    const told = Promise.withResolvers<void>()
    answer = async (_, channel) => {
      for (let i = 1; i <= 20_000; i++) {
        channel.notify('notifications/progress', { progress: i, message: 'x'.repeat(1_000) })
        if (i % 100 === 0) await new Promise(setImmediate)
      }
      channel.notify('notifications/tools/list_changed', {})
      told.resolve()
      return { resultType: 'complete' }
    }
    const response = await send(call())
    await told.promise
    const got = frames(await response.text())
    expect(got.length).toBeLessThan(20_000)
    expect(got.slice(-2)).toMatchObject([{ method: 'notifications/tools/list_changed' }, { id: 7, result: {} }])
    const progress = got.slice(0, -2).map(({ params }) => params.progress)
    expect(progress).toEqual(progress.toSorted((a, b) => a - b))
  })
})

describe('2026-07-28 over a socket', () => {
  /** The answer to a request with its headers exactly as written. */
  async function raw(headers: string[], message: object) {
    const body = JSON.stringify(message)
    const socket = connect(Number(new URL(listening.url).port), '127.0.0.1')
    const head = ['POST / HTTP/1.1', 'Host: localhost', 'Connection: close', `Content-Length: ${body.length}`]
    socket.write(`${[...head, ...headers].join('\r\n')}\r\n\r\n${body}`)
    return text(socket)
  }
  const params = { name: 'greet', _meta: meta() }

  it.each(['mcp-method', 'MCP-METHOD', 'mCP-mETHOD'])('reads the header %s in any case', async (name) => {
    const headers = ['MCP-PROTOCOL-VERSION: 2026-07-28', `${name}: tools/call`, 'MCP-NAME: greet']
    expect(await raw(headers, { jsonrpc: '2.0', id: 1, method: 'tools/call', params })).toMatch(/^HTTP\/1.1 200 /)
  })

  it('strips the blanks around a name', async () => {
    const headers = ['MCP-Protocol-Version: 2026-07-28', 'Mcp-Method: tools/call', 'Mcp-Name: \t greet \t ']
    expect(await raw(headers, { jsonrpc: '2.0', id: 1, method: 'tools/call', params })).toMatch(/^HTTP\/1.1 200 /)
  })

  it('refuses a header that comes twice', async () => {
    const headers = ['MCP-Protocol-Version: 2026-07-28', 'Mcp-Method: tools/call', 'Mcp-Name: greet', 'Mcp-Name: other']
    expect(await raw(headers, { jsonrpc: '2.0', id: 1, method: 'tools/call', params })).toMatch(/^HTTP\/1.1 400 /)
  })

  it('R10 is not cancelled by a client that leaves once it has the result', async () => {
    let signal: AbortSignal | undefined
    answer = async (_, channel) => {
      signal = channel.signal
      channel.notify('notifications/progress', { progress: 1 })
      return {}
    }
    const gone = Promise.withResolvers<void>()
    closed.push(gone.resolve)
    const body = call().body as string
    const socket = connect(Number(new URL(listening.url).port), '127.0.0.1')
    socket.write(
      `POST / HTTP/1.1\r\nHost: localhost\r\nMCP-Protocol-Version: 2026-07-28\r\nMcp-Method: tools/call\r\nMcp-Name: greet\r\nContent-Length: ${body.length}\r\n\r\n${body}`,
    )
    let got = ''
    while (!got.includes('"id":7')) got += String((await once(socket, 'data'))[0])
    socket.destroy()
    await gone.promise
    expect(signal!.aborted).toBe(false)
  })
})
