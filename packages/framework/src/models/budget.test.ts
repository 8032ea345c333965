import { describe, expect, test } from 'vitest'
import type { SampleReply } from '../tools/effects/sample.ts'
import { type McpBlock, textMessage } from '../tools/message.ts'
import type { Usage } from '../tools/usage.ts'
import { type BudgetLimits, createBudget, estimateInput, estimateOutput, lengthOfPart, withBudget } from './budget.ts'
import { BudgetError, ModelError } from './errors.ts'
import type { Model, ModelRequest } from './model.ts'

const turn = () => new Promise<void>((resolve) => setImmediate(resolve))
const never = new AbortController().signal

/** About a hundred tokens. */
const question = (maxTokens?: number): ModelRequest => ({
  messages: [textMessage('user', 'word'.repeat(100))],
  ...(maxTokens !== undefined && { maxTokens }),
})

const saying = (usage?: Usage, text = 'Yes.'): SampleReply => ({
  content: { type: 'text', text },
  model: 'any/model',
  ...(usage !== undefined && { usage }),
})

/** A model that answers on `settle`, and the requests that it received. */
function createModel() {
  const asked: ModelRequest[] = []
  const open: { resolve: (reply: SampleReply) => void; reject: (error: Error) => void }[] = []
  const model: Model = {
    id: 'any/model',
    answer(request) {
      asked.push(request)
      return new Promise((resolve, reject) => open.push({ resolve, reject }))
    },
  }
  const settle = async (outcome: SampleReply | Error) => {
    const { resolve, reject } = open.shift()!
    if (outcome instanceof Error) reject(outcome)
    else resolve(outcome)
    await turn()
  }
  return { model, asked, settle }
}

/** A model that always returns the same reply, immediately. */
const answering = (reply: SampleReply): Model => ({ id: 'any/model', answer: async () => reply })

const tokens = (inputTokens: number, outputTokens: number): Usage => ({ inputTokens, outputTokens })

describe('a budget', () => {
  test.each([
    [{ maxTokens: Number.NaN }, 'maxTokens of a budget is a number, not NaN'],
    [{ maxTokens: '100' }, 'maxTokens of a budget is a number, not "100"'],
    [{ maxToken: 100 }, 'a budget has no limit "maxToken"; the limits are maxTokens, maxCostUsd'],
  ])('with a limit that would refuse no call is refused: %j', (limits, message) => {
    expect(() => createBudget(limits as BudgetLimits)).toThrow(message)
  })

  test('counts the usage of replies, and refuses a call when nothing is left', async () => {
    const budget = createBudget({ maxTokens: 1000 })
    const model = withBudget(answering(saying(tokens(400, 100))), budget)
    await model.answer(question(200), { signal: never })
    await model.answer(question(200), { signal: never })
    expect(budget.used).toEqual(tokens(800, 200))
    const refused = model.answer(question(200), { signal: never })
    await expect(refused).rejects.toBeInstanceOf(BudgetError)
    await expect(refused).rejects.toThrow(
      'any/model was not asked: 1000 of 1000 tokens (maxTokens) are used, and the question alone takes about 100 tokens. ' +
        'Raise the limit, or start again with a new budget',
    )
    const numbers = { used: tokens(800, 200), budget: { maxTokens: 1000 } }
    await expect(refused).rejects.toMatchObject({ ...numbers, data: numbers })
  })

  test('refuses a prompt that is too long for what is left, before the model is called', async () => {
    const { model, asked } = createModel()
    const bounded = withBudget(model, createBudget({ maxTokens: 90 }))
    await expect(bounded.answer(question(), { signal: never })).rejects.toBeInstanceOf(BudgetError)
    expect(asked).toEqual([])
  })

  test('limits the last reply to what is left', async () => {
    const { model, asked, settle } = createModel()
    const bounded = withBudget(model, createBudget({ maxTokens: 1000 }, tokens(500, 100)))
    const answer = bounded.answer(question(4096), { signal: never })
    await turn()
    expect(asked).toEqual([{ ...question(4096), maxTokens: 300 }])
    await settle(saying(tokens(100, 300)))
    await answer
  })

  test('passes on the messages of a request in which they are a getter', async () => {
    class Lazy {
      maxTokens = 4096
      systemPrompt = 'Be brief.'
      get messages() {
        return question().messages
      }
    }
    const { model, asked } = createModel()
    void withBudget(model, createBudget({ maxTokens: 1000 })).answer(new Lazy(), { signal: never })
    await turn()
    expect(asked).toEqual([{ ...question(), systemPrompt: 'Be brief.', maxTokens: 897 }])
  })

  test('passes on a request unchanged while enough is left', async () => {
    const { model, asked } = createModel()
    const bounded = withBudget(model, createBudget({ maxTokens: 10_000 }))
    const requests = [question(50), question(), question(Number.POSITIVE_INFINITY)]
    for (const request of requests) void bounded.answer(request, { signal: never })
    await turn()
    expect(asked).toHaveLength(3)
    asked.forEach((request, index) => expect(request).toBe(requests[index]))
  })

  test('estimates four characters per token if the provider reports no usage', async () => {
    const budget = createBudget({})
    await withBudget(answering(saying(undefined, 'x'.repeat(40))), budget).answer(question(), { signal: never })
    expect(budget.used).toEqual(tokens(100, 10))
  })

  test('estimates an image with a fixed number of tokens, not by its bytes', async () => {
    const budget = createBudget({ maxTokens: 5000 })
    const image = { type: 'image' as const, data: 'A'.repeat(1_000_000), mimeType: 'image/png' }
    const request: ModelRequest = { messages: [{ role: 'user', content: image }] }
    await withBudget(answering(saying(undefined, '')), budget).answer(request, { signal: never })
    expect(budget.used).toEqual(tokens(1500, 0))
  })

  test('continues in another process from the usage so far', async () => {
    const first = createBudget({ maxTokens: 1000 })
    await withBudget(answering(saying(tokens(600, 390))), first).answer(question(), { signal: never })
    const carried: Usage = JSON.parse(JSON.stringify(first.used))
    const second = createBudget(first.limits, carried)
    const refused = withBudget(answering(saying()), second).answer(question(), { signal: never })
    await expect(refused).rejects.toThrow('990 of 1000 tokens')
  })

  test('counts a reservation once if it is settled twice', async () => {
    const budget = createBudget({})
    const call = { model: 'any/model', inputTokens: 1, maxTokens: 1, price: undefined }
    const reservation = await budget.reserve(call, never)
    reservation.settle(tokens(1, 2))
    reservation.settle(tokens(1, 2))
    expect(budget.used).toEqual(tokens(1, 2))
  })

  test('without limits counts usage and never refuses a call', async () => {
    const budget = createBudget({})
    const model = withBudget(answering(saying(tokens(1e9, 1e9))), budget)
    for (let call = 0; call < 3; call++) await model.answer(question(), { signal: never })
    expect(budget.used).toEqual(tokens(3e9, 3e9))
  })
})

