import { expect, test } from 'vitest'
import { z } from 'zod'
import { createMcpTool } from '../tools/builder.ts'
import { content } from '../tools/content.ts'
import type { ElicitAnswer } from '../tools/elicit.ts'
import { createMemoryJournal, type MemoryJournal } from '../tools/journal.ts'
import { jsonSchema } from '../tools/schema.ts'
import { type AskedQuestion, toAiSdkTool, toLangChainTool, toMastraTool, toOpenAiTool } from './index.ts'

const accept = (content: object): ElicitAnswer => ({ action: 'accept', content })

const rate = createMcpTool('rate')
  .description('Rate a film')
  .parameters(z.object({ film: z.string(), year: z.number().optional() }))
  .elicits({ stars: { response: z.object({ stars: z.number().max(5) }) } })
  .execute(function* ({ film }, ctx) {
    const answer = yield* ctx.elicit('stars', { message: 'How many stars?' })
    return answer.action === 'accept' ? `${film}: ${answer.content.stars}` : 'none'
  })
  .build()

const wipe = createMcpTool('wipe')
  .parameters(z.object({ disk: z.string() }))
  .approval('confirm')
  .execute(function* ({ disk }) {
    return `wiped ${disk}`
  })
  .build()

/** Journals that outlive a call, as those of a store do. */
function createJournals() {
  const journals = new Map<string, MemoryJournal>()
  return {
    ids: () => [...journals.keys()],
    journal(runId: string) {
      const known = journals.get(runId) ?? createMemoryJournal()
      journals.set(runId, known)
      return known
    },
  }
}

class Interrupted extends Error {}

/** Plays `interrupt` of LangGraph: a node that runs again gets the values of all resumptions in order, and is then interrupted. */
function createGraph(run: (interrupt: (value: { questions: AskedQuestion[] }) => unknown) => Promise<unknown>) {
  const resumed: unknown[] = []
  return async (resume?: (questions: AskedQuestion[]) => unknown, open: AskedQuestion[] = []) => {
    if (resume !== undefined) resumed.push(resume(open))
    let next = 0
    let asked: AskedQuestion[] = []
    const interrupt = ({ questions }: { questions: AskedQuestion[] }) => {
      if (next < resumed.length) return resumed[next++]
      asked = questions
      throw new Interrupted()
    }
    try {
      return { value: await run(interrupt), asked }
    } catch (error) {
      if (!(error instanceof Interrupted)) throw error
      return { value: undefined, asked }
    }
  }
}

test.each([
  ['with a journal', true],
  ['without a journal', false],
])('in LangGraph a refused answer is not given to the next attempt, %s', async (_, isStored) => {
  const runs = createJournals()
  const step = createGraph((interrupt) => {
    const [run] = toLangChainTool(rate, { interrupt, ...(isStored && { runs }) })
    return run({ film: 'Heat' }, { toolCall: { id: 'call-1' }, configurable: { thread_id: 't' } })
  })
  const answer = (stars: number) => (questions: AskedQuestion[]) =>
    Object.fromEntries(questions.map(({ id }) => [id, accept({ stars })]))
  let state = await step()
  expect(state.asked.map(({ id }) => id)).toEqual(['call-1/stars'])
  for (const stars of [6, 7]) state = await step(answer(stars), state.asked)
  expect(state.asked).toMatchObject([{ id: 'call-1/stars#3', refusal: expect.stringContaining('stars') }])
  state = await step(answer(5), state.asked)
  expect(state.value).toBe('Heat: 5')
  expect(runs.ids()).toEqual(isStored ? ['t/call-1'] : [])
})

test.each([
  ['is made once the person allows it', accept({}), 'wiped sda'],
  ['is not made if the person declines', { action: 'decline' } as const, 'The user did not allow wipe to run.'],
])('in LangGraph a call that needs approval %s', async (_, answer, value) => {
  const call = { toolCall: { id: 'c' } }
  const step = createGraph((interrupt) => toLangChainTool(wipe, { interrupt })[0]({ disk: 'sda' }, call))
  const { asked } = await step()
  expect(asked).toMatchObject([{ message: 'Allow wipe to run?', context: { arguments: { disk: 'sda' } } }])
  expect(await step(() => ({ [asked[0]!.id]: answer }))).toMatchObject({ value })
  expect(await toLangChainTool(wipe, { onQuestion: () => answer })[0]({ disk: 'sda' }, call)).toBe(value)
})

