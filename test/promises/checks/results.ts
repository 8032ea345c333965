import { setTimeout as delay } from 'node:timers/promises'
import { createMcpTool, type McpTool } from '@sweatpants/framework'
import { expect } from 'vitest'
import type { Path } from '../path.ts'

/** Values that JSON cannot carry, each nested where a converter would lose it without a word. */
const values: Record<string, () => unknown> = {
  bigint: () => ({ total: 10n }),
  map: () => ({ total: new Map([['a', 1]]) }),
  set: () => [new Set([1])],
  function: () => ({ total: () => 1 }),
  symbol: () => ({ total: Symbol('total') }),
  infinity: () => ({ total: Number.POSITIVE_INFINITY }),
  cycle: () => {
    const total: Record<string, unknown> = {}
    total.total = total
    return total
  },
}

const names = Object.keys(values)

/** Returns such values from tools. */
export async function refusesResults(path: Path): Promise<void> {
  await using stage = await path.open({
    tools: names.map((name) =>
      createMcpTool(name)
        .execute(function* () {
          return values[name]!()
        })
        .build(),
    ),
  })
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
  await using stage = await path.open({
    tools: names.map((name) =>
      createMcpTool(name)
        .execute(function* (_, ctx) {
          return yield* ctx.step('count everything', () => values[name]!())
        })
        .build(),
    ),
  })
  for (const name of names) {
    const call = await stage.call(name)
    expect(await call.outcome(), name).toEqual({
      type: 'failed',
      message: expect.stringContaining('count everything'),
    })
  }
}

/** Bodies that return or yield a promise. Each rejection names its path, so that tests beside this one are told apart. */
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
  *yields_rejection(reject) {
    yield reject() as never
    return 1
  },
}

/** Returns and yields promises that reject, and has a step reject when the run no longer waits for it. */
export async function survivesRejections(path: Path): Promise<void> {
  const message = `a rejection in ${path.name}`
  const reject = async () => {
    throw new Error(message)
  }
  const unhandled: unknown[] = []
  const listen = (error: unknown) => {
    if (error instanceof Error && error.message === message) unhandled.push(error)
  }
  process.on('unhandledRejection', listen)
  try {
    const tools = Object.entries(bodies).map(([name, body]) =>
      createMcpTool(name)
        .execute(() => body(reject))
        .build(),
    )
    await using stage = await path.open({ tools: [...tools, late(reject)] })
    for (const name of Object.keys(bodies)) {
      const call = await stage.call(name)
      expect(await call.outcome(), name).toMatchObject({ type: 'failed' })
    }
    const call = await stage.call('late')
    expect(await call.outcome()).toEqual({ type: 'completed', text: 'won' })
    await delay(20)
    expect(unhandled).toEqual([])
  } finally {
    process.off('unhandledRejection', listen)
  }
}

const late = (reject: () => Promise<never>): McpTool =>
  createMcpTool('late')
    .execute(function* (_, ctx) {
      return yield* ctx.race([ctx.step('win', async () => 'won'), ctx.step('lose', () => delay(5).then(reject))])
    })
    .build()
