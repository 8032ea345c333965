import {
  createMcpTool,
  type McpTool,
  type Operation,
  type ToolAnnotations,
  type ToolContext,
} from '@sweatpants/framework'
import { createMemoryStore } from '@sweatpants/framework/chat'
import { createRoundtable } from '@sweatpants/roundtable'
import { expect } from 'vitest'
import { startWorld, type World } from '../../mcp/world.ts'
import { until } from '../path.ts'
import { DebateStage, type Reply, type ToolReply } from '../paths/debate.ts'
import type { ServerProcesses } from '../processes.ts'
import { createSeat, panel } from '../seats.ts'
import { enlarging, returning, withRejections } from './results.ts'

/** Begins a round in which one seat does not answer, and resolves when it is the last. */
async function beginRound(stage: DebateStage, world: World): Promise<void> {
  world.hold('cy')
  // The reply is lost with the server.
  stage.start().catch(() => {})
  await Promise.all(['ada', 'bo', 'cy'].map((seat) => world.begun(seat)))
  await stage.until(({ rounds }) => rounds[0]?.heard.length === 2)
}

/** Kills the server while one seat has not answered, and starts another one that no caller talks to. */
export async function resumesRound(): Promise<void> {
  await using world = await startWorld()
  await using stage = await DebateStage.open({ world, servers: 'processes' })
  await beginRound(stage, world)
  await stage.servers.kill()
  world.release('cy')
  await stage.servers.start()
  await world.begun('summary')
  expect(world.counts).toEqual({ ada: 1, bo: 1, cy: 2, summary: 1 })
  const session = await stage.until(({ rounds }) => rounds[0]?.endedAt !== undefined)
  expect(session.rounds[0]!.heard.toSorted()).toEqual(['ada', 'bo', 'cy'])
}

/** Stops the server while one seat has not answered, until another one has taken over. */
export async function repeatsOneSeat(): Promise<void> {
  await using world = await startWorld()
  await using stage = await DebateStage.open({ world, servers: 'processes' })
  const servers = stage.servers as ServerProcesses
  await beginRound(stage, world)
  await servers.freeze()
  await servers.start()
  await world.begun('cy', 2)
  servers.thaw()
  world.release('cy')
  const session = await stage.until(({ rounds }) => rounds[0]?.endedAt !== undefined)
  expect(session.rounds[0]!.heard.toSorted()).toEqual(['ada', 'bo', 'cy'])
  const { cy, ...rest } = world.counts
  // On a busy machine the second server may lose its lease as well, while it waits for the seat.
  expect(cy).toBeGreaterThanOrEqual(2)
  expect(rest).toEqual({ ada: 1, bo: 1, summary: 1 })
}

/** Sends the request that begins a debate several times with one key. */
export async function beginsOnce(): Promise<void> {
  await using world = await startWorld()
  await using stage = await DebateStage.open({ world, servers: 'local' })
  const replies = await Promise.all(Array.from({ length: 3 }, () => stage.start({ key: 'debate 17' })))
  expect(new Set(replies.map(({ sessionId }) => sessionId)).size).toBe(1)
  expect(world.counts).toEqual({ ada: 1, bo: 1, cy: 1, summary: 1 })
}

/** Answers a request that no seat has made, and one request twice. */
export async function sortsContext(): Promise<void> {
  await using world = await startWorld()
  await using stage = await DebateStage.open({ world, servers: 'local' })
  const { sessionId, contextRequests } = await stage.start()
  const [request] = contextRequests
  const answer = (requestId: string, result: string) => ({ requestId, success: true, result })
  const reply = await stage.continue(sessionId, [
    answer('forged', 'Nothing.'),
    answer(request!.id, 'Ten.'),
    answer(request!.id, 'A thousand.'),
  ])
  expect(reply.ignoredContextResults).toEqual([
    { requestId: 'forged', reason: 'unknown' },
    { requestId: request!.id, reason: 'repeated' },
  ])
}

