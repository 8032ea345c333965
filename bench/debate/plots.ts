import type { ArmName } from './arms.ts'
import type { Evaluation } from './evaluate.ts'
import { element, picture, text } from './svg.ts'
import type { Trust } from './trust.ts'

const COLOURS: Partial<Record<ArmName, string>> = {
  'mean seat': '#8c959f',
  'first-round vote': '#0969da',
  'vote at equal calls': '#8250df',
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

/** What came true against what was stated, a field for each regime. */
export function plotCalibration(evaluations: readonly Evaluation[]): string {
  const [side, gap, columns] = [130, 34, 5]
  const rows = Math.ceil(evaluations.length / columns)
  const fields = evaluations.flatMap(({ regime, calibration }, i) => {
    const x = 20 + (i % columns) * (side + gap)
    const y = 34 + Math.floor(i / columns) * (side + gap + 10)
    const most = Math.max(...calibration.bins.map(({ count }) => count))
    const dots = calibration.bins.map(({ stated, right, count }) =>
      element('circle', {
        cx: x + side * stated,
        cy: y + side * (1 - right),
        r: 2 + 5 * Math.sqrt(count / most),
        fill: '#1a7f37',
        'fill-opacity': 0.8,
      }),
    )
    return [
      text(x, y - 8, regime.name.length > 24 ? `${regime.name.slice(0, 23)}…` : regime.name, { 'font-size': 11 }),
      element('rect', { x, y, width: side, height: side, fill: 'none', stroke: GRID }),
      element('line', { x1: x, y1: y + side, x2: x + side, y2: y, stroke: '#8c959f', 'stroke-dasharray': '3 3' }),
      ...dots,
      text(x, y + side + 14, `error ${calibration.error.toFixed(3)}`, { 'font-size': 11 }),
    ]
  })
  const size = [20 + columns * (side + gap), 34 + rows * (side + gap + 10)] as const
  return picture(...size, 'What came true (up) against what was stated (right), by regime', fields)
}

/** What is won and lost when those count who were convinced by others. */
export function plotTrust(trust: readonly Trust[]): string {
  const [left, top, width, height] = [60, 40, 520, 300]
  const gains = trust.flatMap(({ gains: own }) => own.map(({ gain }) => gain))
  const low = Math.min(...gains, 0)
  const high = Math.max(...gains, 0)
  const most = Math.max(...trust[0]!.gains.map(({ conversion }) => conversion))
  const xOf = (conversion: number) => left + (width * conversion) / most
  const yOf = (gain: number) => top + (height * (high - gain)) / (high - low)
  const lines = trust.map(({ kind, gains: own }) => {
    const points = own.map(({ conversion, gain }) => `${xOf(conversion).toFixed(1)},${yOf(gain).toFixed(1)}`).join(' ')
    return element('polyline', { points, fill: 'none', stroke: KINDS[kind], 'stroke-width': 2.5 })
  })
  let lowest = 0
  const names = trust
    .map(({ kind, gains: own }) => ({ kind, y: yOf(own.at(-1)!.gain) + 4 }))
    .sort((a, b) => a.y - b.y)
    .map(({ kind, y }) => {
      lowest = Math.max(y, lowest + 14)
      return text(left + width + 8, lowest, kind, { fill: KINDS[kind] })
    })
  const marks = [Math.round(low * 100), 0, Math.round(high * 100)].map((points) =>
    text(left - 8, yOf(points / 100) + 4, `${points}`.replace('-', '−'), { 'text-anchor': 'end' }),
  )
  const axes = [
    element('line', {
      x1: left,
      x2: left + width,
      y1: yOf(0),
      y2: yOf(0),
      stroke: '#8c959f',
      'stroke-dasharray': '3 3',
    }),
    text(left, top - 16, 'points above the vote of the first round'),
    text(left + width / 2, top + height + 30, 'what each who was convinced adds, in log-odds', {
      'text-anchor': 'middle',
    }),
    ...trust[0]!.gains.map(({ conversion }) =>
      text(xOf(conversion), top + height + 14, `${conversion}`, { 'text-anchor': 'middle' }),
    ),
  ]
  return picture(left + width + 130, top + height + 44, 'What it brings to follow those who changed their mind', [
    ...axes,
    ...marks,
    ...lines,
    ...names,
  ])
}

const KINDS: Record<Trust['kind'], string> = {
  easy: '#0969da',
  'truth persuades': '#1a7f37',
  conformity: '#8250df',
  adversary: '#cf222e',
  mixed: '#6e7781',
}
