import { content, createMcpTool, createTool, type McpTool } from '@sweatpants/framework'
import { expect } from 'vitest'
import { z } from 'zod'
import { accept, type Path, question } from '../path.ts'

const name = { response: z.object({ name: z.string().transform((text) => text.trim().toUpperCase()) }) }

/** Asks twice in a row and twice in branches, and returns what its exchanges say. */
const historian = createMcpTool('historian')
  .elicits({ name })
  .execute(function* (_, ctx) {
    const first = yield* ctx.elicit('name', { message: 'First?' })
    const second = yield* ctx.elicit('name', { message: 'Second?' })
    const branch = (message: string) =>
      ctx.branch(function* (inner) {
        return yield* inner.elicit('name', { message })
      })
    const third = yield* branch('Third?')
    const fourth = yield* branch('Fourth?')
    const answers = [first, second, third, fourth].filter((answer) => answer.action === 'accept')
    return JSON.stringify(answers.map(({ exchange }) => exchange.messages))
  })
  .build()

interface Block {
  type: string
  id?: string
  toolUseId?: string
  content?: { text: string }[]
}

/** Reads the ids and the texts of exchanges. */
export async function keepsHistories(path: Path): Promise<void> {
  await using stage = await path.open({ tools: [historian] })
  const call = await stage.call('historian')
  for (let number = 1; number <= 4; number++)
    await call.answer(await question(call), accept({ name: ` no ${number} ` }))
  const outcome = await call.outcome()
  const messages: { content: Block | Block[] }[][] = JSON.parse(outcome.type === 'completed' ? outcome.text : '[]')
  const blocks = messages.flat().flatMap(({ content }) => content)
  const ids = blocks.flatMap(({ id = [] }) => id)
  expect(new Set(ids).size).toBe(4)
  expect(blocks.flatMap(({ toolUseId = [] }) => toolUseId)).toEqual(ids)
  const texts = blocks.flatMap(({ content = [] }) => content.map(({ text }) => JSON.parse(text)))
  expect(texts).toEqual([1, 2, 3, 4].map((number) => ({ name: `NO ${number}` })))
}

/** An error whose fields cannot be read. */
class Unreadable extends Error {
  override get message(): string {
    throw new Error('no message')
  }
}

