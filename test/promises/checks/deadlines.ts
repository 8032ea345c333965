import { setTimeout as delay } from 'node:timers/promises'
import { createMcpTool, type McpTool } from '@sweatpants/framework'
import { runScript, silence } from '@sweatpants/framework/testing'
import { expect } from 'vitest'
import { z } from 'zod'
import { accept, type Call, type Path, question, tolerateRefusal } from '../path.ts'

/** A race between a person and a deadline, in both orders, and a question that expires. */
const races = (limit: number): McpTool[] => [
  ...[true, false].map((isQuestionFirst) =>
    createMcpTool(isQuestionFirst ? 'question_first' : 'sleep_first')
      .elicits({ sure: { response: z.object({ ok: z.boolean() }) } })
      .execute(function* (_, ctx) {
        const ask = ctx.branch(function* (inner) {
          return (yield* inner.elicit('sure', { message: 'In time?' })).action
        })
        const sleep = ctx.branch(function* (inner) {
          yield* inner.sleep(limit)
          return 'late'
        })
        return yield* ctx.race(isQuestionFirst ? [ask, sleep] : [sleep, ask])
      })
      .build(),
  ),
  createMcpTool('expires')
    .elicits({ sure: { response: z.object({ ok: z.boolean() }), expiresIn: limit } })
    .execute(function* (_, ctx) {
      const answer = yield* ctx.elicit('sure', { message: 'In time?' })
      return answer.action === 'cancel' && answer.reason === 'expired' ? 'late' : answer.action
    })
    .build(),
]

/**
 * Milliseconds: no test waits for the long limit, and each late answer comes after the short one. In the matrix, on slower stores and
 * beside more tests, it takes longer until a question is seen, which must be before the short one is over.
 */
const LONG = 20_000
const SHORT = process.env.MODE === 'matrix' ? 8_000 : 1_500
const LATE = SHORT + 50

const names = ['question_first', 'sleep_first', 'expires']

/** Answers within the limit. */
export async function countsEarlyAnswers(path: Path): Promise<void> {
  await using stage = await path.open({ tools: races(LONG) })
  const calls = await Promise.all(names.map((name) => stage.call(name)))
  await Promise.all(calls.map(async (call) => call.answer(await question(call), accept({ ok: true }))))
  for (const call of calls) expect(await call.outcome()).toEqual({ type: 'completed', text: 'accept' })
}

/** Answers after the limit. */
export async function ignoresLateAnswers(path: Path): Promise<void> {
  await using stage = await path.open({ tools: races(SHORT) })
  const calls = await Promise.all(names.map((name) => stage.call(name)))
  await Promise.all(calls.map((call) => answerLate(call)))
  for (const call of calls) expect(await call.outcome()).toEqual({ type: 'completed', text: 'late' })
}

/** Answers after the limit, while no server was there to see the limit pass. */
export async function ignoresLateAnswersAfterRestart(path: Path): Promise<void> {
  await using stage = await path.open({ tools: races(SHORT) })
  const calls = await Promise.all(names.map((name) => stage.call(name)))
  const asked = await Promise.all(calls.map(question))
  await stage.servers.kill()
  await delay(LATE)
  await stage.servers.start()
  await Promise.all(calls.map((call, i) => tolerateRefusal(call.answer(asked[i]!, accept({ ok: true })))))
  for (const call of calls) expect(await call.outcome()).toEqual({ type: 'completed', text: 'late' })
}

/** A script that answers, and one that is silent until the limit has passed. */
export async function scriptsDeadlines(): Promise<void> {
  for (const tool of races(LONG)) {
    const early = await runScript(tool, {}, { answers: { sure: accept({ ok: true }) } })
    expect(early.value, tool.name).toBe('accept')
    const late = await runScript(tool, {}, { answers: { sure: silence() } })
    expect(late.value, tool.name).toBe('late')
  }
}

async function answerLate(call: Call): Promise<void> {
  const asked = await question(call)
  await delay(LATE)
  // A path may say that it is too late.
  await tolerateRefusal(call.answer(asked, accept({ ok: true })))
}
