import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { DiscoveredModel } from '@sweatpants/framework/models'
import fc from 'fast-check'
import { expect, onTestFinished, test } from 'vitest'
import { collaborative } from '../modes/collaborative.ts'
import type { Mode } from '../modes/mode.ts'
import { createPanel } from './create-panel.ts'
import type { Panel } from './panel.ts'
import { PERSONAS } from './seat-guests.ts'

const CLAUDE = { provider: 'anthropic', id: 'anthropic/claude-5', usable: true }
const GPT = { provider: 'openai', id: 'openai/gpt-6', usable: true }
const NO_GOOGLE = { provider: 'google', id: 'google/gemini-3', usable: false, remedy: 'set GEMINI_API_KEY' }
const QWEN = { provider: 'ollama', id: 'ollama/qwen3:8b', usable: true }
const QWEN_LARGE = { provider: 'ollama', id: 'ollama/qwen3:32b', usable: true }
const LLAMA = { provider: 'ollama', id: 'ollama/llama3:latest', usable: true }
const GROQ = { provider: 'groq', usable: true }
const DEMO = { provider: 'demo', id: 'demo', usable: true }

const withRoles: Mode = {
  ...collaborative,
  assignRoles: (count, perspectives) =>
    Array.from({ length: count }, (_, i) => ({ name: perspectives[i] ?? `Role ${i + 1}`, instruction: 'Play it.' })),
}

const panelOf = (...found: DiscoveredModel[]): Panel => createPanel({ discover: async () => found })

type Request = Parameters<Panel['seat']>[0]
const ask = (request: Partial<Request> = {}): Request => ({
  wishes: undefined,
  count: 4,
  mode: collaborative,
  perspectives: [],
  seed: 'session-1',
  ...request,
})
const wishing = (...models: string[]): Request => ask({ wishes: models.map((model) => ({ model })) })