/** Pauses a debate while a seat has not answered. A call that is cancelled leaves its round running. */
export async function abortsSeats(): Promise<void> {
  await using world = await startWorld()
  await using stage = await DebateStage.open({ world, servers: 'local' })
  world.hold('cy')
  const started = stage.start().catch((error: unknown) => error)
  await world.begun('cy')
  const { sessionId } = await stage.until(({ rounds }) => rounds.length === 1)
  await stage.pause(sessionId)
  expect(await started).toBeInstanceOf(Error)
  await until(() => world.aborted('cy') === 1)
  await stage.until(({ rounds }) => rounds[0]?.stage === 'interrupted')
}

/** Deploys other code while a seat has not answered, then the right code again. */
export async function survivesDeploysOfDebates(): Promise<void> {
  await using world = await startWorld()
  await using stage = await DebateStage.open({ world, servers: 'local' })
  await beginRound(stage, world)
  await stage.servers.close()
  await stage.servers.start(undefined, { answerTokens: 7 })
  const { nextStep } = await stage.until(({ rounds }) => rounds[0]?.stage === 'blocked')
  expect(nextStep).not.toMatch(/diverge|journal|tokens/i)
  expect(stage.servers.errors.map(({ name }) => name)).toEqual(['DivergenceError'])
  await stage.servers.close()
  world.release('cy')
  await stage.servers.start(undefined, {})
  await world.begun('summary')
  expect(world.counts).toMatchObject({ ada: 1, bo: 1, summary: 1 })
}

/** Reads the list of tools. */
export async function listsDebateTools(): Promise<void> {
  await using world = await startWorld()
  await using stage = await DebateStage.open({ world, servers: 'local' })
  expect((await stage.tools()).map(({ name }) => name)).toContain('start_roundtable')
}

/** Reads the progress of a round. */
export async function raisesDebateProgress(): Promise<void> {
  await using world = await startWorld()
  await using stage = await DebateStage.open({ world, servers: 'local' })
  const numbers: number[] = []
  const reply: Reply = await stage.start({ onProgress: (progress) => numbers.push(progress) })
  expect(reply.agentResponses).toHaveLength(3)
  expect(numbers.length).toBeGreaterThan(2)
  expect(numbers).toEqual([...new Set(numbers)].toSorted((a, b) => a - b))
}

/** Plays a round in which a seat uses tools. */
async function useTools(tools: readonly McpTool[]): Promise<Record<string, ToolReply>> {
  await using world = await startWorld()
  // A call of a seat's tool that is interrupted, because the machine is busy for longer than a lease, is not sent again, and fails.
  await using stage = await DebateStage.open({ world, tools, servers: 'local', leaseTtl: 60_000 })
  return await stage.use()
}

/** A seat uses tools whose results, or those of their steps, are no JSON. */
export const refusesToolResults = (tools: readonly McpTool[], problem: (name: string) => string) => async () => {
  const replies = await useTools(tools)
  expect(Object.keys(replies)).toEqual(tools.map(({ name }) => name))
  for (const [name, { success, error }] of Object.entries(replies))
    expect([success, error], name).toEqual([false, expect.stringContaining(problem(name))])
}

/** A seat uses tools that return, yield and throw promises that reject. */
export const survivesToolRejections = (): Promise<void> =>
  withRejections('debate', async (tools) => {
    const { late, ...replies } = await useTools(tools)
    for (const [name, { success }] of Object.entries(replies)) expect(success, name).toBe(false)
    expect(late).toMatchObject({ success: true, data: '"won"' })
  })

/** A seat uses tools that end with large results and errors. */
export async function bearsLargeToolOutcomes(): Promise<void> {
  const { follows, throws_text } = await useTools(enlarging)
  expect(throws_text).toMatchObject({ success: false })
  expect(follows).toMatchObject({ success: true })
}

const tidy = (name: string, ran: string[], body: (ctx: ToolContext) => Operation<unknown>): McpTool =>
  createMcpTool(name)
    .limits({ timeout: 50, cleanup: 100 })
    .execute(function* (_, ctx) {
      try {
        return yield* body(ctx)
      } finally {
        yield* ctx.step('tidy', () => void ran.push(name))
      }
    })
    .build()

