import { Agent } from 'node:http'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { checkReply } from './fuzz/check-reply.ts'
import { fuzz } from './fuzz/fuzz.ts'
import { cut, cuts, mutated, mutatedBytes } from './fuzz/mutate.ts'
import { NASTY_TEXTS, nastyText } from './fuzz/nasty.ts'
import { watchResources } from './fuzz/open-resources.ts'
import { type Answer, exchange } from './fuzz/raw-exchange.ts'
import { initialize, rev2026Messages, sessionMessages } from './fuzz/rpc-messages.ts'
import { toBytes } from './fuzz/surface.ts'
import { request } from './mcp/rpc.ts'
import { ALICE, openTarget, type Target } from './mcp/target.ts'

const authorization = `Bearer ${ALICE}`
const plain = { 'content-type': 'application/json', accept: 'application/json, text/event-stream', authorization }

const errors: unknown[] = []
let checkResources: () => Promise<void>
let agent: Agent
let target: Target

beforeAll(async () => {
  checkResources = watchResources()
  agent = new Agent({ keepAlive: true })
  target = await openTarget({ onError: (error) => errors.push(error), limits: { sessions: 200, sessionIdle: 60_000 } })
})

afterAll(async () => {
  await target[Symbol.asyncDispose]()
  agent.destroy()
  await checkResources()
})

interface Sent {
  method?: string
  headers: Record<string, string | string[]>
  body: Uint8Array
  places?: readonly number[]
}

/** Sends, and sees to it that what comes back is an answer that the protocol has. */
async function ask({ method = 'POST', headers, body, places = [] }: Sent): Promise<Answer> {
  errors.length = 0
  const answer = await exchange({ url: target.url, method, headers, pieces: cut(body, places), agent })
  expect(errors, 'nothing that a client sends is an error of ours').toEqual([])
  expect(answer.status, answer.text).toBeLessThan(500)
  if (answer.headers['content-type'] === 'application/json' && method !== 'HEAD')
    [JSON.parse(answer.text)].flat().forEach(checkReply)
  else expect(answer.text).toBe('')
  return answer
}

/** A valid request is still served. */
async function serves(): Promise<void> {
  const { content } = await request(
    target.url,
    'tools/call',
    { name: 'echo', arguments: { a: 1 } },
    { headers: { authorization } },
  )
  expect(content?.[0]?.text).toBe('a')
}

async function openSession(): Promise<Record<string, string>> {
  const { headers } = await exchange({
    url: target.url,
    method: 'POST',
    headers: plain,
    pieces: [toBytes(initialize)],
    agent,
  })
  return { ...plain, 'mcp-protocol-version': '2025-11-25', 'mcp-session-id': headers['mcp-session-id'] as string }
}

describe('2026-07-28 over HTTP', () => {
  const message = fc.constantFrom(...rev2026Messages)

  fuzz(
    'answers every message with a few parts changed, and the headers that fit it',
    message.chain(({ headers, body }) => mutated(body).map((changed) => ({ headers, changed }))),
    async ({ headers, changed }) => {
      await ask({ headers: { ...headers, ...plain, ...namesOf(changed) }, body: toBytes(changed) })
    },
    { runs: 600 },
  )

  fuzz(
    'answers any bytes, cut at any place',
    fc.tuple(
      message.chain(({ headers, body }) =>
        mutatedBytes(fc.constant(JSON.stringify(body))).map((bytes) => ({ headers, bytes })),
      ),
      cuts,
    ),
    async ([{ headers, bytes }, places]) => {
      await ask({ headers: { ...headers, ...plain }, body: bytes, places })
    },
    { runs: 200 },
  )

  it('still serves valid requests', serves)
})

/** Headers say what the body says, so that what is in the body is looked at. */
function namesOf(message: unknown): Record<string, string> {
  const { method, params } = (message ?? {}) as { method?: unknown; params?: Record<string, unknown> | null }
  const name = params?.name ?? params?.uri ?? params?.taskId
  const given = { 'mcp-method': method, 'mcp-name': name }
  return Object.fromEntries(
    Object.entries(given).filter(
      (entry): entry is [string, string] => typeof entry[1] === 'string' && isHeader(entry[1]),
    ),
  )
}

