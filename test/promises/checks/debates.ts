import { expect } from 'vitest'
import { startWorld, type World } from '../../mcp/world.ts'
import { until } from '../path.ts'
import { DebateStage, type Reply } from '../paths/debate.ts'
import type { ServerProcesses } from '../processes.ts'

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
