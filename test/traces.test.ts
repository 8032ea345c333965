import { createMcpTool } from '@sweatpants/framework'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { z } from 'zod'
import { type Exported, exportInMemory } from '../packages/framework/src/tools/fixtures/telemetry.ts'
import { startWorld } from './mcp/world.ts'
import { accept, type Path, question } from './promises/path.ts'
import { chat } from './promises/paths/chat.ts'
import { DebateStage } from './promises/paths/debate.ts'
import { mcp2025 } from './promises/paths/mcp-2025.ts'
import { sealed, stored } from './promises/paths/mcp-2026.ts'
import { task } from './promises/paths/task.ts'
import { terminal } from './promises/paths/terminal.ts'

let exported: Exported
beforeEach(() => {
  exported = exportInMemory()
})
afterEach(() => exported.end())

const greet = createMcpTool('greet')
  .elicits({ age: { response: z.object({ age: z.number() }) } })
  .execute(function* (_, ctx) {
    yield* ctx.step('look', () => 'up')
    yield* ctx.elicit('age', { message: 'How old are you?' })
    return yield* ctx.step('greet', () => 'hello')
  })
  .build()

/** Calls the tool, restarts the server at its question if the path has one that can go on, and waits for the last span. */
async function call(path: Path, isRestarted: boolean): Promise<void> {
  await using stage = await path.open({ tools: [greet] })
  const made = await stage.call('greet')
  const asked = await question(made)
  if (isRestarted) {
    await stage.servers.close()
    await stage.servers.start()
  }
  await made.answer(asked, accept({ age: 30 }))
  expect(await made.outcome()).toMatchObject({ type: 'completed' })
}

const stateOf = ({ attributes }: { attributes: Record<string, unknown> }) => attributes['sweatpants.run.state']

test.each([
  ['a terminal', terminal, false],
  ['MCP 2025', mcp2025, false],
  ['MCP 2026 with a sealed state', sealed, true],
  ['MCP 2026 with a stored call', stored, true],
  ['a task', task, true],
  ['a chat', chat, true],
] as const)('a run in %s has spans for itself, its steps and its question', async (_, path, isRestarted) => {
  await call(path, isRestarted)
  await expect.poll(() => exported.named('run greet').map(stateOf)).toContain('completed')
  const [first, ...later] = exported.named('run greet')
  expect(exported.span('step look').parentSpanContext?.spanId).toBe(first!.spanContext().spanId)
  expect(exported.named('elicit age').length).toBeGreaterThan(0)
  expect(exported.span('step greet').parentSpanContext?.spanId).toBe((later.at(-1) ?? first!).spanContext().spanId)
  expect(later.length > 0).toBe(isRestarted)
  for (const { links, attributes } of later) {
    expect(links.map(({ context }) => context.spanId)).toContain(first!.spanContext().spanId)
    expect(attributes['sweatpants.run.id']).toBe(first!.attributes['sweatpants.run.id'])
  }
  const counted = await exported.points('sweatpants.runs')
  const started = counted.filter(({ attributes }) => Object.values(attributes).join() === 'greet,started')
  expect(started.map(({ value }) => value)).toEqual([1])
})

test('a round of a debate has spans for itself and for the samples of its seats', async () => {
  await using world = await startWorld()
  await using stage = await DebateStage.open({ world, servers: 'local' })
  const { sessionId, contextRequests } = await stage.start()
  await stage.continue(sessionId, [{ requestId: contextRequests[0]!.id, success: true, result: 'Ten.' }])
  await stage.until(({ rounds }) => rounds[0]?.endedAt !== undefined)
  await expect.poll(() => exported.named('run roundtable_round').map(stateOf)).toContain('completed')
  const rounds = exported.named('run roundtable_round').map((span) => span.spanContext().spanId)
  for (const seat of ['ada', 'bo', 'cy']) {
    const samples = exported.named(`sample ${seat}`)
    expect(samples.length).toBeGreaterThan(0)
    for (const { parentSpanContext } of samples) expect(rounds).toContain(parentSpanContext?.spanId)
  }
})

test('the writes of a task are measured', async () => {
  await call(task, false)
  const [point] = await exported.points('sweatpants.append.duration')
  expect(point).toMatchObject({ value: { count: expect.any(Number), sum: expect.any(Number) } })
})
