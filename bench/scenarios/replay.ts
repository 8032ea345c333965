import { createMemoryJournal, type Recording, runTool } from '@sweatpants/framework'
import { interleave } from '../measure.ts'
import { atMost, digits, toCell } from '../report.ts'
import type { Scenario } from '../scenario.ts'
import { linear, record, silent, toValue } from './tools.ts'

const SIZES = [0, 10, 100, 1000, 10_000]
const PER_ENTRY = 3
const GROWTH = 2

export const replay: Scenario = {
  name: 'replay',
  about:
    'A run rebuilt from its journal, from the first entry to its end. A run of no entries has a cost of its own; what is ' +
    'left per entry is given with it and without it. A replayed answer is hashed into the history of its branch, from which the ' +
    'idempotency keys of later steps follow, and a question is compared with what was shown: about 1 µs for each answer.',

  async measure({ quick, ...effort }) {
    const sizes = quick ? SIZES.slice(0, 4) : SIZES
    const { header, progress } = await record(linear.step(1), {})
    const empty: Recording = { revision: 0, header, entries: [], progress }
    const cases = await Promise.all(
      Object.entries(linear).flatMap(([kind, make]) =>
        sizes.map(async (n) => ({ kind, tool: make(n), n, recording: n === 0 ? empty : await record(make(n), {}) })),
      ),
    )
    const contenders = cases.map(({ kind, tool, n, recording }) => ({
      name: `${kind} ${n}`,
      run: async () => {
        const journal = createMemoryJournal(recording)
        const sum = toValue(await runTool(tool, {}, { peer: silent, journal }))
        if (sum !== n) throw new Error(`expected ${n} entries, counted ${sum}`)
      },
    }))
    const spreads = await interleave(contenders, effort)
    const kinds = Object.keys(linear).map((kind) => {
      const rows = cases.flatMap((one, i) => (one.kind === kind ? [{ n: one.n, spread: spreads[i]! }] : []))
      const [empty, ...filled] = rows
      const fixed = empty!.spread.median
      const net = filled.map(({ n, spread }) => (spread.median - fixed) / n)
      return { kind, empty: empty!, filled, net }
    })
    return {
      tables: [
        {
          title: 'Microseconds per run, and per entry with and without the cost of an empty run',
          head: ['entries', 'n', 'µs per run', 'µs per entry', 'without the empty run'],
          rows: kinds.flatMap(({ kind, empty, filled, net }) => [
            [kind, '0', toCell(empty.spread), '', ''],
            ...filled.map(({ n, spread }, i) => [
              kind,
              String(n),
              toCell(spread),
              digits(spread.median / n),
              digits(net[i]!),
            ]),
          ]),
        },
      ],
      targets: kinds.flatMap(({ kind, filled, net }) => {
        const most = filled.at(-1)!
        return [
          atMost(`${kind}: an entry of ${most.n}`, most.spread.median / most.n, PER_ENTRY, ' µs'),
          atMost(
            `${kind}: an entry of ${most.n} against one of 10, without the empty run`,
            net.at(-1)! / net[0]!,
            GROWTH,
            '×',
          ),
        ]
      }),
    }
  },
}
