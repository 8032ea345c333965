import { createMcpTool, type McpTool, runTool } from '@sweatpants/framework'
import { z } from 'zod'
import { collect, toSpread } from '../measure.ts'
import { atMost, type Finding, toCell } from '../report.ts'
import type { Scenario } from '../scenario.ts'
import { absent, elicits } from './tools.ts'

const LIMIT = 6000
/** The heap of the process itself moves by some kilobytes. */
const LEFT = 16

/** Holds one value per body, alive as long as its generator waits; empty while memory is measured. */
let witnesses: WeakRef<object>[] | undefined
let ended = 0

const bare = createMcpTool('bare')
  .elicits(elicits)
  .execute(function* (_params, ctx) {
    const local = witness()
    try {
      yield* ctx.step('s', () => 1)
      yield* ctx.elicit('sure', { message: 'Are you sure?' })
      return local
    } finally {
      ended++
    }
  })
  .build()

const typical = createMcpTool('typical')
  .parameters(z.object({ city: z.string(), days: z.number().int() }))
  .elicits({
    pick: {
      response: z.object({ hotel: z.string() }),
      context: z.object({ city: z.string(), offers: z.array(z.string()) }),
    },
  })
  .execute(function* ({ city, days }, ctx) {
    const local = witness()
    try {
      const offers = yield* ctx.step('search', () => ['Alfama', 'Baixa', 'Chiado'])
      yield* ctx.elicit('pick', { message: `Where will you stay for ${days} days?`, city, offers })
      return local
    } finally {
      ended++
    }
  })
  .build()

function witness(): object | undefined {
  if (witnesses === undefined) return undefined
  const local = {}
  witnesses.push(new WeakRef(local))
  return local
}

const cases: { name: string; tool: McpTool; params: () => unknown }[] = [
  { name: 'a step, then a question', tool: bare, params: () => ({}) },
  {
    name: 'with zod parameters, a step of 3 strings and a context',
    tool: typical,
    params: () => ({ city: 'Lisbon', days: 3 }),
  },
]

export const memory: Scenario = {
  name: 'memory',
  about:
    'Heap that a run holds while it waits in memory: a step, then a question that its peer has deferred. Afterwards the ' +
    'runs are dropped, and nothing of them may be left. About 600 bytes are the fingerprint and the signal of the question.',

  async measure({ quick }): Promise<Finding> {
    const count = quick ? 1000 : 10_000
    const rounds = quick ? 1 : 5
    const rows: string[][] = []
    const finding: Finding = {
      tables: [
        {
          title: `Bytes of heap per run, of ${count} runs`,
          head: ['', 'waiting', 'left after they are dropped', 'bodies left', '`finally` run'],
          rows,
        },
      ],
      targets: [],
    }
    for (const [i, { name, tool, params }] of cases.entries()) {
      await weigh(tool, params, count)
      const weights = []
      for (let round = 0; round < rounds; round++) weights.push(await weigh(tool, params, count))
      const waiting = toSpread(weights.map((weight) => weight.waiting))
      const left = toSpread(weights.map((weight) => weight.left))
      const bodies = await countBodiesLeft(tool, params, count)
      rows.push([name, toCell(waiting), toCell(left), String(bodies), String(ended)])
      if (i === 0) finding.targets.push(atMost('a waiting run', waiting.median, LIMIT, ' B'))
      finding.targets.push(
        atMost(`${name}: left of a dropped run`, left.median, LEFT, ' B'),
        atMost(`${name}: bodies left, and finally blocks run`, bodies + ended, 0, ''),
      )
    }
    return finding
  },
}

async function weigh(tool: McpTool, params: () => unknown, count: number) {
  // The array is there before the first weighing, so that only the runs are weighed.
  const runs: unknown[] = new Array(count).fill(undefined)
  await collect()
  const before = process.memoryUsage().heapUsed
  await park(tool, params, runs)
  await collect()
  const held = process.memoryUsage().heapUsed
  runs.fill(undefined)
  await collect()
  const after = process.memoryUsage().heapUsed
  return { waiting: (held - before) / count, left: (after - before) / count }
}

async function countBodiesLeft(tool: McpTool, params: () => unknown, count: number): Promise<number> {
  const runs: unknown[] = new Array(count).fill(undefined)
  witnesses = []
  await park(tool, params, runs)
  await collect()
  const alive = () => witnesses!.filter((reference) => reference.deref() !== undefined).length
  if (alive() !== count) throw new Error(`expected ${count} waiting bodies, found ${alive()}`)
  runs.fill(undefined)
  await collect()
  const left = alive()
  witnesses = undefined
  return left
}

/** Apart from its callers, whose frames would keep the last run alive. */
async function park(tool: McpTool, params: () => unknown, runs: unknown[]): Promise<void> {
  for (let i = 0; i < runs.length; i++) {
    const result = await runTool(tool, params(), { peer: absent })
    if (result.type !== 'parked') throw new Error(`expected a parked run, got ${result.type}`)
    runs[i] = result
  }
}
