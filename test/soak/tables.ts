import { cpus, totalmem } from 'node:os'
import { type Table, toMarkdown } from '../../bench/report.ts'
import type { Suffered } from './faults.ts'
import type { Trend } from './memory.ts'
import { FAULTS } from './schedule.ts'
import { INVARIANTS, type Tally } from './tally.ts'

export interface Outcome {
  seed: number
  seconds: number
  tally: Tally
  suffered: readonly Suffered[]
  trends: readonly Trend[]
  skipped: readonly string[]
}

const seconds = (milliseconds: number): string => (milliseconds / 1_000).toFixed(2)

const median = (values: readonly number[]): number => values.toSorted((a, b) => a - b)[values.length >> 1] ?? 0

const byCount = (counts: ReadonlyMap<string, number>) => [...counts].toSorted(([, a], [, b]) => b - a)

const toWork = ({ tally, seconds: length }: Outcome): Table => ({
  title: '**Done**',
  head: ['what', 'times', 'per second'],
  rows: byCount(tally.counts).map(([what, times]) => [what, String(times), (times / length).toFixed(1)]),
})

const toInvariants = ({ tally }: Outcome): Table => ({
  title: '**Invariants**',
  head: ['what must hold', 'looked at', 'broken'],
  rows: INVARIANTS.map((invariant) => [
    invariant,
    String(tally.checks.get(invariant) ?? 0),
    String(tally.broken.filter((one) => one.invariant === invariant).length),
  ]),
})

const toFaults = ({ suffered, skipped }: Outcome): Table => ({
  title: '**Faults**, and seconds until everything that was going on there had moved again',
  head: ['fault', 'times', 'lasted, median', 'moved, median', 'moved, worst'],
  rows: Object.keys(FAULTS).map((fault) => {
    const of = suffered.filter((one) => one.fault === fault)
    const moved = of.map((one) => one.moved)
    if (of.length === 0) return [fault, skipped.includes(fault) ? 'not possible here' : '0', '', '', '']
    return [
      fault,
      `${of.length}`,
      seconds(median(of.map((one) => one.lasted))),
      seconds(median(moved)),
      seconds(Math.max(...moved)),
    ]
  }),
})

const toMemory = ({ trends }: Outcome): Table => ({
  title: '**Memory**, in MB; heap is what is alive after a collection',
  head: ['node', 'samples', 'heap, first', 'heap, last', 'heap, second half', 'RSS, peak', 'RSS, second half'],
  rows: trends.map(({ node, samples, first, last, peak, grown }) => [
    node,
    String(samples),
    (first?.heap ?? 0).toFixed(1),
    (last?.heap ?? 0).toFixed(1),
    `${grown.heap >= 0 ? '+' : ''}${grown.heap.toFixed(1)}`,
    peak.toFixed(0),
    `${grown.rss >= 0 ? '+' : ''}${grown.rss.toFixed(1)}`,
  ]),
})

const toErrors = ({ tally }: Outcome): Table => ({
  title: '**Errors** that came with the faults, by kind',
  head: ['error', 'times'],
  rows: byCount(tally.errors).map(([kind, times]) => [kind.replaceAll('|', '/'), String(times)]),
})

/** All that is known, as Markdown. */
export function describe(outcome: Outcome): string {
  const { seed, tally } = outcome
  const verdict =
    tally.broken.length === 0
      ? 'Everything held.'
      : `${tally.broken.length} times something did NOT hold; again with --seed ${seed}:\n${tally.broken
          .slice(0, 20)
          .map(({ invariant, detail }) => `- ${invariant}: ${detail.slice(0, 400)}`)
          .join('\n')}`
  const tables = [toInvariants, toFaults, toMemory, toWork, toErrors].map((toTable) => toMarkdown(toTable(outcome)))
  return [`${toMachine(outcome)}\n\n${verdict}`, ...tables].join('\n\n')
}

const toMachine = ({ seed, seconds: length }: Outcome): string =>
  `${Math.round(length / 6) / 10} minutes with seed ${seed}, on ${cpus().length} cores of ${cpus()[0]?.model.trim()}, ${Math.round(totalmem() / 2 ** 30)} GiB, Node ${process.versions.node}.`
