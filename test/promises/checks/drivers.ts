import { expect } from 'vitest'
import { startWorld } from '../../mcp/world.ts'
import { accept, type Path, question } from '../path.ts'
import type { ServerProcesses } from '../processes.ts'

const STEPS = Array.from({ length: 8 }, (_, index) => `step-${index + 1}`)

/** Stops a server in the middle of eight steps until another one has taken over, and lets it go on. */
export async function repeatsOneStep(path: Path): Promise<void> {
  await using world = await startWorld()
  world.hold('step-3')
  await using stage = await path.open({ errands: ['walk'], world })
  const servers = stage.servers as ServerProcesses
  const call = await stage.call('walk')
  await call.answer(await question(call), accept({ ok: true }))
  await world.begun('step-3')
  await servers.freeze()
  await servers.start()
  await call.retry()
  await world.begun('step-3', 2)
  servers.thaw()
  world.release('step-3')
  expect(await call.outcome()).toEqual({ type: 'completed', text: 'arrived' })
  const { leave, 'step-3': inFlight, ...rest } = world.counts
  expect(leave).toBe(1)
  // On a busy machine the second server may lose its lease as well, while it waits for the step.
  expect(inFlight).toBeGreaterThanOrEqual(2)
  expect(rest).toEqual(Object.fromEntries(STEPS.filter((step) => step !== 'step-3').map((step) => [step, 1])))
}