/** Tools that break a rule, and the error that each gets. */
const mistakes: [McpTool, RegExp][] = [
  [
    createMcpTool('unknown_key')
      .elicits({ name, place: name })
      .execute(function* (_, ctx) {
        return (yield* ctx.elicit('nam' as 'name', { message: '?' })).action
      })
      .build(),
    /"nam".*name, place/,
  ],
  [
    createMcpTool('malformed_history')
      .execute(function* (_, ctx) {
        return (yield* ctx.sample({ messages: [{ role: 'user', content: 7 as never }], maxTokens: 1 })).text
      })
      .build(),
    /messages?\b.*content/i,
  ],
  [
    createMcpTool('unreadable_history')
      .execute(function* (_, ctx) {
        const content = [{ type: 'text' as const, text: 7n as never }]
        return (yield* ctx.sample({ messages: [{ role: 'user', content }], maxTokens: 1 })).text
      })
      .build(),
    /messages\[0\].*bigint/,
  ],
  [
    createMcpTool('odd_history')
      .execute(function* (_, ctx) {
        const content = [{ type: 'image' as const, data: 7 as never, mimeType: 'image/png' }]
        return (yield* ctx.sample({ messages: [{ role: 'user', content }], maxTokens: 1 })).text
      })
      .build(),
    /messages\[0\].*image.*`data`, not 7/,
  ],
  [
    createMcpTool('text_as_history')
      .execute(function* (_, ctx) {
        yield* ctx.branch(function* () {}, { messages: 'Hello' as never })
      })
      .build(),
    /messages is a list.*"Hello"/,
  ],
  [
    createMcpTool('unanswered_history')
      .execute(function* (_, ctx) {
        const content = [{ type: 'tool_use' as const, id: 'lost', name: 'roll', input: {} }]
        yield* ctx.branch(function* () {}, { messages: [{ role: 'assistant', content }] })
      })
      .build(),
    /tool_use without its result.*lost/,
  ],
  [
    createMcpTool('orphan_result')
      .execute(function* (_, ctx) {
        const content = [{ type: 'tool_result' as const, toolUseId: 'lost', content: [] }]
        return (yield* ctx.sample({ messages: [{ role: 'user', content }], maxTokens: 1 })).text
      })
      .build(),
    /tool_result without its tool_use.*lost/,
  ],
  [
    createMcpTool('destructured')
      .execute(function* (_, { now }) {
        return yield* now()
      })
      .build(),
    /destructure|ctx\.now/,
  ],
  [
    createMcpTool('throws_text')
      .execute(function* () {
        throw 'no error at all'
      })
      .build(),
    /no error at all/,
  ],
  [
    createMcpTool('throws_nothing')
      .execute(function* () {
        throw undefined
      })
      .build(),
    /throws_nothing|undefined/,
  ],
  [
    createMcpTool('throws_odd_error')
      .execute(function* () {
        throw Object.assign(new Error(), { name: 10n, message: 20n })
      })
      .build(),
    /\b20\b/,
  ],
  [
    createMcpTool('throws_unreadable')
      .execute(function* (_, ctx) {
        yield* ctx.step('fail', () => {
          throw new Unreadable()
        })
      })
      .build(),
    /Unreadable/,
  ],
  [
    createMcpTool('throws_revoked')
      .execute(function* (_, ctx) {
        yield* ctx.step('fail', () => {
          const { proxy, revoke } = Proxy.revocable({}, {})
          revoke()
          throw proxy
        })
      })
      .build(),
    /step "fail" failed: .*cannot be read/,
  ],
  [
    createMcpTool('throws_object')
      .execute(function* (_, ctx) {
        yield* ctx.step('fail', () => {
          throw { message: 'no such row', details: 'id 7' }
        })
      })
      .build(),
    /step "fail" failed: .*no such row.*not an Error/,
  ],
  [
    createMcpTool('odd_setting')
      .execute(function* (_, ctx) {
        return (yield* ctx.sample({ prompt: 'Hello', maxTokens: 1, temperature: 7n as never })).text
      })
      .build(),
    /temperature is a number, not 7/,
  ],
  [
    createMcpTool('logs_no_text')
      .execute(function* (_, ctx) {
        yield* ctx.log('info', 10n as never)
      })
      .build(),
    /ctx\.log takes a text.*10/,
  ],
  [
    createMcpTool('reports_no_text')
      .execute(function* (_, ctx) {
        yield* ctx.step('report', ({ report }) => report(new Map() as never))
      })
      .build(),
    /report takes a text.*a Map/,
  ],
  [
    createMcpTool('returns_odd_content')
      .execute(function* () {
        return content([{ type: 'text', text: 'fine' }, { type: 'picture' } as never])
      })
      .build(),
    /block 1.*"picture"/,
  ],
]

/** Breaks rules and reads the message. */
export async function explainsMistakes(path: Path): Promise<void> {
  await using stage = await path.open({ tools: mistakes.map(([tool]) => tool) })
  for (const [tool, message] of mistakes) {
    const call = await stage.call(tool.name)
    expect(await call.outcome(), tool.name).toEqual({ type: 'failed', message: expect.stringMatching(message) })
  }
}

/** Passes limits, and returns the fields of the errors. */
const limited = createMcpTool('limited')
  .elicits({ age: { response: z.object({ age: z.number().refine((age) => age < 150) }) } })
  .execute(function* (_, ctx) {
    const fields: Record<string, unknown>[] = []
    const note = (error: unknown) => {
      const { name, limit, attempts } = error as Error & { limit?: number; attempts?: number }
      fields.push({ name, limit, attempts })
    }
    try {
      yield* ctx.branch(
        function* (inner) {
          yield* inner.branch(function* () {})
        },
        { maxDepth: 0 },
      )
    } catch (error) {
      note(error)
    }
    try {
      yield* ctx.branch(
        function* (inner) {
          yield* inner.step('hang', () => new Promise<never>(() => {}))
        },
        { timeout: 30 },
      )
    } catch (error) {
      note(error)
    }
    try {
      yield* ctx.elicit('age', { message: 'How old?' })
    } catch (error) {
      note(error)
    }
    return JSON.stringify(fields)
  })
  .build()