describe('parallel calls', () => {
  test('stay within the limit together: a call that might exceed it waits for the others', async () => {
    const budget = createBudget({ maxTokens: 1000 })
    const { model, asked, settle } = createModel()
    const bounded = withBudget(model, budget)
    const answers = Promise.all([1, 2, 3].map(() => bounded.answer(question(400), { signal: never })))
    await turn()
    expect(asked).toHaveLength(2)
    await settle(saying(tokens(100, 20)))
    expect(asked).toHaveLength(2)
    await settle(saying(tokens(100, 20)))
    expect(asked).toHaveLength(3)
    await settle(saying(tokens(100, 20)))
    expect(await answers).toHaveLength(3)
    expect(budget.used).toEqual(tokens(300, 60))
  })

  test('are refused once the others have used up the budget', async () => {
    const budget = createBudget({ maxTokens: 1000 })
    const { model, asked, settle } = createModel()
    const bounded = withBudget(model, budget)
    const first = bounded.answer(question(850), { signal: never })
    const second = bounded.answer(question(850), { signal: never })
    const refused = expect(second).rejects.toBeInstanceOf(BudgetError)
    await turn()
    await settle(saying(tokens(100, 850)))
    await first
    await refused
    expect(asked).toHaveLength(1)
  })

  test('stop waiting on abort', async () => {
    const { model, asked, settle } = createModel()
    const bounded = withBudget(model, createBudget({ maxTokens: 1000 }))
    const first = bounded.answer(question(850), { signal: never })
    const halt = new AbortController()
    const second = bounded.answer(question(850), { signal: halt.signal })
    await turn()
    halt.abort(new Error('halted'))
    await expect(second).rejects.toThrow('halted')
    await settle(saying(tokens(1, 1)))
    await first
    expect(asked).toHaveLength(1)
  })

  test('receive the reservation of a call that failed', async () => {
    const { model, asked, settle } = createModel()
    const bounded = withBudget(model, createBudget({ maxTokens: 1000 }))
    const first = bounded.answer(question(850), { signal: never })
    void bounded.answer(question(850), { signal: never })
    await turn()
    const failed = expect(first).rejects.toThrow('busy')
    await settle(new ModelError('limited', 'busy'))
    await failed
    expect(asked).toHaveLength(2)
  })
})