test('in LangChain a call that needs approval fails without a way to ask', async () => {
  await expect(toLangChainTool(wipe)[0]({ disk: 'sda' }, {})).rejects.toThrow('wipe needs approval; pass `interrupt`')
})

test('in LangChain an aborted call waits for no approval, and asks for none', async () => {
  const aborting = new AbortController()
  let asked = 0
  const onQuestion = () => {
    asked++
    return new Promise<ElicitAnswer>(() => {})
  }
  const [run] = toLangChainTool(wipe, { onQuestion })
  const running = run({ disk: 'sda' }, { signal: aborting.signal })
  aborting.abort(new Error('stopped'))
  await expect(running).rejects.toThrow('stopped')
  await expect(run({ disk: 'sda' }, { signal: aborting.signal })).rejects.toThrow('stopped')
  expect(asked).toBe(1)
})

test('in Mastra a question suspends, and the resumed call gets the answer', async () => {
  const { execute } = toMastraTool(rate, { runs: createJournals() })
  const suspended: { questions: AskedQuestion[] }[] = []
  const agent = {
    toolCallId: 'c',
    threadId: 't',
    suspend: async (payload: { questions: AskedQuestion[] }) => void suspended.push(payload),
  }
  expect(await execute({ film: 'Heat' }, { agent })).toBeUndefined()
  const [{ questions }] = suspended as [{ questions: AskedQuestion[] }]
  const resumeData = { [questions[0]!.id]: accept({ stars: 4 }) }
  expect(await execute({ film: 'Heat' }, { agent: { ...agent, resumeData } })).toBe('Heat: 4')
})

test('the schemas of the arguments are plain JSON Schemas without $schema', () => {
  const [, { schema }] = toLangChainTool(rate)
  expect(schema).toEqual({
    type: 'object',
    properties: { film: { type: 'string' }, year: { type: 'number' } },
    required: ['film'],
  })
  expect(toMastraTool(rate, { runs: createJournals() }).inputSchema).toEqual(schema)
  expect(toAiSdkTool(rate).inputSchema).toMatchObject({ jsonSchema: schema, validate: undefined })
  expect(toOpenAiTool(rate).parameters).toEqual({ ...schema, additionalProperties: true })
})

test('the schema for the AI SDK is still one of its own library', () => {
  const { inputSchema } = toAiSdkTool(rate)
  expect(inputSchema.parse({ film: 'Heat' })).toEqual({ film: 'Heat' })
})

test('a tool without parameters, and one of a raw JSON Schema, can be adapted', () => {
  const plain = createMcpTool('plain')
    .execute(function* () {})
    .build()
  const raw = createMcpTool('raw')
    .parameters(jsonSchema({ type: 'object', properties: { a: { type: 'string' } } }))
    .execute(function* () {})
    .build()
  expect(toAiSdkTool(plain).inputSchema).toMatchObject({ jsonSchema: { type: 'object' } })
  expect(toOpenAiTool(raw).parameters).toMatchObject({ properties: { a: { type: 'string' } }, required: [] })
})

test('arguments that do not fit are an error of the tool', async () => {
  await expect(toAiSdkTool(rate).execute({ film: 7 }, { toolCallId: 'c' })).rejects.toThrow('rate: wrong arguments')
})

test('content blocks become text, and content that is marked as an error is thrown', async () => {
  const tool = (isError: boolean) =>
    createMcpTool('blocks')
      .execute(function* () {
        return content(
          [
            { type: 'text', text: 'a' },
            { type: 'text', text: 'b' },
          ],
          { isError },
        )
      })
      .build()
  expect(await toOpenAiTool(tool(false)).execute({})).toBe('a\nb')
  await expect(toOpenAiTool(tool(true)).execute({})).rejects.toThrow('a\nb')
})

test('a tool with approval says so to each framework that knows approvals', () => {
  expect(toAiSdkTool(wipe).needsApproval).toBe(true)
  expect(toOpenAiTool(wipe).needsApproval).toBe(true)
  expect(toMastraTool(wipe, { runs: createJournals() }).requireApproval).toBe(true)
})

test.each([
  ['the AI SDK', toAiSdkTool],
  ['the OpenAI Agents SDK', toOpenAiTool],
  ['LangChain', toLangChainTool],
  ['Mastra', toMastraTool],
])('the adapter for %s refuses a tool with a reserved name before a model is offered it', (_, adapt) => {
  const reserved = { ...wipe, name: '__schema__' as 'wipe' }
  expect(() => adapt(reserved, { runs: createJournals() })).toThrow('the tool name "__schema__" is reserved')
})
