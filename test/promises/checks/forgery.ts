import { createMcpTool, type McpTool } from '@sweatpants/framework'
import { expect } from 'vitest'
import { z } from 'zod'
import { accept, type Path, question, refusalOf, tolerateRefusal } from '../path.ts'
import type { Call2025 } from '../paths/mcp-2025.ts'
import type { Stage2026 } from '../paths/mcp-2026.ts'

const transfer = (ran: string[]): McpTool =>
  createMcpTool('transfer')
    .elicits({ sure: { response: z.object({ ok: z.boolean() }), mustAsk: true } })
    .execute(function* (_, ctx) {
      const limit = yield* ctx.step('limit', () => {
        ran.push('limit')
        return 10
      })
      const { action } = yield* ctx.elicit('sure', { message: `Transfer ${limit}?` })
      if (action === 'accept') yield* ctx.step('transfer', () => void ran.push('transfer'))
      return action
    })
    .build()

/** Answers what was not asked: a step, and a question that does not exist. */
export async function ignoresForgedAnswers(path: Path): Promise<void> {
  const ran: string[] = []
  await using stage = await path.open({ tools: [transfer(ran)] })
  const call = await stage.call('transfer')
  const asked = await question(call)
  for (const id of ['limit', '0', 'sure#2', `${asked.id}:limit`]) {
    await tolerateRefusal(call.answer({ ...asked, id }, accept({ ok: true })))
  }
  expect(await question(call)).toMatchObject({ message: 'Transfer 10?' })
  expect(ran).toEqual(['limit'])
}

/** Changes one character of a state. */
export async function refusesForgedStates(path: Path): Promise<void> {
  const ran: string[] = []
  await using stage = (await path.open({ tools: [transfer(ran)] })) as Stage2026
  const call = await stage.call('transfer')
  const asked = await question(call)
  const { requestState = '' } = await call.result
  const inputResponses = { [asked.id]: accept({ ok: true }) }
  for (const at of [0, Math.floor(requestState.length / 2), requestState.length - 1]) {
    const other = requestState[at] === 'A' ? 'B' : 'A'
    const forged = requestState.slice(0, at) + other + requestState.slice(at + 1)
    const round = { name: 'transfer', arguments: {}, requestState: forged, inputResponses }
    expect((await refusalOf(stage.round(round))).code, `character ${at}`).toBe(-32602)
  }
  expect(ran).toEqual(['limit'])
}

/** Sends an answer with the first request, before the question was asked. */
export async function ignoresEarlyAnswers(path: Path): Promise<void> {
  const ran: string[] = []
  await using stage = (await path.open({ tools: [transfer(ran)] })) as Stage2026
  const result = await stage.round({
    name: 'transfer',
    arguments: {},
    inputResponses: { sure: accept({ ok: true }) },
  })
  expect(Object.keys(result.inputRequests ?? {})).toEqual(['sure'])
  expect(ran).toEqual(['limit'])
}

/** Answers two questions of a session at the first one: the id of the second follows from it. */
export async function ignoresEarlyResponses(path: Path): Promise<void> {
  const ran: string[] = []
  const response = z.object({ ok: z.boolean() })
  const send = createMcpTool('send')
    .elicits({ first: { response }, sure: { response, mustAsk: true } })
    .execute(function* (_, ctx) {
      yield* ctx.elicit('first', { message: 'Begin?' })
      const { action } = yield* ctx.elicit('sure', { message: 'Send?' })
      yield* ctx.step('send', () => void ran.push(action))
      return action
    })
    .build()
  await using stage = await path.open({ tools: [send] })
  const call = (await stage.call('send')) as Call2025
  const first = await question(call)
  expect(call.lastRequest).toContain('first')
  await call.respond(call.lastRequest.replace('first', 'sure'), accept({ ok: true }))
  await call.answer(first, accept({ ok: true }))
  await call.answer(await question(call), { action: 'decline' })
  expect(await call.outcome()).toEqual({ type: 'completed', text: 'decline' })
  expect(ran).toEqual(['decline'])
}
