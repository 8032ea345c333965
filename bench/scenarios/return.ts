import { createMcpTool, runTool } from '@sweatpants/framework'
import { z } from 'zod'
import { interleave } from '../measure.ts'
import { atMost, toCell } from '../report.ts'
import type { Scenario } from '../scenario.ts'
import { silent } from './tools.ts'

const Trip = z.object({ city: z.string(), days: z.number().int() })

const plan = createMcpTool('plan')
  .parameters(Trip)
  .execute(function* ({ days }) {
    return days + 1
  })
  .build()

async function planPlainly(raw: unknown): Promise<number> {
  const { days } = Trip.parse(raw)
  return days + 1
}

const params = { city: 'Lisbon', days: 3 }

const WHY_MORE =
  'the result is checked to be what JSON can carry before anything is sent, and a run knows what it was asked, so that ' +
  'consent and keys hold; the function promises neither'

export const returning: Scenario = {
  name: 'return',
  about: 'A tool that returns at once. Both sides validate the same parameters with zod.',

  async measure({ peers: { effection }, ...effort }) {
    const contenders = [
      { name: 'await an async function', run: () => planPlainly(params) },
      { name: 'await runTool', run: () => runTool(plan, params, { peer: silent }) },
    ]
    if (effection !== undefined) {
      const { run } = effection
      contenders.push({
        name: 'await effection run(function* …)',
        run: () =>
          run(function* () {
            return Trip.parse(params).days + 1
          }),
      })
    }
    const spreads = await interleave(contenders, effort)
    const [plain, ours] = spreads
    return {
      tables: [
        {
          title: 'Microseconds per call',
          head: ['', 'µs', 'against the function'],
          rows: contenders.map(({ name }, i) => [
            name,
            toCell(spreads[i]!),
            `${(spreads[i]!.median / plain!.median).toFixed(1)}×`,
          ]),
        },
      ],
      targets: [
        atMost('runTool against awaiting a function that validates', ours!.median / plain!.median, 5, '×', WHY_MORE),
      ],
    }
  },
}
