import { createMcpTool, type McpTool } from '@sweatpants/framework'
import { expect } from 'vitest'
import { z } from 'zod'
import { accept, type Path, question, until } from '../path.ts'

/** Asks after a step. Other code has another step. */
const order = (ran: string[], step: string, version?: string): McpTool => {
  const begun = createMcpTool('order').elicits({ sure: { response: z.object({ ok: z.boolean() }) } })
  return (version === undefined ? begun : begun.version(version))
    .execute(function* (_, ctx) {
      try {
        yield* ctx.step(step, () => void ran.push(step))
        const { action } = yield* ctx.elicit('sure', { message: 'Order?' })
        yield* ctx.step('order', () => void ran.push('order'))
        return action
      } finally {
        yield* ctx.step('tidy', () => void ran.push('tidy'))
      }
    })
    .build()
}

/** Deploys other code while a question is open, then the right code again. */
export const survivesDeploys =
  (wrong: { step: string; version?: string }, right: { step: string; version?: string }) =>
  async (path: Path): Promise<void> => {
    const ran: string[] = []
    await using stage = await path.open({ tools: [order(ran, right.step, right.version)] })
    const call = await stage.call('order')
    const asked = await question(call)
    await stage.servers.close()
    await stage.servers.start([order(ran, wrong.step, wrong.version)])
    await call.answer(asked, accept({ ok: true }))
    const heard = await call.blocked()
    expect(heard).not.toMatch(/reserve|pick|Divergence|journal/i)
    const names = () => stage.servers.errors.map(({ name }) => name)
    await until(() => names().length > 0)
    expect(names()).toEqual([expect.stringMatching(/^(Divergence|Version)Error$/)])
    expect(ran).toEqual([right.step])
    await stage.servers.close()
    await stage.servers.start([order(ran, right.step, right.version)])
    await call.retry()
    expect(await call.outcome()).toEqual({ type: 'completed', text: 'accept' })
    expect(ran).toEqual([right.step, 'order', 'tidy'])
  }

/** Deploys servers that lack the tool while a question is open, then servers that have it. */
export async function survivesMissingTools(path: Path): Promise<void> {
  const ran: string[] = []
  const other = createMcpTool('other')
    .execute(function* () {
      return 'other'
    })
    .build()
  await using stage = await path.open({ tools: [order(ran, 'reserve')] })
  const call = await stage.call('order')
  const asked = await question(call)
  await stage.servers.close()
  await stage.servers.start([other])
  await call.answer(asked, accept({ ok: true }))
  await call.blocked()
  expect(ran).toEqual(['reserve'])
  await stage.servers.close()
  await stage.servers.start([order(ran, 'reserve')])
  await call.retry()
  expect(await call.outcome()).toEqual({ type: 'completed', text: 'accept' })
  expect(ran).toEqual(['reserve', 'order', 'tidy'])
}
