import { Agent } from 'node:http'
import { createMcpTool } from '@sweatpants/framework'
import { type Chat, createChat } from '@sweatpants/framework/chat'
import type { Listening } from '@sweatpants/framework/http'
import type { Model } from '@sweatpants/framework/models'
import { createSqliteStore } from '@sweatpants/framework/stores/sqlite'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { fuzz } from './fuzz/fuzz.ts'
import { cut, cuts, mutated, mutatedBytes } from './fuzz/mutate.ts'
import { junk, nastyText } from './fuzz/nasty.ts'
import { watchResources } from './fuzz/open-resources.ts'
import { type Answer, exchange } from './fuzz/raw-exchange.ts'

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

/** Calls both tools for whatever is said, and is content with what they come to. */
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

const errors: unknown[] = []
const agent = new Agent({ keepAlive: true })
let checkResources: () => Promise<void>
let store: ReturnType<typeof createSqliteStore>
let chat: Chat
let listening: Listening

beforeAll(async () => {
  checkResources = watchResources()
  store = createSqliteStore(':memory:')
  const personas = { pirate: { systemPrompt: 'Arr.' } }
  const onError = (error: unknown) => errors.push(error)
  chat = await createChat({ store, tools: [book, send], models: [model], personas, limits: { streams: 20 }, onError })
  listening = await chat.listen()
})

afterAll(async () => {
  await chat.close()
  await store.close()
  agent.destroy()
  await checkResources()
})

interface Sent {
  method?: string
  path?: string
  headers?: Record<string, string>
  body?: Uint8Array
  places?: readonly number[]
}

/** Sends, and sees to it that what comes back is an answer, or a refusal with a code and a sentence. */
async function ask({
  method = 'POST',
  path = '',
  headers,
  body = Buffer.alloc(0),
  places = [],
}: Sent): Promise<Answer> {
  const answer = await exchange({
    url: `${listening.url}/api/chat/sessions${path}`,
    method,
    headers: { 'content-type': 'application/json', ...headers },
    pieces: cut(body, places),
    agent,
  })
  expect(errors, 'nothing that a client sends is an error of ours').toEqual([])
  expect(answer.status, answer.text).toBeLessThan(500)
  if (answer.status < 400 || method === 'HEAD') return answer
  // What is no host at all is refused before anybody reads the request.
  if (headers?.host !== undefined && answer.status === 400 && answer.text === '') return answer
  const { error } = JSON.parse(answer.text) as { error: { code: string; message: string } }
  expect(error.code).toMatch(/^[a-z_]+$/)
  expect(error.message.split(' ').length, error.message).toBeGreaterThan(3)
  return answer
}

const toBytes = (value: unknown) => Buffer.from(JSON.stringify(value) ?? '')

async function create(): Promise<string> {
  return (JSON.parse((await ask({ body: toBytes({}) })).text) as { sessionId: string }).sessionId
}

interface State {
  pendingElicits: Record<string, { callId: string; elicitId: string }>
  pendingApprovals: Record<string, { callId: string }>
  messages: unknown[]
}

async function read(sessionId: string): Promise<State> {
  const { status, text } = await ask({ method: 'GET', path: `/${sessionId}` })
  expect(status).toBe(200)
  return (JSON.parse(text) as { state: State }).state
}

const command = (sessionId: string, body: unknown) => ask({ path: `/${sessionId}/commands`, body: toBytes(body) })

/** A session in which a question and an approval are open. */
async function openSession() {
  const sessionId = await create()
  await command(sessionId, { type: 'send', commandId: 'first', content: 'Do it' })
  for (;;) {
    const { pendingElicits, pendingApprovals } = await read(sessionId)
    const [elicit, approval] = [Object.values(pendingElicits)[0], Object.values(pendingApprovals)[0]]
    if (elicit !== undefined && approval !== undefined) return { sessionId, elicit, approval }
    await new Promise(setImmediate)
  }
}

const PLACES = { callId: '<call>', elicitId: '<elicit>', approvalId: '<approval>', messageId: 'u-first' }
const { callId, elicitId, messageId } = PLACES
const accepted = { action: 'accept', content: { sure: true, note: 'x' } }

