import { createMcpTool, type McpTool } from '@sweatpants/framework'
import { expect } from 'vitest'
import { z } from 'zod'
import { accept, type Path, question, until } from '../path.ts'

/** Asks after a step. Other code has another step. */
const order = (ran: string[], step: string, version?: string, message = 'Order?'): McpTool => {
  const begun = createMcpTool('order').elicits({ sure: { response: z.object({ ok: z.boolean() }) } })
  return (version === undefined ? begun : begun.version(version))
    .execute(function* (_, ctx) {
      try {
        yield* ctx.step(step, () => void ran.push(step))
        const { action } = yield* ctx.elicit('sure', { message })
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

/** Deploys the next version while a question is open: one whose steps differ after the question, and one whose steps differ before it. */
export async function followsVersionPolicy(path: Path): Promise<void> {
  for (const onVersionChange of ['continue', 'restart'] as const) {
    const ran: string[] = []
    await using stage = await path.open({ tools: [order(ran, 'reserve', '1')] })
    const call = await stage.call('order')
    const asked = await question(call)
    await stage.servers.close()
    const isRestarted = onVersionChange === 'restart'
    const next = isRestarted ? order(ran, 'pick', '2', 'Order for 1000?') : order(ran, 'reserve', '2')
    await stage.servers.start([next], { onVersionChange })
    await call.answer(asked, accept({ ok: true }))
    if (isRestarted) {
      const again = await question(call)
      expect(again.message).toBe('Order for 1000?')
      expect(ran).toEqual(['reserve', 'pick'])
      await call.answer(again, accept({ ok: true }))
    }
    expect(await call.outcome()).toEqual({ type: 'completed', text: 'accept' })
    expect(ran).toEqual(['reserve', ...(isRestarted ? ['pick'] : []), 'order', 'tidy'])
    expect(stage.servers.errors).toEqual([])
  }
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
