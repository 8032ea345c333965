import { runTool } from '@sweatpants/framework'
import { type Contender, interleave } from '../measure.ts'
import { atMost, toCell } from '../report.ts'
import type { Scenario } from '../scenario.ts'
import { linear, prompt, toValue } from './tools.ts'

const N = 1000
const LIMIT = 5

export const effect: Scenario = {
  name: 'effect',
  about:
    `An effect that is answered at once, in a run of ${N} of them, recorded in the memory journal. Two promises cost part of it: ` +
    'a question is recorded with a fingerprint of what was shown, so that a consent counts for nothing else, and its peer gets a ' +
    'signal that ends it when it is withdrawn; together about 1 µs for each question.',

  async measure({ peers: { effection }, ...effort }) {
    const ours = [
      { name: "ctx.step('s', () => 1)", tool: linear.step(N), limit: LIMIT },
      { name: 'ctx.elicit, answered by the peer at once', tool: linear.elicit(N), limit: LIMIT },
      { name: 'ctx.sample, answered by the peer at once', tool: linear.sample(N), limit: undefined },
    ].map(({ name, tool, limit }) => ({
      name,
      limit,
      per: N,
      run: async () => expectSum(toValue(await runTool(tool, {}, { peer: prompt }))),
    }))
    const contenders: Contender[] = [...ours]
    if (effection !== undefined) {
      const { run, call, action } = effection
      const one = () => 1
      const resolved = (resolve: (value: number) => void) => {
        resolve(1)
        return () => {}
      }
      const repeat = (operation: () => Iterable<unknown>) => async () =>
        expectSum(
          await run(function* () {
            let sum = 0
            for (let i = 0; i < N; i++) sum += (yield* operation()) as number
            return sum
          }),
        )
      contenders.push(
        { name: 'effection call(() => 1), records nothing', per: N, run: repeat(() => call(one)) },
        { name: 'effection action, resolved at once, records nothing', per: N, run: repeat(() => action(resolved)) },
      )
    }
    const spreads = await interleave(contenders, effort)
    return {
      tables: [
        {
          title: 'Microseconds per effect',
          head: ['', 'µs'],
          rows: contenders.map(({ name }, i) => [name, toCell(spreads[i]!)]),
        },
      ],
      targets: ours.flatMap(({ name, limit }, i) =>
        limit === undefined ? [] : [atMost(name, spreads[i]!.median, limit, ' µs')],
      ),
    }
  },
}

function expectSum(sum: number): void {
  if (sum !== N) throw new Error(`expected ${N} effects, counted ${sum}`)
}
