import type { ArmName } from './arms.ts'
import type { Evaluation } from './evaluate.ts'
import type { Bin } from './metrics.ts'
import { element, picture, text } from './svg.ts'

const COLOURS: Partial<Record<ArmName, string>> = {
  'mean seat': '#8c959f',
  'first-round vote': '#0969da',
  'last-round vote': '#bc4c00',
  ours: '#1a7f37',
}

const GRID = '#d0d7de'
const ROW = 26

/** How often each is right, a line for each regime. */
export function plotAccuracy(evaluations: readonly Evaluation[]): string {
  const [left, width, top] = [270, 480, 50]
  const height = top + evaluations.length * ROW + 34
  const xOf = (share: number) => left + width * share
  const bottom = height - 30
  const scale = [0, 0.25, 0.5, 0.75, 1].flatMap((share) => [
    element('line', { x1: xOf(share), x2: xOf(share), y1: top - 8, y2: bottom, stroke: GRID }),
    text(xOf(share), bottom + 16, `${share * 100} %`, { 'text-anchor': 'middle' }),
  ])
  const legend = Object.entries(COLOURS).flatMap(([name, fill], i) => [
    element('circle', { cx: 20 + i * 150, cy: 18, r: 5, fill }),
    text(30 + i * 150, 22, name),
  ])
  const rows = evaluations.flatMap(({ regime, accuracy }, i) => {
    const y = top + i * ROW + 8
    const dots = Object.entries(COLOURS).map(([name, fill]) =>
      element('circle', {
        cx: xOf(accuracy[name as ArmName].mean),
        cy: y,
        r: name === 'ours' ? 6 : 4.5,
        fill,
        'fill-opacity': 0.85,
      }),
    )
    return [text(left - 12, y + 4, regime.name, { 'text-anchor': 'end' }), ...dots]
  })
  return picture(left + width + 40, height, 'How often each is right, by regime', [...scale, ...legend, ...rows])
}

/** What came true against what was stated, a field for each dataset. */
export function plotCalibration(fields: readonly { name: string; bins: readonly Bin[]; error: number }[]): string {
  const [side, gap] = [220, 40]
  const parts = fields.flatMap(({ name, bins, error }, i) => {
    const x = 20 + i * (side + gap)
    const y = 34
    const most = Math.max(...bins.map(({ count }) => count))
    return [
      text(x, y - 8, name),
      element('rect', { x, y, width: side, height: side, fill: 'none', stroke: GRID }),
      element('line', { x1: x, y1: y + side, x2: x + side, y2: y, stroke: '#8c959f', 'stroke-dasharray': '3 3' }),
      ...bins.map(({ stated, right, count }) =>
        element('circle', {
          cx: x + side * stated,
          cy: y + side * (1 - right),
          r: 2 + 6 * Math.sqrt(count / most),
          fill: '#1a7f37',
          'fill-opacity': 0.8,
        }),
      ),
      text(x, y + side + 16, `calibration error ${error.toFixed(3)}`),
    ]
  })
  const width = 20 + fields.length * (side + gap)
  return picture(width, side + 70, 'What came true (up) against what was stated (right)', parts)
}

/** How often a rule is right on the questions of which it is most sure, by the share of questions that it answers. */
export function plotCoverage(
  lines: readonly { name: string; colour: string; points: readonly (readonly [number, number])[] }[],
): string {
  const [left, top, width, height] = [60, 30, 420, 260]
  const low = Math.min(...lines.flatMap(({ points }) => points.map(([, right]) => right)))
  const xOf = (share: number) => left + width * share
  const yOf = (right: number) => top + (height * (1 - right)) / (1 - low)
  const parts = [
    element('line', { x1: left, x2: left + width, y1: yOf(low), y2: yOf(low), stroke: GRID }),
    ...[low, 1].map((right) =>
      text(left - 8, yOf(right) + 4, `${Math.round(right * 100)} %`, { 'text-anchor': 'end' }),
    ),
    ...[0, 0.5, 1].map((share) => text(xOf(share), yOf(low) + 18, `${share * 100} %`, { 'text-anchor': 'middle' })),
    text(left + width / 2, yOf(low) + 36, 'share of questions answered, the surest first', { 'text-anchor': 'middle' }),
    ...lines.flatMap(({ name, colour, points }, i) => [
      element('polyline', {
        points: points.map(([share, right]) => `${xOf(share).toFixed(1)},${yOf(right).toFixed(1)}`).join(' '),
        fill: 'none',
        stroke: colour,
        'stroke-width': 2.5,
      }),
      text(left + width + 10, top + 16 + i * 18, name, { fill: colour }),
    ]),
  ]
  return picture(left + width + 220, top + height + 50, 'How often it is right, by how much it answers', parts)
}