describe('a call that fails', () => {
  const failure = async (error: Error, text?: string): Promise<Usage> => {
    const budget = createBudget({})
    const model: Model = {
      id: 'any/model',
      async answer(_, { onPart }) {
        if (text !== undefined) onPart?.({ type: 'text', text })
        throw error
      },
    }
    const call = { signal: never, ...(text !== undefined && { onPart: () => {} }) }
    await expect(withBudget(model, budget).answer(question(), call)).rejects.toBe(error)
    return budget.used
  }

  test('counts as nothing if the provider generated nothing', async () => {
    expect(await failure(new ModelError('limited', 'busy'))).toEqual(tokens(0, 0))
  })

  test('counts with the parts that were streamed', async () => {
    expect(await failure(new ModelError('interrupted', 'cut'), 'x'.repeat(20))).toEqual(tokens(100, 5))
    expect(await failure(new DOMException('halted', 'AbortError'), 'x'.repeat(20))).toEqual(tokens(100, 5))
  })

  test('counts with its prompt if the reply cannot be read', async () => {
    expect(await failure(new ModelError('malformed', 'not JSON'))).toEqual(tokens(100, 0))
  })
})

describe('a limit on cost', () => {
  const dear = { input: 100, output: 1000 }
  const cost = (limits: BudgetLimits, spent?: number) =>
    createBudget(limits, spent === undefined ? undefined : { ...tokens(1, 1), costUsd: spent })

  test('refuses the next call when the replies have cost that much', async () => {
    const budget = cost({ maxCostUsd: 0.5 })
    const model = withBudget(answering(saying({ ...tokens(100, 100), costUsd: 0.3 })), budget)
    await model.answer(question(), { signal: never })
    await model.answer(question(), { signal: never })
    await expect(model.answer(question(), { signal: never })).rejects.toThrow('$0.6 of $0.5 (maxCostUsd) are used')
    expect(budget.used.costUsd).toBeCloseTo(0.6)
  })

  test('with a price limits a call before it is made, and parallel calls together', async () => {
    const { model, asked, settle } = createModel()
    const bounded = withBudget(model, cost({ maxCostUsd: 1 }, 0.5), dear)
    void bounded.answer(question(300), { signal: never })
    void bounded.answer(question(1000), { signal: never })
    await turn()
    expect(asked).toEqual([question(300)])
    await settle(saying(tokens(100, 100)))
    expect(asked).toEqual([question(300), question(380)])
  })

  test('with a price computes the cost that a reply does not report', async () => {
    const budget = cost({ maxCostUsd: 1 })
    const model = withBudget(answering(saying(tokens(100, 100))), budget, dear)
    const { usage } = await model.answer(question(), { signal: never })
    expect(budget.used.costUsd).toBeCloseTo(0.11)
    expect(usage?.costUsd).toBeCloseTo(0.11)
  })

  test('never refuses a model with an unknown price', async () => {
    const budget = cost({ maxCostUsd: 0.01 })
    const model = withBudget(answering(saying(tokens(1e6, 1e6))), budget)
    for (let call = 0; call < 3; call++) await model.answer(question(), { signal: never })
    expect(budget.used).toEqual(tokens(3e6, 3e6))
  })

  test('refuses a prompt that costs all that is left, even if the reply is free', async () => {
    const model = withBudget(answering(saying()), cost({ maxCostUsd: 1 }), { input: 10_000, output: 0 })
    await expect(model.answer(question(), { signal: never })).rejects.toBeInstanceOf(BudgetError)
  })

  test('never refuses a free model', async () => {
    const model = withBudget(answering(saying(tokens(1, 1))), cost({ maxCostUsd: 0.01 }), { input: 0, output: 0 })
    await expect(model.answer(question(), { signal: never })).resolves.toMatchObject({ model: 'any/model' })
  })
})

const four = 'word'
const image = { type: 'image' as const, data: 'A'.repeat(10_000), mimeType: 'image/png' }
const call = { type: 'tool_use' as const, id: '1', name: four, input: { city: 'Rome' } }

const inputOf = (...content: McpBlock[]) => estimateInput({ messages: [{ role: 'user', content }] })

test('estimateInput counts four characters of text, calls and results per token', () => {
  expect(inputOf({ type: 'text', text: four.repeat(10) })).toBe(10)
  expect(inputOf({ type: 'text', text: 'a' }, { type: 'reasoning', text: four })).toBe(2)
  expect(inputOf(call)).toBe(Math.ceil((four.length + '{"city":"Rome"}'.length) / 4))
  expect(inputOf({ type: 'tool_result', toolUseId: '1', content: [{ type: 'text', text: four }, image] })).toBe(1501)
})

test('estimateInput counts the system prompt and the tools', () => {
  const tool = { name: 'weather', inputSchema: { type: 'object' as const } }
  const request = { messages: [], systemPrompt: four, tools: [tool] }
  expect(estimateInput(request)).toBe(Math.ceil((four.length + JSON.stringify(tool).length) / 4))
})

test('estimateOutput counts the blocks of a reply, and lengthOfPart the characters of a part', () => {
  expect(estimateOutput({ content: [{ type: 'text', text: four }, image], model: 'any/model' })).toBe(1501)
  expect(estimateOutput({ content: { type: 'text', text: four }, model: 'any/model' })).toBe(1)
  expect(lengthOfPart({ type: 'reasoning', text: four })).toBe(4)
  expect(lengthOfPart({ type: 'tool_use', block: call })).toBe('{"city":"Rome"}'.length)
})