/** A seat uses tools that end by a result, an error and a timeout. */
export async function runsFinallyOfTools(): Promise<void> {
  const ran: string[] = []
  const replies = await useTools([
    tidy('returns', ran, (ctx) => ctx.step('count', () => 1)),
    tidy('throws', ran, (ctx) =>
      ctx.step('fail', () => {
        throw new Error('no luck')
      }),
    ),
    tidy('times_out', ran, (ctx) => ctx.step('hang', () => new Promise<never>(() => {}))),
  ])
  expect(Object.values(replies).map(({ success }) => success)).toEqual([true, false, false])
  expect(ran).toEqual(['returns', 'throws', 'times_out'])
}

/** Deletes a debate while a seat uses a tool. */
export async function runsFinallyOfDeletedDebate(): Promise<void> {
  const ran: string[] = []
  const begun = Promise.withResolvers<void>()
  const hang = createMcpTool('hang')
    .execute(function* (_, ctx) {
      try {
        yield* ctx.step('hang', () => {
          begun.resolve()
          return new Promise<never>(() => {})
        })
      } finally {
        yield* ctx.step('tidy', () => void ran.push('tidied'))
      }
    })
    .build()
  await using world = await startWorld()
  const resolve = async (seat: string) => createSeat(world.url, seat)
  await using roundtable = createRoundtable({ store: createMemoryStore(), panel, tools: [hang], resolve })
  const { sessionId } = await roundtable.start({ topic: 'Tea?', question: { kind: 'open' } })
  await begun.promise
  await roundtable.delete(sessionId)
  await until(() => ran.length > 0)
}

/** A seat uses a tool whose `finally` never settles, and the round ends. */
export async function boundsFinallyOfTools(): Promise<void> {
  const stuck = createMcpTool('stuck')
    .limits({ timeout: 50, cleanup: 100 })
    .execute(function* (_, ctx) {
      try {
        yield* ctx.step('hang', () => new Promise<never>(() => {}))
      } finally {
        yield* ctx.step('never', () => new Promise<never>(() => {}))
      }
    })
    .build()
  expect(await useTools([stuck])).toMatchObject({ stuck: { success: false } })
}

/** Kills the server while a seat uses a tool that acts upon the world. Resolves to what the seat reads of it. */
async function killInTool(world: World, annotations: ToolAnnotations): Promise<ToolReply> {
  const act = createMcpTool('act')
    .annotations(annotations)
    .execute(function* (_, ctx) {
      return yield* ctx.step('act', async ({ idempotencyKey }) => {
        const response = await fetch(`${world.url}/act`, { headers: { 'idempotency-key': idempotencyKey } })
        return response.text()
      })
    })
    .build()
  world.hold('act')
  await using stage = await DebateStage.open({ world, tools: [act], servers: 'local' })
  // The reply is lost with the server.
  stage.start().catch(() => {})
  await world.begun('act')
  await stage.servers.kill()
  world.release('act')
  await stage.servers.start()
  return (await stage.usesOf(await stage.until(({ rounds }) => rounds[0]?.endedAt !== undefined))).act!
}

/** Kills the server while a seat uses a tool that may be used again. */
export async function keepsKeysOfTools(): Promise<void> {
  await using world = await startWorld()
  expect(await killInTool(world, { readOnlyHint: true })).toMatchObject({ success: true, data: '"act"' })
  const keys = world.visits.filter(({ step }) => step === 'act').map(({ idempotencyKey }) => idempotencyKey)
  expect(keys).toHaveLength(2)
  expect(keys[1]).toBe(keys[0])
}

/** Kills the server while a seat uses a tool that may have had its effect. */
export async function interruptsTools(): Promise<void> {
  await using world = await startWorld()
  expect(await killInTool(world, {})).toMatchObject({ success: false, error: expect.stringContaining('interrupted') })
  expect(world.counts.act).toBe(1)
}

/** Connects tools that seats cannot tell apart, or that are named as the framework and the seats name their own. */
export const refusesToolNames = (names: readonly string[], problem: string) => async (): Promise<void> => {
  const [tool] = returning
  const refusal = await useTools(names.map((name) => ({ ...tool!, name }))).then(
    () => 'none',
    (error: Error) => error.message,
  )
  expect(refusal).toContain(problem)
}