/** What Node sends and takes as the value of a header. */
const isHeader = (text: string): boolean => /^[\x20-\x7e]*$/.test(text) && text.length < 4_000

describe('headers', () => {
  const names = [
    'accept',
    'authorization',
    'content-type',
    'host',
    'last-event-id',
    'mcp-method',
    'mcp-name',
    'mcp-protocol-version',
    'mcp-session-id',
    'origin',
    'traceparent',
    'x-forwarded-host',
  ]
  const values = [
    ...NASTY_TEXTS.filter(isHeader),
    'application/json; charset=utf-7',
    'application/json, text/plain',
    'APPLICATION/JSON ;x=y',
    'multipart/form-data; boundary=--',
    '*/*;q=0',
    'text/event-stream',
    '2025-06-18',
    '2025-03-26',
    '2024-11-05',
    '9999-99-99',
    `=?base64?${btoa('echo')}?=`,
    '=?base64?%%%?=',
    '=?utf-8?Q?echo?=',
    'http://localhost:1',
    'null',
    'localhost:99999999',
    '[::1]:x',
    'Bearer',
    'Bearer \t',
  ]
  const header = fc.tuple(fc.constantFrom(...names), fc.oneof(fc.constantFrom(...values), nastyText.filter(isHeader)))

  fuzz(
    'of any kind, by any method, are refused or do not matter',
    fc.tuple(
      fc.constantFrom('POST', 'POST', 'GET', 'DELETE', 'PUT', 'PATCH', 'OPTIONS', 'HEAD'),
      fc.constantFrom(...rev2026Messages, ...sessionMessages.map((body) => ({ headers: {}, body }))),
      fc.array(header, { minLength: 1, maxLength: 3 }),
    ),
    async ([method, message, changed]) => {
      const headers = { ...plain, ...message.headers, ...Object.fromEntries(changed) }
      const body = method === 'POST' ? toBytes(message.body) : Buffer.alloc(0)
      await ask({ method, headers, body })
    },
    { runs: 400 },
  )

  it('still serves valid requests', serves)
})

describe('2025-11-25 over HTTP', () => {
  fuzz(
    'answers every initialize with a few parts changed',
    mutated(initialize),
    async (changed) => {
      const { headers } = await ask({ headers: plain, body: toBytes(changed) })
      const session = headers['mcp-session-id']
      if (session !== undefined)
        await ask({ method: 'DELETE', headers: { ...plain, 'mcp-session-id': session }, body: Buffer.alloc(0) })
    },
    { runs: 100 },
  )

  fuzz(
    'takes every message of a session with a few parts changed, and the session ends with all that it left open',
    fc.array(
      fc.constantFrom(...sessionMessages).chain((message) => mutated(message)),
      { minLength: 1, maxLength: 5 },
    ),
    async (messages) => {
      const headers = await openSession()
      for (const message of messages) await ask({ headers, body: toBytes(message) })
      expect((await ask({ method: 'DELETE', headers, body: Buffer.alloc(0) })).status).toBe(200)
    },
    { runs: 80 },
  )

  fuzz(
    'goes on after no event that never was',
    nastyText.filter(isHeader),
    async (id) => {
      const headers = await openSession()
      const { status } = await ask({
        method: 'GET',
        headers: { ...headers, 'last-event-id': id },
        body: Buffer.alloc(0),
      })
      expect([200, 400]).toContain(status)
      await ask({ method: 'DELETE', headers, body: Buffer.alloc(0) })
    },
    { runs: 40 },
  )

  it('has let go of every session: as many can be opened as there may be', async () => {
    const sessions = await Promise.all(Array.from({ length: 200 }, openSession))
    expect(sessions.filter((headers) => headers['mcp-session-id'] === undefined)).toEqual([])
  })

  it('still serves valid requests', serves)
})
