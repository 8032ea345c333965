import { setTimeout as delay } from 'node:timers/promises'
import { content, createMcpTool, createTool, type McpTool } from '@sweatpants/framework'
import { expect } from 'vitest'
import { z } from 'zod'
import { type Call, type Path, question } from '../path.ts'

/** Values that JSON cannot carry, each nested where a converter would lose it without a word. */
const values: Record<string, () => unknown> = {
  bigint: () => ({ total: 10n }),
  map: () => ({ total: new Map([['a', 1]]) }),
  set: () => [new Set([1])],
  function: () => ({ total: () => 1 }),
  symbol: () => ({ total: Symbol('total') }),
  symbol_key: () => ({ [Symbol('total')]: 1 }),
  match: () => 'total'.match(/t/),
  infinity: () => ({ total: Number.POSITIVE_INFINITY }),
  nan: () => [Number.NaN],
  date: () => ({ total: new Date(0) }),
  bytes: () => ({ total: new Uint8Array(2) }),
  error: () => ({ total: new Error('no total') }),
  instance: () => ({ total: new URL('https://example.com') }),
  getter: () => ({
    get total() {
      throw new Error('no total')
    },
  }),
  hole: () => [1, undefined],
  cycle: () => {
    const total: Record<string, unknown> = {}
    total.total = total
    return total
  },
  crowd: createCrowd,
}

/** Values that refer to each other: to follow every way through them would take for ever. */
function createCrowd(): unknown[] {
  const crowd = Array.from({ length: 50 }, (): Record<string, unknown> => ({}))
  for (const one of crowd) for (const [i, other] of crowd.entries()) one[`friend${i}`] = other
  return crowd
}

const names = Object.keys(values)

/** Tools that return such values, by the names of the values. */
export const returning = names.map((name) =>
  createMcpTool(name)
    .execute(function* () {
      return values[name]!()
    })
    .build(),
)

/** Tools whose steps do. */
export const stepping = names.map((name) =>
  createMcpTool(name)
    .execute(function* (_, ctx) {
      return yield* ctx.step('count everything', () => values[name]!())
    })
    .build(),
)

/** Returns such values from tools. */
export async function refusesResults(path: Path): Promise<void> {
  await using stage = await path.open({ tools: returning })
  for (const name of names) {
    const call = await stage.call(name)
    expect(await call.outcome(), name).toEqual({
      type: 'failed',
      message: expect.stringContaining(`the result of ${name}`),
    })
  }
}

/** Returns such values from steps. */
export async function refusesStepResults(path: Path): Promise<void> {
  await using stage = await path.open({ tools: stepping })
  for (const name of names) {
    const call = await stage.call(name)
    expect(await call.outcome(), name).toEqual({
      type: 'failed',
      message: expect.stringContaining('count everything'),
    })
  }
}

/** Calls a tool with such values. */
export async function refusesArguments(path: Path): Promise<void> {
  const ran: string[] = []
  const echo = createMcpTool('echo')
    .execute(function* () {
      return ran.push('echo')
    })
    .build()
  await using stage = await path.open({ tools: [echo] })
  for (const name of names) {
    const call = await stage.call('echo', { given: values[name]!() })
    const message = expect.stringContaining('the arguments of echo')
    expect(await call.outcome(), name).toEqual({ type: 'failed', message })
  }
  expect(ran).toEqual([])
}

/** Shows such values with a question. */
export async function refusesContexts(path: Path): Promise<void> {
  await using stage = await path.open({
    tools: names.map((name) =>
      createMcpTool(name)
        .elicits({ sure: { response: z.object({ ok: z.boolean() }) } })
        .execute(function* (_, ctx) {
          return (yield* ctx.elicit('sure', { message: 'Sure?', shown: values[name]!() })).action
        })
        .build(),
    ),
  })
  for (const name of names) {
    const call = await stage.call(name)
    const message = expect.stringContaining('the context of elicit "sure"')
    expect(await call.outcome(), name).toEqual({ type: 'failed', message })
  }
}

