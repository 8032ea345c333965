import { createMemoryStore } from '@sweatpants/framework/log'
import type { Model } from '@sweatpants/framework/models'
import { expect, onTestFinished, test, vi } from 'vitest'
import { fromJson, toJson } from '../export/json.ts'
import { createPanel } from '../panel/create-panel.ts'
import type { Panel } from '../panel/panel.ts'
import type { RoundtableEvent } from '../session/event.ts'
import { nameSeats } from '../session/name-seats.ts'
import { createRoundtable } from './create-roundtable.ts'
import { ANSWER, say } from './fixtures/fake-table.ts'
import type { Heard, SeatDraft } from './roundtable.ts'

const signal = new AbortController().signal

const panel: Panel = {
  candidates: async () => [],
  seat: async () => ({
    seats: [
      { agentId: 'ann_1', label: 'Participant A', model: 'ann', family: 'ann', persona: 'A cook.' },
      { agentId: 'bob_1', label: 'Participant B', model: 'bob', family: 'bob' },
    ],
    absent: [],
    substitutes: [
      { agentId: 'cid_1', model: 'cid', family: 'cid' },
      { agentId: 'dan_1', model: 'dan', family: 'dan' },
    ],
  }),
}

function openTable(answer: (model: string, prompt: string) => string) {
  const resolve = async (model: string): Promise<Model> => ({
    id: model,
    async answer({ systemPrompt = '', messages, tools }) {
      if (tools === undefined) return { model, content: { type: 'text', text: ANSWER } }
      return { model, content: { type: 'text', text: answer(model, `${systemPrompt}${JSON.stringify(messages)}`) } }
    },
  })
  const table = createRoundtable({ store: createMemoryStore(), panel, resolve })
  onTestFinished(() => table.close())
  return table
}

const fails = (): never => {
  throw new Error('no key')
}

test('a seat that fails before it was heard is replaced by substitutes, one after another, with its persona and label', async () => {
  const prompts: string[] = []
  const table = openTable((model, prompt) => {
    if (model === 'dan') prompts.push(prompt)
    return model === 'ann' || model === 'cid' ? fails() : say('Tea')
  })
  const session = await table.finish(await table.start({ topic: 'Tea?', question: { kind: 'open' } }), { signal })
  expect(session.seats).toMatchObject([
    { agentId: 'dan_1', replaces: 'cid_1', persona: 'A cook.', label: 'Participant A' },
    { agentId: 'bob_1' },
  ])
  expect(session).toMatchObject({ agentIds: ['dan_1', 'bob_1'], substitutes: [] })
  expect(session.rounds[0]!.failures.map(({ agentId }) => agentId)).toEqual(['ann_1', 'cid_1'])
  expect(session.consensus?.seats).toEqual({ total: 2, heard: 2, absent: 0 })
  expect(prompts[0]).toContain('A cook.')
  expect(fromJson(toJson(session))).toEqual(session)
  expect(['ann_1', 'cid_1', 'dan_1', 'bob_1'].map(nameSeats(session))).toEqual([
    'Cook · ann',
    'Cook · cid',
    'Cook · dan',
    'bob',
  ])
})

test('the progress of a round counts a seat and its substitutes once', async () => {
  const table = openTable((model) => (model === 'ann' || model === 'cid' ? fails() : say('Tea')))
  const counts: string[] = []
  const onHeard = ({ done, expected }: Heard) => void counts.push(`${done} of ${expected}`)
  await table.finish(await table.start({ topic: 'Tea?', question: { kind: 'open' } }), { signal, onHeard })
  expect(counts.at(-1)).toBe('2 of 2')
})

test('a seat that was heard before keeps its place when it fails', async () => {
  let isDown = false
  const table = openTable((model) => (model === 'ann' && isDown ? fails() : say('Tea')))
  const first = await table.finish(await table.start({ topic: 'Tea?', question: { kind: 'open' } }), { signal })
  isDown = true
  const { agentIds, consensus } = await table.finish(await table.continue(first.id), { signal })
  expect(agentIds).toEqual(['ann_1', 'bob_1'])
  expect(consensus?.carried).toEqual(['ann_1'])
})

