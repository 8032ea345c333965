import { DEFAULT_CALIBRATION } from '../../packages/roundtable/src/consensus/calibration.ts'
import { poolVotes } from '../../packages/roundtable/src/consensus/pool-votes.ts'
import { ARMS } from './arms.ts'
import type { DebateRecord } from './debate-record.ts'
import type { Held } from './hold.ts'
import { mean } from './metrics.ts'
import type { RegimeKind } from './regime.ts'
import { decideBy, listVoices } from './repool.ts'

/** What it would bring, in regimes of a kind, to count votes that were changed after hearing others. */
export interface Trust {
  kind: RegimeKind
  /** Against the vote of the first round. */
  gains: { conversion: number; gain: number }[]
}

const CONVERSIONS = [0, 0.1, 0.2, 0.4, 0.7, 1, 2]

export function weighTrust(held: readonly Held[]): Trust[] {
  const pooled = new Map(held.map((one) => [one, listPooled(one)]))
  const kinds = Map.groupBy(held, ({ regime }) => regime.kind)
  return [...kinds].map(([kind, those]) => ({
    kind,
    gains: CONVERSIONS.map((conversion) => ({
      conversion,
      gain: mean(those.map((one) => gainOf(one, pooled.get(one)!, conversion))),
    })),
  }))
}

const listPooled = (held: Held): Map<string, number>[] =>
  listVoices(held).map((voices) => poolVotes(voices, held.regime.choices, DEFAULT_CALIBRATION))

function gainOf({ records }: Held, pooled: readonly Map<string, number>[], conversion: number): number {
  const credits = records.map((record, i) => {
    const moved = [...pooled[i]!].map(([answer, share]): [string, number] => {
      return [answer, share * Math.exp(conversion * countConvinced(record, answer))]
    })
    return decideBy(record, new Map(moved)).credit
  })
  return mean(credits) - mean(records.map(ARMS['first-round vote']))
}

/** How many came round to an answer, and said why. */
function countConvinced({ rounds, end }: DebateRecord, answer: string): number {
  const first = rounds[0]!.said
  const later = rounds.slice(1, end)
  return rounds[end - 1]!.said.filter(
    (now, seat) =>
      now.answer === answer &&
      first[seat]!.answer !== answer &&
      later.some(({ said }) => said[seat]!.hasReason && said[seat]!.answer === answer),
  ).length
}