/** Answers with such values, in a page and at a terminal by a plugin. */
export async function refusesAnswers(path: Path): Promise<void> {
  const tools = names.map((name) =>
    createTool(name)
      .description('Shows a total')
      .handoff({
        *client() {
          return values[name]!()
        },
        *after() {
          return 'shown'
        },
      })
      .build(),
  )
  const plugins = tools.map(({ plugin }) => plugin)
  await using stage = await path.open({ tools: tools as unknown as McpTool[], plugins })
  for (const name of names) {
    const call = await stage.call(name)
    if (path.name === 'script') {
      // What a page sends is checked, not typed.
      await call.answer(await question(call), { action: 'accept', content: values[name]!() as never })
    }
    const problem = call.problem === undefined ? JSON.stringify(await call.outcome()) : await call.problem()
    expect(problem, name).toMatch(/(elicit|answer to) \W*__handoff__\W* (holds|cannot be read|is larger)/)
  }
}

/** Bodies that return, yield or throw a promise. Each rejection names its path, so that tests beside this one are told apart. */
const bodies: Record<string, (reject: () => Promise<never>) => Generator<never, unknown, unknown>> = {
  *returns_promise() {
    return Promise.resolve(1)
  },
  *returns_rejection(reject) {
    return reject()
  },
  *returns_nested_rejection(reject) {
    return { total: reject() }
  },
  *returns_map_of_rejections(reject) {
    return new Map([['total', reject()]])
  },
  *throws_rejection(reject) {
    throw reject()
  },
  *yields_rejection(reject) {
    yield reject() as never
    return 1
  },
}

/** Tools that return, yield and throw promises that reject, and one whose step rejects when the run no longer waits for it. */
const rejecting = (reject: () => Promise<never>): McpTool[] => [
  ...Object.entries(bodies).map(([name, body]) =>
    createMcpTool(name)
      .execute(() => body(reject))
      .build(),
  ),
  late(reject),
]

/** Uses tools with rejections that name `where`. Fails if one of the rejections was not handled. */
export async function withRejections(where: string, use: (tools: McpTool[]) => Promise<void>): Promise<void> {
  const message = `a rejection in ${where}`
  const unhandled: unknown[] = []
  const listen = (error: unknown) => {
    if (error instanceof Error && error.message === message) unhandled.push(error)
  }
  process.on('unhandledRejection', listen)
  try {
    await use(
      rejecting(async () => {
        throw new Error(message)
      }),
    )
    await delay(20)
    expect(unhandled).toEqual([])
  } finally {
    process.off('unhandledRejection', listen)
  }
}

/** Returns, yields and throws promises that reject, and has a step reject when the run no longer waits for it. */
export const survivesRejections = (path: Path): Promise<void> =>
  withRejections(path.name, async (tools) => {
    await using stage = await path.open({ tools })
    for (const name of Object.keys(bodies)) {
      const call = await stage.call(name)
      expect(await call.outcome(), name).toMatchObject({ type: 'failed' })
    }
    const call = await stage.call('late')
    expect(await call.outcome()).toEqual({ type: 'completed', text: 'won' })
  })

const late = (reject: () => Promise<never>): McpTool =>
  createMcpTool('late')
    .execute(function* (_, ctx) {
      return yield* ctx.race([ctx.step('win', async () => 'won'), ctx.step('lose', () => delay(5).then(reject))])
    })
    .build()

const LARGE = 1_200_000

/** Tools that end with more than a journal entry holds, and one that follows them. */
export const enlarging: readonly McpTool[] = [
  createMcpTool('returns_text')
    .execute(function* () {
      return 'x'.repeat(LARGE)
    })
    .build(),
  createMcpTool('returns_image')
    .execute(function* () {
      return content([{ type: 'image', data: 'AAAA'.repeat(LARGE / 4), mimeType: 'image/png' }])
    })
    .build(),
  createMcpTool('throws_text')
    .execute(function* () {
      throw new Error('x'.repeat(LARGE))
    })
    .build(),
  createMcpTool('follows')
    .execute(function* () {
      return 'fine'
    })
    .build(),
]

/** Ends calls with large results and errors, in a chat within one conversation. */
export async function bearsLargeOutcomes(path: Path): Promise<void> {
  await using stage = await path.open({ tools: enlarging })
  let after: Call | undefined
  const types: Record<string, string> = {}
  for (const { name } of enlarging) {
    const call = await stage.call(name, {}, { ...(after && { after }) })
    types[name] = (await call.outcome()).type
    after = call
  }
  const result = path.name === 'chat' ? 'failed' : 'completed'
  expect(types).toEqual({ returns_text: result, returns_image: result, throws_text: 'failed', follows: 'completed' })
}
