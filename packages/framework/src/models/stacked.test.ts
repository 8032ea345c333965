import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { createVirtualClock } from '../testing/clock.ts'
import { scriptedModel } from '../testing/scripted-model.ts'
import type { ScriptedReply } from '../testing/scripted-reply.ts'
import { textMessage, toBlocks, toText } from '../tools/message.ts'
import { SCHEMA_TOOL } from '../tools/sample.ts'
import { toJsonSchema } from '../tools/schema.ts'
import { createBudget, withBudget } from './budget.ts'
import { BudgetError } from './errors.ts'
import { createLane, withLane } from './lane.ts'
import { fromLanguageModel } from './language-model.ts'
import type { ModelRequest, ReplyPart } from './model.ts'
import { withRetry } from './retry.ts'

const turn = () => new Promise<void>((resolve) => setImmediate(resolve))
const never = new AbortController().signal
const ask = (text: string): ModelRequest => ({ messages: [textMessage('user', text)] })
const usage = { inputTokens: 10, outputTokens: 5 }

/** Wraps a scripted model in a lane, a budget and retries, in the intended order. */
function stack(script: (string | ScriptedReply)[], { concurrency = 1, maxTokens = 100_000 } = {}) {
  const clock = createVirtualClock(0)
  const scripted = scriptedModel(script)
  const budget = createBudget({ maxTokens })
  const one = withLane(fromLanguageModel(scripted), createLane({ concurrency }, clock))
  const model = withRetry(withBudget(one, budget), { clock, random: () => 1 })
  const answer = async (request: ModelRequest, call: Partial<Parameters<typeof model.answer>[1]> = {}) => {
    const { content } = await model.answer(request, { signal: never, ...call })
    return toText(toBlocks({ role: 'assistant', content }))
  }
  return { script: scripted, budget, clock, model, answer }
}

describe('retries around a budget around a lane', () => {
  test('resolve with the reply, after the wait that the provider asks for', async () => {
    const { script, clock, answer } = stack([
      { status: 429, retryAfter: 7000 },
      { status: 500 },
      { expect: 'Hello', text: 'Good day.' },
    ])
    const text = answer(ask('Hello'))
    await clock.advance(6999)
    expect(script.calls).toHaveLength(1)
    await clock.advance(1)
    expect(script.calls).toHaveLength(2)
    await clock.advance(2000)
    expect(await text).toBe('Good day.')
    script.done()
  })

  test('free the place in the lane while they wait', async () => {
    const { script, clock, answer } = stack([
      { expect: 'first', status: 503, retryAfter: 10_000 },
      { expect: 'second', text: 'Second.' },
      { expect: 'first', text: 'First.' },
    ])
    const first = answer(ask('first'))
    const second = answer(ask('second'))
    expect(await second).toBe('Second.')
    await clock.advance(10_000)
    expect(await first).toBe('First.')
    script.done()
  })

  test('do not retry a stream that has begun', async () => {
    const { script, answer } = stack([{ pieces: ['Once ', 'upon'], error: 'connection reset' }])
    const heard: ReplyPart[] = []
    const reading = answer(ask('A story'), { onPart: (part) => heard.push(part) })
    await expect(reading).rejects.toMatchObject({ code: 'interrupted' })
    expect(heard).toEqual([
      { type: 'text', text: 'Once ' },
      { type: 'text', text: 'upon' },
    ])
    script.done()
  })

  test('retry a stream that failed before its first part', async () => {
    const { script, clock, answer } = stack([{ error: 'connection refused' }, { pieces: ['Once ', 'upon'] }])
    const heard: ReplyPart[] = []
    const reading = answer(ask('A story'), { onPart: (part) => heard.push(part) })
    await clock.advance(1000)
    expect(await reading).toBe('Once upon')
    expect(heard).toHaveLength(2)
    script.done()
  })

  test('release everything on abort, in the call and in the queue', async () => {
    const { script, answer } = stack([{ hang: true }, 'Next.'])
    const halt = new AbortController()
    const hanging = answer(ask('first'), { signal: halt.signal })
    const waiting = answer(ask('second'), { signal: halt.signal })
    const next = answer(ask('third'))
    await turn()
    expect(script.calls).toHaveLength(1)
    const reason = new Error('halted')
    halt.abort(reason)
    await expect(hanging).rejects.toBe(reason)
    await expect(waiting).rejects.toBe(reason)
    expect(await next).toBe('Next.')
    script.done()
  })

  test('count each reply, and make no call when the budget is used up', async () => {
    const { script, budget, clock, answer } = stack([{ status: 500 }, { text: 'One.', usage }], { maxTokens: 31 })
    const first = answer(ask('Hello'))
    await clock.advance(1000)
    await first
    expect(budget.used).toEqual(usage)
    await expect(answer(ask('Hello again'))).rejects.toBeInstanceOf(BudgetError)
    script.done()
  })

  test('return data for a schema', async () => {
    const schema = toJsonSchema(z.object({ stars: z.number() }), 'input')
    const request = { ...ask('Rate it'), tools: [{ name: SCHEMA_TOOL, inputSchema: schema }] }
    const { script, model } = stack([{ expect: 'Rate it', data: { stars: 5 } }])
    const reply = await model.answer(request, { signal: never })
    expect([reply.content].flat()).toMatchObject([{ type: 'tool_use', name: SCHEMA_TOOL, input: { stars: 5 } }])
    script.done()
  })
})
