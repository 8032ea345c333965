import { toLogOdds } from '../../../packages/roundtable/src/consensus/weigh.ts'
import { mean } from '../metrics.ts'
import { createRandom, type Random } from '../random.ts'
import type { Dataset } from './dataset.ts'
import type { Protocol } from './protocols.ts'

export type PanelKind = 'random' | 'strong' | 'uneven' | 'weak' | 'kin'

/** Some models of a dataset, by their place in it. */
export interface Panel {
  kind: PanelKind
  seats: readonly number[]
}

const SIZES = [3, 4, 5, 6, 7]

/** How many random panels there are for one of each other kind: few models are strong or weak, so their panels soon repeat. */
export const OTHERS = 10

/** Draws panels of 3 to 7 seats: as many random ones as `count`, with the same number of each size, and a tenth as many of each other kind. */
export function drawPanels(
  dataset: Dataset,
  accuracy: readonly number[],
  count: number,
  { drawsFamilies }: Pick<Protocol, 'drawsFamilies'>,
): Panel[] {
  const random = createRandom('panels', dataset.name)
  const ranked = dataset.models.map((_, i) => i).sort((a, b) => accuracy[b]! - accuracy[a]!)
  const others = Math.ceil(count / OTHERS)
  const drawn: Panel[] = []
  const draw = (kind: PanelKind, wanted: number, pick: (size: number) => readonly number[] | undefined) => {
    for (let tries = 0, found = 0; found < wanted && tries < wanted * 200; tries++) {
      const seats = pick(SIZES[found % SIZES.length]!)
      if (seats === undefined) continue
      drawn.push({ kind, seats })
      found++
    }
  }
  draw('random', count, (size) =>
    drawsFamilies ? pickAcrossFamilies(dataset, size, random) : pickFrom(ranked, size, random),
  )
  draw('strong', others, (size) => pickFrom(ranked.slice(0, 7), size, random))
  draw('weak', others, (size) => pickFrom(ranked.slice(-9), size, random))
  draw('uneven', others, (size) => {
    const seats = pickFrom(ranked, size, random)!
    return isUneven(seats.map((seat) => accuracy[seat]!)) ? seats : undefined
  })
  draw('kin', others, (size) => {
    const seats = pickFrom(ranked, size, random)!
    const largest = Math.max(...[...Map.groupBy(seats, (seat) => dataset.families[seat])].map(([, own]) => own.length))
    return largest >= Math.max(3, size / 2) ? seats : undefined
  })
  return drawn
}

function pickFrom(from: readonly number[], size: number, random: Random): number[] {
  const left = [...from]
  return Array.from({ length: Math.min(size, left.length) }, () => left.splice(random.below(left.length), 1)[0]!)
}

function pickAcrossFamilies({ families }: Dataset, size: number, random: Random): number[] {
  const byFamily = Map.groupBy(families.keys(), (i) => families[i])
  const left = [...byFamily.values()].map((models) => [...models])
  const seats: number[] = []
  while (seats.length < size && left.length > 0) {
    const at = random.below(left.length)
    const models = left[at]!
    seats.push(models.splice(random.below(models.length), 1)[0]!)
    if (models.length === 0) left.splice(at, 1)
  }
  return seats
}

/** Whether the best seat is far better than the middle of the rest. */
function isUneven(accuracies: readonly number[]): boolean {
  const [best, ...rest] = [...accuracies].sort((a, b) => b - a)
  const half = rest.length / 2
  const middle = rest.length % 2 === 1 ? rest[Math.floor(half)]! : mean([rest[half - 1]!, rest[half]!])
  return toLogOdds(best!) - toLogOdds(middle) >= 0.8
}