/** Reads the fields of errors. */
export async function givesNumbers(path: Path): Promise<void> {
  await using stage = await path.open({ tools: [limited] })
  const call = await stage.call('limited')
  for (let attempt = 1; attempt <= 4; attempt++) await call.answer(await question(call), accept({ age: 200 }))
  const outcome = await call.outcome()
  expect(JSON.parse(outcome.type === 'completed' ? outcome.text : JSON.stringify(outcome))).toMatchObject([
    { name: 'ToolDepthError', limit: 1 },
    { name: 'ToolTimeoutError', limit: 30 },
    { name: 'ElicitError', attempts: 4 },
  ])
}

/** Reads what `tools/list` says of a tool's questions. */
export async function listsQuestions(path: Path): Promise<void> {
  const asks = { ...historian, requires: { elicitation: true } }
  await using stage = await path.open({ tools: [asks] })
  const [listed] = await stage.list()
  expect(listed?._meta?.['dev.sweatpants/tool']).toEqual({ questions: ['name'], requires: { elicitation: true } })
}

/** Calls a tool whose half in the browser returns nothing. */
export async function completesWithoutValue(path: Path): Promise<void> {
  const show = createTool('show')
    .description('Shows a card')
    .handoff({
      *client() {},
      *after() {
        return 'shown'
      },
    })
    .build()
  // A browser's tool is an MCP tool with one question, whose plugin is typed for it.
  await using stage = await path.open({ tools: [show as unknown as McpTool], plugins: [show.plugin] })
  const call = await stage.call('show')
  // A script answers for the page, which sends no content.
  if (path.name === 'script') await call.answer(await question(call), { action: 'accept', content: null })
  expect(await call.outcome()).toEqual({ type: 'completed', text: 'shown' })
}

/** Reports progress that goes back, stands still and has no number. */
const counter = createMcpTool('counter')
  .execute(function* (_, ctx) {
    yield* ctx.notify('one', 1)
    yield* ctx.notify('five', 5)
    yield* ctx.notify('back', 2)
    yield* ctx.notify('on')
    yield* ctx.notify('still', 6)
    yield* ctx.notify('end', 10)
    return 'counted'
  })
  .build()

/** Reads the progress of a call. */
export async function raisesProgress(path: Path): Promise<void> {
  await using stage = await path.open({ tools: [counter] })
  const call = await stage.call('counter')
  expect(await call.outcome()).toEqual({ type: 'completed', text: 'counted' })
  const shown = await call.progress()
  const numbers = shown.filter((number) => number !== undefined)
  expect(numbers).toEqual([...new Set(numbers)].toSorted((a, b) => a - b))
  expect(numbers).toEqual(expect.arrayContaining([1, 5]))
  // MCP has no progress without a number.
  if (path.name.startsWith('mcp')) expect(shown).toEqual(numbers)
}

/** Tells how far it is before and after a question, first without numbers and then with them. */
const stages = createMcpTool('stages')
  .elicits({ name })
  .execute(function* (_, ctx) {
    for (const said of ['one', 'two', 'three']) yield* ctx.notify(said)
    yield* ctx.elicit('name', { message: 'Who?' })
    yield* ctx.notify('four')
    yield* ctx.elicit('name', { message: 'Who else?' })
    yield* ctx.notify('ten', 10)
    yield* ctx.elicit('name', { message: 'And who else?' })
    yield* ctx.notify('on')
    return 'done'
  })
  .build()

/** Reads the progress of a request that is still open after its server was restarted. */
export async function raisesProgressAcrossRestarts(path: Path): Promise<void> {
  await raisesProgress(path)
  await using stage = await path.open({ tools: [stages] })
  const call = await stage.call('stages')
  for (let times = 0; times < 3; times++) {
    const asked = await question(call)
    await stage.servers.close()
    await stage.servers.start()
    await call.answer(asked, accept({ name: 'Ada' }))
  }
  expect(await call.outcome()).toEqual({ type: 'completed', text: 'done' })
  const shown = await call.progress()
  expect(shown).toEqual([...new Set(shown)].toSorted((a, b) => a! - b!))
  expect(shown.length).toBeGreaterThan(3)
  expect(shown).toContain(10)
}
