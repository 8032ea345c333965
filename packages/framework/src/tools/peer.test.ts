import { expect, it, vi } from 'vitest'
import { z } from 'zod'
import { createMcpTool } from './builder.ts'
import { type Outcome, succeeded } from './outcome.ts'
import type { Peer, PeerEffect } from './peer.ts'
import { runTool } from './run-tool.ts'

const tool = createMcpTool('everything')
  .elicits({ sure: { response: z.object({ ok: z.boolean() }), expiresIn: 1_000, ui: 'in-app', by: 'host' } })
  .execute(function* (_, ctx) {
    yield* ctx.elicit('sure', { message: 'Sure?', plain: '[ ]', flights: [{ id: 'BA1' }] })
    yield* ctx.sample({ prompt: 'A word?', systemPrompt: 'Be brief.', temperature: 0 })
    yield* ctx.sample({
      messages: [{ role: 'user', content: 'A number?' }],
      tools: [{ name: 'give', inputSchema: z.object({ n: z.number() }) }],
      modelPreferences: { hints: [{ name: 'small' }] },
    })
    yield* ctx.roots()
    yield* ctx.detach()
    yield* ctx.log('info', 'half')
    yield* ctx.notify('half', 0.5)
  })
  .build()

const answers: Record<PeerEffect['type'], Outcome> = {
  elicit: succeeded({ action: 'decline' }),
  sample: succeeded({ content: { type: 'text', text: 'word' }, model: 'm' }),
  roots: succeeded({ roots: [] }),
  detach: succeeded(false),
  log: succeeded(undefined),
  notify: succeeded(undefined),
}

it('a peer receives plain data that it cannot change, and that holds no way back into the run', async () => {
  const received: PeerEffect[] = []
  const answer = (effect: PeerEffect) => {
    received.push(effect)
    return answers[effect.type]
  }
  expect(await runTool(tool, {}, { peer: { answer } })).toMatchObject({ type: 'completed' })
  expect(received.map(({ type }) => type)).toEqual(['elicit', 'sample', 'sample', 'roots', 'detach', 'log', 'notify'])
  for (const effect of received) {
    expect(Object.isFrozen(effect)).toBe(true)
    expect(Object.getPrototypeOf(effect)).toBe(Object.prototype)
    expect(structuredClone(effect)).toEqual(effect)
    expect(JSON.parse(JSON.stringify(effect))).toEqual(effect)
  }
  expect(received[0]).toEqual({
    type: 'elicit',
    id: 'sure',
    at: '0',
    key: 'sure',
    attempt: 1,
    toolName: 'everything',
    message: 'Sure?\n\n[ ]',
    plain: '[ ]',
    context: { flights: [{ id: 'BA1' }] },
    schema: expect.objectContaining({ type: 'object' }),
    ui: 'in-app',
    by: 'host',
    expiresAt: expect.any(Number),
  })
})

it('a peer that changes the context of a question changes neither what the tool sees nor what is recorded', async () => {
  const showing = createMcpTool('showing')
    .elicits({ sure: { response: z.object({}) } })
    .execute(function* (_, ctx) {
      const answer = yield* ctx.elicit('sure', { message: 'Sure?', flights: ['BA1'] })
      return answer.action === 'accept' && answer.exchange.context
    })
    .build()
  const answer = (effect: PeerEffect) => {
    if (effect.type === 'elicit') expect(() => (effect.context.flights as string[]).push('BA2')).toThrow(TypeError)
    return succeeded({ action: 'accept', content: {} })
  }
  expect(await runTool(showing, {}, { peer: { answer } })).toMatchObject({ value: { flights: ['BA1'] } })
})

it('a peer cannot change the form of a question, which other calls ask with too', async () => {
  const choosing = createMcpTool('choosing')
    .elicits({ pick: { response: z.object({ seat: z.string() }) } })
    .execute(function* (_, ctx) {
      yield* ctx.elicit('pick', { message: 'Which?' })
      yield* ctx.elicit('pick', { message: 'Which?', choices: { seat: [{ value: '1A' }, { value: '2B' }] } })
    })
    .build()
  const answer = vi.fn<Peer['answer']>(() => succeeded({ action: 'decline' }))
  await runTool(choosing, {}, { peer: { answer } })
  const forms = answer.mock.calls.map(([effect]) => effect.type === 'elicit' && effect.schema)
  expect(forms).toMatchObject([{ type: 'object' }, { properties: { seat: { enum: ['1A', '2B'] } } }])
  expect(forms.map((form) => changeable(form))).toEqual([[], []])
})

/** The paths of all parts that are not frozen. */
function changeable(value: unknown, path = 'schema'): string[] {
  if (typeof value !== 'object' || value === null) return []
  const parts = Object.entries(value).flatMap(([key, part]) => changeable(part, `${path}.${key}`))
  return Object.isFrozen(value) ? parts : [path, ...parts]
}