test('seats that ask the same question ask it once: one request, required if one of them requires it', async () => {
  const resolve = async (model: string): Promise<Model> => ({
    id: model,
    async answer({ messages, tools }) {
      if (tools === undefined) return { model, content: { type: 'text', text: ANSWER } }
      if (messages.length > 1) return { model, content: { type: 'text', text: say('Tea') } }
      const query = model === 'ann' ? 'How much water is there?' : ' how much  WATER is there'
      const input = { query, reason: 'It matters.', priority: model === 'ann' ? 'optional' : 'required' }
      return {
        model,
        content: [{ type: 'tool_use', id: 'call_1', name: 'request_context', input }],
        stopReason: 'toolUse',
      }
    },
  })
  const table = createRoundtable({ store: createMemoryStore(), panel, resolve })
  onTestFinished(() => table.close())
  const session = await table.finish(await table.start({ topic: 'Tea?', question: { kind: 'open' } }), { signal })
  expect(session.pendingContextRequests).toHaveLength(1)
  const [request] = session.pendingContextRequests
  expect(request).toMatchObject({ priority: 'required' })
  expect([request!.agentId, ...request!.alsoAskedBy!].toSorted()).toEqual(['ann_1', 'bob_1'])
})

test('a statement is shown as it is written, with at most one write a second, and its draft goes when it is complete', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
  const written = Promise.withResolvers<void>()
  const resolve = async (model: string): Promise<Model> => ({
    id: model,
    async answer({ tools }, { onPart }) {
      if (tools === undefined) return { model, content: { type: 'text', text: ANSWER } }
      const text = say('Tea', { reasoning: 'It is warm, and it is cheap.' })
      if (model === 'ann') {
        onPart?.({ type: 'text', text: text.slice(0, 45) })
        await vi.advanceTimersByTimeAsync(1_000)
        for (const letter of text.slice(45, 60)) onPart?.({ type: 'text', text: letter })
        await vi.advanceTimersByTimeAsync(1_000)
        written.resolve()
      } else await written.promise
      return { model, content: { type: 'text', text } }
    },
  })
  const table = createRoundtable({ store: createMemoryStore(), panel, resolve, settings: { leaseTtl: 60_000 } })
  onTestFinished(() => table.close())
  const begun = await table.start({ topic: 'Tea?', question: { kind: 'open' } })
  const shown: (readonly SeatDraft[])[] = []
  const session = await table.finish(begun, { signal, onDrafts: (drafts) => shown.push(drafts) })
  const events = (await table.sessions.log.read(begun.sessionId, 0)).map(({ event }) => event)
  const drafts = events.filter((event): event is RoundtableEvent<'seat_draft'> => event.type === 'seat_draft')
  expect(drafts).toMatchObject([
    { agentId: 'ann_1', from: 0, text: expect.stringMatching(/^Tea\n\nIt is/) },
    { agentId: 'ann_1', from: drafts[0]!.text.length },
  ])
  expect(drafts.map(({ text }) => text).join('')).toMatch(/^Tea\n\nIt is warm/)
  expect(session.rounds[0]).not.toHaveProperty('drafts')
  expect(shown).toContainEqual([{ name: 'Cook · ann', text: expect.stringMatching(/^Tea\n\nIt is/) }])
  expect(shown.at(-1)).toEqual([])
})

test('a chosen model that cannot be used, or has no price that a budget in dollars needs, is refused before the debate begins', async () => {
  const discover = async () => [
    { provider: 'openai', id: 'openai/gpt-6', usable: true },
    { provider: 'groq', usable: true },
  ]
  const table = createRoundtable({ store: createMemoryStore(), panel: createPanel({ discover }) })
  onTestFinished(() => table.close())
  const start = (input: object) => table.start({ topic: 'Tea?', agents: ['openai/gpt-5.4'], ...input })
  await expect(start({ synthesizer: 'groq' })).rejects.toMatchObject({
    code: 'invalid',
    message: expect.stringMatching(
      /^The synthesizer cannot be used\. There is no usable model.*\n- groq: .*groq\/name$/,
    ),
  })
  await expect(start({ substitutes: ['groq/mystery-1'], budget: { usd: 1 } })).rejects.toMatchObject({
    code: 'invalid',
    message: expect.stringContaining('the price of groq/mystery-1 is unknown'),
  })
  expect(await table.list()).toEqual([])
})
