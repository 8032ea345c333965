import * as Plot from '@observablehq/plot'
import {
  type Band,
  labelLines,
  layOutPicture,
  type Mark,
  type Positions,
  shorten,
} from '@sweatpants/roundtable/browser'
import { seatColor } from './seat-name.tsx'

const MARGIN = { left: 44, right: 104, top: 28, bottom: 6 }

/** The approximate width of a letter in a title, in pixels. */
const LETTER = 7.2

/** Bands of answers with the seats in them, and a line for each seat. */
export function drawPicture(positions: Positions, width: number): SVGElement | HTMLElement {
  const { stops, lanes } = positions
  const bandHeight = lanes.length > 4 ? 84 : 116
  const radius = width < 520 ? 8 : 10
  const stopWidth = (width - MARGIN.left - MARGIN.right) / stops.length
  const { bands, height, marks } = layOutPicture(positions, { stopWidth, bandHeight, markSize: 2 * radius + 8 })
  const ticks = bands.flatMap((band) => band.ticks)
  const heard = marks.filter(({ isHeard }) => isHeard)
  const inked = (mark: Mark) => (mark.isSure ? seatColor(mark.seat) : 'var(--surface)')
  const at = { x: 'x', y: 'y' } as const

  const drawing = Plot.plot({
    width,
    height: height * bandHeight + MARGIN.top + MARGIN.bottom,
    marginLeft: MARGIN.left,
    marginRight: MARGIN.right,
    marginTop: MARGIN.top,
    marginBottom: MARGIN.bottom,
    className: 'debate-plot',
    x: { domain: [-0.5, stops.length - 0.5], axis: null },
    y: { domain: [0, height], reverse: true, axis: null },
    color: { type: 'identity' },
    marks: [
      Plot.rect(bands, {
        x1: -0.5,
        x2: stops.length - 0.5,
        y1: 'top',
        y2: bottomOf,
        fill: fillOf(bands),
        inset: 1,
        rx: 6,
      }),
      Plot.ruleY(ticks, { y: 'y', stroke: 'var(--border)', strokeDasharray: '2 4' }),
      Plot.text(ticks, {
        x: -0.5,
        y: 'y',
        dx: -6,
        text: 'label',
        textAnchor: 'end',
        fill: 'var(--muted)',
      }),
      Plot.text(bands, {
        x: -0.5,
        y: 'top',
        dx: 10,
        dy: 9,
        text: ({ title }: Band) => shorten(title, (width - MARGIN.left - MARGIN.right - 20) / LETTER),
        textAnchor: 'start',
        lineAnchor: 'top',
        fontWeight: 600,
        fill: 'var(--text)',
      }),
      Plot.text(stops, {
        x: (_, index) => index,
        frameAnchor: 'top',
        dy: -20,
        text: ({ label }) => (stopWidth < 56 ? abbreviate(label) : label),
        fill: 'var(--muted)',
      }),
      Plot.line(
        positions.tracks.flatMap(({ seat }) =>
          stops.map((_, stop) => {
            const mark = heard.find((one) => one.seat === seat.number && one.stop === stop)
            return mark ?? { seat: seat.number, x: stop, y: Number.NaN }
          }),
        ),
        { ...at, z: 'seat', stroke: ({ seat }) => seatColor(seat), strokeWidth: 2, curve: 'bump-x' },
      ),
      Plot.dot(marks, { ...at, r: radius, fill: inked, stroke: ({ seat }) => seatColor(seat), strokeWidth: 1.5 }),
      Plot.dot(
        marks.filter(({ isFlip }) => isFlip),
        { ...at, r: radius + 4, stroke: 'var(--text)', strokeWidth: 1.75 },
      ),
      Plot.text(marks, {
        ...at,
        text: ({ seat }) => String(seat),
        fill: ({ isSure }) => (isSure ? 'var(--surface)' : 'var(--text)'),
        fontWeight: 650,
      }),
      Plot.text(labelLines(positions, marks, (2 * radius + 2) / bandHeight), {
        ...at,
        dx: radius + 8,
        text: ({ title }) => shorten(title, MARGIN.right / LETTER),
        textAnchor: 'start',
        fontWeight: 600,
        fill: ({ seat }) => seatColor(seat),
      }),
      Plot.tip(marks, Plot.pointer({ ...at, title: 'title', lineWidth: 24 })),
    ],
  })
  // The element around it has a name and a description.
  drawing.setAttribute('aria-hidden', 'true')
  return drawing
}

const bottomOf = ({ top, height }: Band): number => top + height

const fillOf = (bands: readonly Band[]) => (band: Band) =>
  bands.indexOf(band) % 2 === 0 ? 'var(--sunken)' : 'var(--surface)'

/** “R2” for “Round 2”, where there is no room for the word. */
const abbreviate = (label: string): string => label.replace(/^(\w)\w* ?/, '$1')
