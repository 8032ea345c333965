import { createHmac } from 'node:crypto'
import { createMcpTool } from '@sweatpants/framework'
import { createRunRoutes } from '@sweatpants/framework/control'
import { createMemoryStore, type Store } from '@sweatpants/framework/log'
import { serveMcp } from '@sweatpants/framework/mcp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { send } from '../mcp/rpc.ts'

const draws = createMcpTool('draws')
  .elicits({ sure: { response: z.object({}) } })
  .carrier('stored')
  .execute(function* (_, ctx) {
    const ids = [yield* ctx.uuid(), yield* ctx.uuid()]
    const number = yield* ctx.random()
    yield* ctx.elicit('sure', { message: `${ids[0]} ${number}` })
    return { ids, number }
  })
  .build()

let store: Store
let url: string
let close: () => Promise<void>

beforeAll(async () => {
  store = createMemoryStore()
  const server = serveMcp({ name: 'draws', version: '1', tools: [draws], store, onError: () => {} })
  const listening = await server.listen()
  url = listening.url
  close = async () => {
    await server.close()
    await store.close()
  }
})
afterAll(() => close())

const CAPABILITIES = { elicitation: { form: {} } }

async function drawOnce() {
  const asked = await send(url, 'tools/call', { name: 'draws' }, { capabilities: CAPABILITIES })
  const requestState = asked.result!.requestState!
  const [question] = Object.keys(asked.result!.inputRequests!)
  const inputResponses = { [question!]: { action: 'accept', content: {} } }
  const params = { name: 'draws', requestState, inputResponses }
  const ended = await send(url, 'tools/call', params, { capabilities: CAPABILITIES })
  const runId = requestState.split('.')[1]!
  const opened = await store.log('call').open(runId)
  const { header } = opened!.register as unknown as { header: { seed: string } }
  return {
    sent: JSON.stringify([asked, ended]),
    value: JSON.parse(ended.result!.content![0]!.text) as Drawn,
    seed: header.seed,
  }
}

interface Drawn {
  ids: [string, string]
  number: number
}

test('no message to a client holds the seed that its values are drawn from', async () => {
  const { sent, seed } = await drawOnce()
  expect(seed.length).toBe(36)
  expect(sent).not.toContain(seed)
})

test('a value is the HMAC of its place, so that without the seed one says nothing about the next', async () => {
  const { value, seed } = await drawOnce()
  const [first, second] = value.ids
  // Everything but the seed is known to an attacker: the place of each draw, and the algorithm.
  const known = ['', first, first.replaceAll('-', ''), 'draws']
  const places = ['', '/', '0', '0/', '1', '1/']
  const guesses = (keys: readonly string[]) =>
    keys.flatMap((key) =>
      places.flatMap((place) => [0, 1].map((n) => createHmac('sha256', key).update(`${place}\n${n}`).digest('hex'))),
    )
  const head = second.slice(0, 8)
  expect(guesses(known).some((guess) => guess.startsWith(head))).toBe(false)
  expect(guesses([seed]).some((guess) => guess.startsWith(head))).toBe(true)
})

test('two calls of one client draw nothing in common', async () => {
  const [one, other] = [await drawOnce(), await drawOnce()]
  expect(new Set([...one.value.ids, ...other.value.ids]).size).toBe(4)
  expect(one.value.number).not.toBe(other.value.number)
})

test('the list of runs and the page of a run do not show its seed, which predicts its values', async () => {
  await drawOnce()
  const routes = createRunRoutes({ store, auth: () => 'operator' })
  const read = async (path: string) => (await routes.request(`http://localhost/api/runs${path}`)).text()
  const listed = await read('')
  const [{ id, kind }] = JSON.parse(listed).runs
  const { register } = (await store.log(kind).get(id))! as { register?: unknown }
  const { seed } = (register as { header: { seed: string } }).header
  expect(seed).toMatch(/^.{16,}$/)
  const shown = await read(`/${id}`)
  expect(JSON.parse(shown)).toMatchObject({ id, entries: expect.arrayContaining([expect.anything()]) })
  expect(listed + shown).not.toContain(seed)
})