/** Every command; where it says so, the ids of what is open are put in. */
const COMMANDS: readonly object[] = [
  { type: 'send', commandId: 'a', content: 'hello', model: 'fake', persona: 'pirate', interrupt: true },
  { type: 'edit', commandId: 'b', messageId, content: 'hello again' },
  { type: 'retry', commandId: 'c', messageId },
  { type: 'elicit_response', commandId: 'd', callId, elicitId, result: accepted },
  { type: 'elicit_response', commandId: 'e', callId, elicitId, result: { action: 'decline' } },
  { type: 'approve', commandId: 'f', callId: PLACES.approvalId, arguments: { to: 'bob' } },
  { type: 'deny', commandId: 'g', callId: PLACES.approvalId, reason: 'no' },
  { type: 'configure', commandId: 'h', title: 'A title', model: 'fake', persona: 'pirate' },
  { type: 'abort', commandId: 'i' },
  { type: 'reset', commandId: 'j' },
]

describe('commands', () => {
  fuzz(
    'with a few parts changed are taken or refused, and the session goes on',
    fc.array(
      fc
        .constantFrom(...COMMANDS)
        .chain((given) =>
          fc.oneof({ arbitrary: mutated(given), weight: 4 }, { arbitrary: fc.constant(given), weight: 1 }),
        ),
      {
        minLength: 1,
        maxLength: 6,
      },
    ),
    async (commands) => {
      const { sessionId, elicit, approval } = await openSession()
      const fill = (body: unknown) =>
        (JSON.stringify(body) ?? '')
          .replaceAll('"<call>"', JSON.stringify(elicit.callId))
          .replaceAll('"<elicit>"', JSON.stringify(elicit.elicitId))
          .replaceAll('"<approval>"', JSON.stringify(approval.callId))
      for (const body of commands) {
        await ask({ path: `/${sessionId}/commands`, body: Buffer.from(fill(body)) })
      }
      const last = await command(sessionId, { type: 'send', commandId: 'the last', content: 'Still there?' })
      expect(last.status).toBe(202)
      expect((await read(sessionId)).messages.length).toBeGreaterThan(0)
      expect((await ask({ method: 'DELETE', path: `/${sessionId}` })).status).toBe(204)
    },
    { runs: 40 },
  )

  fuzz(
    'of whatever bytes, wherever they are cut, are taken or refused',
    fc.tuple(mutatedBytes(fc.constantFrom(...COMMANDS).map((given) => JSON.stringify(given))), cuts),
    async ([body, places]) => {
      const sessionId = await create()
      await ask({ path: `/${sessionId}/commands`, body, places })
      await read(sessionId)
      await ask({ method: 'DELETE', path: `/${sessionId}` })
    },
    { runs: 80 },
  )
})

const isPath = (text: string): boolean => /^[\x21-\x7e]*$/.test(text) && text.length < 4_000 && !text.includes('..')
const isHeader = (text: string): boolean => /^[\x20-\x7e]*$/.test(text) && text.length < 4_000

describe('routes', () => {
  fuzz(
    'of any session, by any method, with any body, are served or refused',
    fc.tuple(
      fc.constantFrom('GET', 'POST', 'DELETE', 'PUT', 'PATCH', 'OPTIONS', 'HEAD'),
      fc.oneof(
        nastyText.filter((text) => text.isWellFormed() && text.length < 400).map(encodeURIComponent),
        nastyText.filter(isPath),
      ),
      fc.constantFrom('', '/events', '/commands', '/events?after=', '/nothing', '/'),
      nastyText.filter(isPath),
      fc.dictionary(
        fc.constantFrom('last-event-id', 'origin', 'content-type', 'accept', 'host'),
        nastyText.filter(isHeader),
      ),
      junk,
    ),
    async ([method, id, route, query, headers, body]) => {
      const path = `/${id}${route}${route.endsWith('=') ? query : ''}`
      await ask({ method, path, headers, ...(method === 'POST' && { body: toBytes(body) }) })
    },
    { runs: 300 },
  )

  fuzz(
    'give the events after a place, or say that there is none',
    fc.oneof(nastyText, fc.integer().map(String), fc.double().map(String)),
    async (after) => {
      const sessionId = await create()
      const path = `/${sessionId}/events?after=${after.isWellFormed() ? encodeURIComponent(after) : '%ff'}`
      const { status } = await ask({ method: 'GET', path: path.slice(0, 8_000) })
      expect([200, 400, 429]).toContain(status)
      await ask({ method: 'DELETE', path: `/${sessionId}` })
    },
    { runs: 60 },
  )

  it('have let go of every stream: as many can be opened as there may be', async () => {
    const sessionId = await create()
    const read = () => ask({ method: 'GET', path: `/${sessionId}/events` })
    await expect
      .poll(async () => (await Promise.all(Array.from({ length: 20 }, read))).every(({ status }) => status === 200))
      .toBe(true)
  })
})