test('candidates are the models of the environment, and no request goes to a provider that charges', async () => {
  const paths: (string | undefined)[] = []
  const server = createServer(({ url }, reply) => {
    paths.push(url)
    reply.end(JSON.stringify({ models: [{ name: 'qwen3:8b' }] }))
  }).listen(0, '127.0.0.1')
  onTestFinished(() => void server.close())
  await once(server, 'listening')
  const base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const env = { OLLAMA_BASE_URL: base, OPENAI_BASE_URL: base, OPENAI_API_KEY: 'k', LM_STUDIO_BASE_URL: base }
  const panel = createPanel({ env })
  expect(await panel.candidates()).toEqual(
    expect.arrayContaining([
      {
        model: expect.stringMatching(/^anthropic\//),
        family: 'claude',
        usable: false,
        remedy: 'set ANTHROPIC_API_KEY',
      },
      { model: expect.stringMatching(/^openai\//), family: 'gpt', usable: true },
      { model: 'ollama/qwen3:8b', family: 'qwen', usable: true },
      {
        model: 'lm-studio',
        family: 'lm-studio',
        usable: false,
        remedy: 'lm-studio has no default model; choose one: lm-studio/name',
      },
      { model: 'demo', family: 'demo', usable: true },
    ]),
  )
  await panel.seat(wishing('openai', 'lm-studio/llama-4', 'ollama'))
  expect(new Set(paths)).toEqual(new Set(['/api/tags']))
})

test('without requested models, seats are spread evenly over families, and a family with an unused model has the odd one', async () => {
  const panel = panelOf(CLAUDE, NO_GOOGLE, QWEN, QWEN_LARGE, LLAMA, GROQ, DEMO)
  const modelsOf = async (count: number) => (await panel.seat(ask({ count }))).seats.map(({ model }) => model)
  const four = [CLAUDE.id, QWEN.id, LLAMA.id, QWEN_LARGE.id]
  expect(await modelsOf(1)).toEqual(four.slice(0, 1))
  expect(await modelsOf(4)).toEqual(four)
  expect(await modelsOf(6)).toEqual([...four, CLAUDE.id, LLAMA.id])
})

test('the demo model takes a seat only if there is no other model', async () => {
  const { seats, absent } = await panelOf(NO_GOOGLE, DEMO).seat(ask({ count: 3 }))
  expect(seats.map(({ model, family }) => [model, family])).toEqual(Array(3).fill(['demo', 'demo']))
  expect(absent).toEqual([])
  const mixed = await panelOf(CLAUDE, DEMO).seat(ask({ count: 3 }))
  expect(mixed.seats.map(({ family }) => family)).toEqual(['claude', 'claude', 'claude'])
})

test('a provider alone means its default model, and any model of a usable provider may be named', async () => {
  const { seats } = await panelOf(CLAUDE, QWEN, LLAMA, GROQ, DEMO).seat(
    wishing('anthropic', ' anthropic/claude-haiku ', 'ollama', 'ollama/llama3', 'groq/openai/gpt-oss', 'demo'),
  )
  expect(seats.map(({ agentId, model, family }) => [agentId, model, family])).toEqual([
    ['anthropic_1', CLAUDE.id, 'claude'],
    ['anthropic_2', 'anthropic/claude-haiku', 'claude'],
    ['ollama_1', QWEN.id, 'qwen'],
    ['ollama_2', 'ollama/llama3', 'llama'],
    ['groq_1', 'groq/openai/gpt-oss', 'gpt'],
    ['demo_1', 'demo', 'demo'],
  ])
})

test('a requested model that cannot be used is absent with a remedy, and the others have seats', async () => {
  const { seats, absent } = await panelOf(CLAUDE, NO_GOOGLE, QWEN, GROQ, DEMO).seat(
    wishing('google/gemini-9', 'anthropic', 'groq', 'nobody/x', 'ollama/gone', 'google', 'demo/big', 'two words', 'x/'),
  )
  expect(seats.map(({ agentId }) => agentId)).toEqual(['anthropic_1'])
  expect(absent.map(({ agentId, model, reason }) => [agentId, model, reason])).toEqual([
    ['google_1', 'google/gemini-9', 'set GEMINI_API_KEY'],
    ['groq_1', 'groq', 'groq has no default model; choose one: groq/name'],
    ['nobody_1', 'nobody/x', expect.stringContaining('one of these providers: anthropic, google, ollama, groq, demo.')],
    ['ollama_1', 'ollama/gone', 'ollama has no model "gone"; install it with ollama pull gone'],
    ['google_2', 'google/gemini-3', 'set GEMINI_API_KEY'],
    ['demo_1', 'demo/big', expect.stringContaining('there is no model "demo/big"')],
    ['two_words_1', 'two words', expect.stringContaining('there is no model "two words"')],
    ['x_1', 'x/', expect.stringContaining('there is no model "x/"')],
  ])
  expect(absent.every(({ round, phase, code }) => round === 0 && phase === 'start' && code === 'configuration')).toBe(
    true,
  )
})

test('if no model can be used, the error lists every remedy', async () => {
  const wished = panelOf(CLAUDE, NO_GOOGLE, GROQ).seat(wishing('google', 'groq'))
  await expect(wished).rejects.toMatchObject({
    code: 'no_agents',
    message: expect.stringMatching(/google\/gemini-3: set GEMINI_API_KEY\n- groq: groq has no default model/),
  })
  const found = panelOf(NO_GOOGLE, GROQ).seat(ask())
  await expect(found).rejects.toMatchObject({
    code: 'no_agents',
    message: expect.stringContaining('set GEMINI_API_KEY'),
  })
})

test('seats have different personas, and a requested persona is kept', async () => {
  const wishes = [{ model: 'demo' }, { model: 'demo', persona: 'A sailor.' }, { model: 'demo' }, { model: 'openai' }]
  const { seats } = await panelOf(GPT, DEMO).seat(ask({ wishes }))
  expect(seats.map(({ persona }) => persona)).toEqual([PERSONAS[0], 'A sailor.', PERSONAS[1], PERSONAS[2]])
  const { seats: crowd } = await panelOf(DEMO).seat(ask({ count: 12 }))
  expect(new Set(crowd.map(({ persona }) => persona)).size).toBe(12)
})

test('a mode with roles assigns them by the order of seats, and only requested personas', async () => {
  const wishes = [{ model: 'nobody' }, { model: 'demo' }, { model: 'demo', persona: 'A sailor.' }, { model: 'demo' }]
  const { seats } = await panelOf(DEMO).seat(ask({ wishes, mode: withRoles, perspectives: ['Law'] }))
  expect(seats.map(({ role, persona }) => [role?.name, persona])).toEqual([
    ['Law', undefined],
    ['Role 2', 'A sailor.'],
    ['Role 3', undefined],
  ])
})

test('labels are the same for the same session, and do not depend on the order of seats', async () => {
  const labelsOf = async (seed: string) =>
    (await panelOf(CLAUDE, GPT, QWEN, LLAMA).seat(ask({ seed }))).seats.map(({ label }) => label)
  expect(await labelsOf('one')).toEqual(await labelsOf('one'))
  const orders = await Promise.all(Array.from({ length: 40 }, (_, i) => labelsOf(`session-${i}`)))
  const participants = ['Participant A', 'Participant B', 'Participant C', 'Participant D']
  for (const labels of orders) expect(labels.toSorted()).toEqual(participants)
  for (let place = 0; place < 4; place++) {
    expect(new Set(orders.map((labels) => labels[place])).size).toBe(4)
  }
})

test('ids are unique and valid keys for any requested model', async () => {
  const panel = panelOf(CLAUDE, DEMO)
  await fc.assert(
    fc.asyncProperty(fc.array(fc.string({ unit: 'grapheme', maxLength: 60 }), { maxLength: 11 }), async (wishes) => {
      const { seats, absent } = await panel.seat(wishing('demo', ...wishes))
      const ids = [...seats, ...absent].map(({ agentId }) => agentId)
      expect(new Set(ids).size).toBe(wishes.length + 1)
      for (const id of ids) expect(id).toMatch(/^[A-Za-z][A-Za-z0-9_]*$/)
    }),
  )
})

test('only chosen substitutes take the place of seats, also of seats that were not requested', async () => {
  const { seats, substitutes } = await panelOf(CLAUDE, GPT, QWEN, DEMO).seat(ask({ count: 1, substitutes: [QWEN.id] }))
  expect(seats).toMatchObject([{ model: CLAUDE.id }])
  expect(substitutes).toEqual([{ agentId: 'ollama_1', model: QWEN.id, family: 'qwen' }])
})

test('a substitute that cannot be used is refused with what to do', async () => {
  const seated = panelOf(CLAUDE, NO_GOOGLE).seat({ ...wishing(CLAUDE.id), substitutes: [CLAUDE.id, NO_GOOGLE.id] })
  await expect(seated).rejects.toMatchObject({
    code: 'invalid',
    message: 'Some substitutes cannot be used. What to do for each:\n- google/gemini-3: set GEMINI_API_KEY',
  })
})
