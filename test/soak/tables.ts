import { cpus, totalmem } from 'node:os'
import { type Table, toMarkdown } from '../../bench/report.ts'
import { FAULTS } from '../faults/kinds.ts'
import type { Suffered } from './disturb.ts'
import type { Trend } from './memory.ts'
import { INVARIANTS, type Tally } from './tally.ts'

export interface Outcome {
  seed: number
  seconds: number
  tally: Tally
  /** With the longest time in which the store acknowledged nothing. */
  suffered: readonly (Suffered & { silence: number })[]
  trends: readonly Trend[]
  /** Faults that this machine does not allow. */
  skipped: readonly string[]
  /** The highest load of the machine, averaged over a minute. */
  load: number
}

const seconds = (milliseconds: number): string => (milliseconds / 1_000).toFixed(2)

const median = (values: readonly number[]): number => values.toSorted((a, b) => a - b)[values.length >> 1] ?? 0

const byCount = (counts: ReadonlyMap<string, number>) => [...counts].toSorted(([, a], [, b]) => b - a)

const toWork = ({ tally, seconds: length }: Outcome): Table => ({
  title: '**Work** that was done meanwhile',
  head: ['what', 'times', 'per second'],
  rows: byCount(tally.counts).map(([what, times]) => [what, String(times), (times / length).toFixed(1)]),
})

const toInvariants = ({ tally }: Outcome): Table => ({
  title: '**Invariants**',
  head: ['what holds', 'checked', 'broken'],
  rows: INVARIANTS.map((invariant) => [
    invariant,
    String(tally.checks.get(invariant) ?? 0),
    String(tally.broken.filter((one) => one.invariant === invariant).length),
  ]),
})

const toFaults = ({ suffered, skipped }: Outcome): Table => ({
  title:
    '**Faults** in seconds: how long each lasted, in which no write was acknowledged (silence), and until everything in the cluster had made progress',
  head: [
    'fault',
    'times',
    'lasted, median',
    'silence, median',
    'silence, worst',
    'progress, median',
    'progress, worst',
  ],
  rows: Object.keys(FAULTS).map((fault) => {
    const of = suffered.filter((one) => one.fault === fault)
    const progress = of.map((one) => one.progress)
    if (of.length === 0) return [fault, skipped.includes(fault) ? 'not possible here' : '0', '', '', '', '', '']
    const silence = of.map((one) => one.silence)
    const lasted = median(of.map((one) => one.lasted))
    const spread = [silence, progress].flatMap((all) => [seconds(median(all)), seconds(Math.max(...all))])
    return [fault, `${of.length}`, seconds(lasted), ...spread]
  }),
})

const toMemory = ({ trends }: Outcome): Table => ({
  title: '**Memory** in MB; the heap is measured after a collection',
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
  title: '**Errors** that the faults caused',
  head: ['error', 'times'],
  rows: byCount(tally.errors).map(([kind, times]) => [kind.replaceAll('|', '/'), String(times)]),
})

/** Returns the outcome as Markdown. */
export function describeOutcome(outcome: Outcome): string {
  const { seed, tally } = outcome
  const verdict =
    tally.broken.length === 0
      ? 'Every invariant held.'
      : `${tally.broken.length} times an invariant did NOT hold; repeat with --seed ${seed}:\n${tally.broken
          .slice(0, 20)
          .map(({ invariant, detail }) => `- ${invariant}: ${detail.slice(0, 400)}`)
          .join('\n')}`
  const tables = [toInvariants, toFaults, toMemory, toWork, toErrors].map((toTable) => toMarkdown(toTable(outcome)))
  return [`${describeMachine(outcome)}\n\n${verdict}`, ...tables].join('\n\n')
}

const describeMachine = ({ seed, seconds: length, load }: Outcome): string =>
  `${Math.round(length / 6) / 10} minutes with seed ${seed}, on ${cpus().length} cores of ${cpus()[0]?.model.trim()}, ${Math.round(totalmem() / 2 ** 30)} GiB, Node ${process.versions.node}, with a load of up to ${load.toFixed(0)}.`
