import { DEFAULT_CALIBRATION } from '../../packages/roundtable/src/consensus/calibration.ts'
import { ARMS } from './arms.ts'
import type { Held } from './hold.ts'
import { mean } from './metrics.ts'
import type { RegimeKind } from './regime.ts'
import { listVoices, repool } from './repool.ts'

/** What it would bring, in regimes of a kind, to count votes that were changed after hearing others. */
export interface Trust {
  kind: RegimeKind
  /** Against the vote of the first round. */
  gains: { conversion: number; gain: number }[]
}

const CONVERSIONS = [0, 0.1, 0.2, 0.4, 0.7, 1, 2]

export function weighTrust(held: readonly Held[]): Trust[] {
  const kinds = Map.groupBy(held, ({ regime }) => regime.kind)
  return [...kinds].map(([kind, those]) => ({
    kind,
    gains: CONVERSIONS.map((conversion) => ({ conversion, gain: mean(those.map((one) => gainOf(one, conversion))) })),
  }))
}

function gainOf(held: Held, conversion: number): number {
  const repooled = repool(held, listVoices(held), { ...DEFAULT_CALIBRATION, conversion })
  return mean(repooled.map(({ credit }) => credit)) - mean(held.records.map(ARMS['first-round vote']))
}
