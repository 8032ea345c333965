import { mean } from '../metrics.ts'
import type { Dataset } from './dataset.ts'
import { drawPanels } from './panels.ts'
import { protocolOf } from './protocols.ts'
import { accuracyOf } from './replay.ts'
import { learn, type Past } from './rules.ts'

/** How well the track record knows the seats after so many verdicts. */
export interface RecordError {
  verdicts: number
  /** The mean distance of a seat's rated skill from how often it is right, from 0 to 1. */
  error: number
  /** The mean distance of two seats' difference in rated skill from the true one. */
  gapError: number
  /** How often the better of two seats is rated higher. */
  ordered: number
}

const VERDICTS = [0, 20, 50, 100]

/** Compares what the track record says of the seats of random panels with how often they are right. */
export function measureRecord(dataset: Dataset, past: Past, panels: number): RecordError[] {
  const accuracy = accuracyOf(dataset, dataset.questions)
  const random = drawPanels(dataset, accuracy, panels, protocolOf(past.dataset.name)).filter(
    ({ kind }) => kind === 'random',
  )
  return VERDICTS.map((verdicts) => {
    const rated = random.map((panel) => {
      const { skills } = learn(panel, past, { verdicts })
      return panel.seats.map((seat, i) => ({ skill: skills[i]!, truth: accuracy[seat]! }))
    })
    const pairs = rated.flatMap((seats) =>
      seats.flatMap((one, i) => seats.slice(i + 1).map((other) => [one.skill - other.skill, one.truth - other.truth])),
    )
    return {
      verdicts,
      error: mean(rated.flat().map(({ skill, truth }) => Math.abs(skill - truth))),
      gapError: mean(pairs.map(([stated, real]) => Math.abs(stated! - real!))),
      ordered: mean(pairs.map(([stated, real]) => (stated === 0 ? 0.5 : Number(stated! > 0 === real! > 0)))),
    }
  })
}
