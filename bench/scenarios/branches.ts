import { createMcpTool, createMemoryJournal, type RunResult, runTool } from '@sweatpants/framework'
import { interleave } from '../measure.ts'
import { atMost, toCell } from '../report.ts'
import type { Scenario } from '../scenario.ts'
import { absent, answer, Count, elicits, record, silent, toValue } from './tools.ts'

const SIZES = [1, 10, 100, 1000]
const GROWTH = 2

const stepping = createMcpTool('stepping')
  .parameters(Count)
  .execute(function* ({ n }, ctx) {
    const ones = yield* ctx.all(
      Array.from({ length: n }, () =>
        ctx.branch(function* (branch) {
          return yield* branch.step('s', () => 1)
        }),
      ),
    )
    return ones.length
  })
  .build()

const asking = createMcpTool('asking')
  .parameters(Count)
  .elicits(elicits)
  .execute(function* ({ n }, ctx) {
    const answers = yield* ctx.all(
      Array.from({ length: n }, () =>
        ctx.branch(function* (branch) {
          return (yield* branch.elicit('sure', { message: 'Are you sure?' })).action
        }),
      ),
    )
    return answers.filter((action) => action === 'accept').length
  })
  .build()

const ways = {
  'a step each, live': (n: number) => () => runTool(stepping, { n }, { peer: silent }),

  'a step each, replayed': async (n: number) => {
    const recording = await record(stepping, { n })
    return () => runTool(stepping, { n }, { peer: silent, journal: createMemoryJournal(recording) })
  },

  'a question each, all answered in one resume': (n: number) => async () => {
    const parked = toParked(await runTool(asking, { n }, { peer: absent }))
    return parked.resume(Object.fromEntries(parked.questions.map(({ id }) => [id, answer])))
  },

  'a question each, answered one by one': (n: number) => async () => {
    let result = await runTool(asking, { n }, { peer: absent })
    while (result.type === 'parked') result = await result.resume({ [result.questions[0]!.id]: answer })
    return result
  },
} satisfies Record<string, (n: number) => Start | Promise<Start>>

type Start = () => Promise<RunResult<number>>

export const branches: Scenario = {
  name: 'branches',
  about:
    'Branches side by side, by `ctx.all` of `ctx.branch`: the cost of one should not depend on how many there are. Each branch has ' +
    'a history of its answers, for idempotency keys, and each open question a fingerprint of what was shown.',

  async measure({ quick, ...effort }) {
    const sizes = quick ? SIZES.slice(0, 3) : SIZES
    const cases = Object.entries(ways).flatMap(([way, prepare]) => sizes.map((n) => ({ way, prepare, n })))
    const contenders = await Promise.all(
      cases.map(async ({ way, prepare, n }) => {
        const start = await prepare(n)
        const run = async () => {
          const count = toValue(await start())
          if (count !== n) throw new Error(`expected ${n} branches, counted ${count}`)
        }
        return { name: `${way} ${n}`, per: n, run }
      }),
    )
    const spreads = await interleave(contenders, effort)
    const spreadsOf = (way: string) => spreads.filter((_, i) => cases[i]!.way === way)
    const [fewer, more] = sizes.slice(-2)
    return {
      tables: [
        {
          title: 'Microseconds per branch, by how many there are',
          head: ['', ...sizes.map(String)],
          rows: Object.keys(ways).map((way) => [way, ...spreadsOf(way).map(toCell)]),
        },
      ],
      targets: Object.keys(ways).map((way) => {
        const [few, many] = spreadsOf(way).slice(-2)
        return atMost(`${way}: one of ${more} against one of ${fewer}`, many!.median / few!.median, GROWTH, '×')
      }),
    }
  },
}

function toParked<T>(result: RunResult<T>) {
  if (result.type === 'parked') return result
  throw new Error(`expected a parked run, got ${result.type}`, { cause: 'error' in result ? result.error : undefined })
}
