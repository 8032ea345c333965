import { sayEstimate } from '../consensus/estimates.ts'
import { sayStrip, type VoteChange } from '../consensus/recommend.ts'
import { describePositions } from '../report/describe-positions.ts'
import { type Band, type LineLabel, labelLines, layOutPicture, type Mark } from '../report/picture.ts'
import type { Positions } from '../report/positions.ts'
import { listRanges, placeBetween, type Ranges } from '../report/ranges.ts'
import { sayRange } from '../report/words.ts'
import { shorten } from '../session/phrases.ts'
import { type Html, html } from './html.ts'

/** Narrow enough for a phone, unless there are many stops. */
const NARROWEST = 440
const STOP = 96
const LEFT = 48
/** The room for the names at the ends of the lines. */
const RIGHT = 96
const TOP = 26
const RADIUS = 10
/** The approximate width of a letter of a title, in pixels. */
const LETTER = 7.2

/** The number of colours; seats that share a colour differ by their number. */
export const seatClass = (number: number): string => `seat-${((number - 1) % 8) + 1}`

/** Draws positions over rounds as a static picture. */
export function picture(positions: Positions): Html {
  const { stops, lanes, tracks } = positions
  const bandHeight = lanes.length > 4 ? 84 : 116
  const width = Math.max(NARROWEST, LEFT + stops.length * STOP + RIGHT)
  const stopWidth = (width - LEFT - RIGHT) / stops.length
  const { bands, height, marks } = layOutPicture(positions, { stopWidth, bandHeight, markSize: 2 * RADIUS + 8 })
  const toX = (stop: number) => round(LEFT + (stop + 0.5) * stopWidth)
  const toY = (y: number) => round(TOP + y * bandHeight)
  const total = toY(height)
  return html`<svg width="${width}" height="${total}" viewBox="0 0 ${width} ${total}" role="img" aria-labelledby="picture-title picture-text">
<title id="picture-title">Positions over rounds</title>
<desc id="picture-text">${describePositions(positions).join(' ')}</desc>
${stops.map(({ label }, stop) => html`<text class="note" x="${toX(stop)}" y="14" text-anchor="middle">${label}</text>`)}
${bands.map(drawBand)}
${tracks.map(({ seat }) => drawLine(marks.filter((mark) => mark.seat === seat.number)))}
${marks.map(drawMark)}
${labelLines(positions, marks, (2 * RADIUS + 2) / bandHeight).map(drawLabel)}
</svg>`

  function drawBand(band: Band): Html {
    return html`<rect class="band" x="${LEFT}" y="${toY(band.top) + 1}" width="${width - LEFT}" height="${round(band.height * bandHeight - 4)}" rx="6"/>
${band.ticks.map(({ y: tick, label }) => {
  const y = toY(tick)
  return html`<line class="tick" x1="${LEFT}" x2="${width}" y1="${y}" y2="${y}"/><text class="note" x="${LEFT - 6}" y="${y + 4}" text-anchor="end">${label}</text>`
})}
<text x="${LEFT + 10}" y="${toY(band.top) + 20}" font-weight="600">${shorten(band.title, (width - LEFT - 20) / LETTER)}</text>`
  }

  function drawLine(own: readonly Mark[]): Html[] {
    return own.flatMap((mark, index) => {
      const next = own[index + 1]
      const isJoined = next !== undefined && mark.isHeard && next.isHeard && next.stop === mark.stop + 1
      if (!isJoined) return []
      const [x1, y1, x2, y2] = [toX(mark.x), toY(mark.y), toX(next.x), toY(next.y)]
      const middle = round((x1 + x2) / 2)
      return [
        html`<path class="line ${seatClass(mark.seat)}" d="M${x1},${y1}C${middle},${y1} ${middle},${y2} ${x2},${y2}"/>`,
      ]
    })
  }

  function drawLabel({ seat, title, x, y }: LineLabel): Html {
    return html`<text class="label ${seatClass(seat)}" x="${toX(x) + RADIUS + 8}" y="${toY(y) + 4}">${shorten(title, (width - toX(x) - RADIUS - 8) / LETTER)}</text>`
  }

  function drawMark({ seat, x, y, isSure, isFlip, title }: Mark): Html {
    const hollow = isSure ? '' : ' hollow'
    return html`<g class="${seatClass(seat)}"><title>${title}</title><circle class="mark${hollow}" cx="${toX(x)}" cy="${toY(y)}" r="${RADIUS}"/>${
      isFlip ? html`<circle class="ring" cx="${toX(x)}" cy="${toY(y)}" r="${RADIUS + 4}"/>` : undefined
    }<text class="number${hollow}" x="${toX(x)}" y="${toY(y) + 4}" text-anchor="middle">${seat}</text></g>`
  }
}

const STRIP = 440
const BAR = 26
const NAME = 84

/** Draws the votes before the seats heard each other above those at the end. */
export function voteStrip(votes: readonly VoteChange[]): Html {
  const rows = [
    { label: 'Alone', counts: votes.map(({ alone }) => alone) },
    { label: 'At the end', counts: votes.map(({ end }) => end) },
  ]
  const height = rows.length * (BAR + 6)
  return html`<svg width="${STRIP}" height="${height}" viewBox="0 0 ${STRIP} ${height}" role="img" aria-label="${sayStrip(votes)}">
${rows.map(({ label, counts }, row) => {
  const y = row * (BAR + 6)
  const total = counts.reduce((sum, count) => sum + count, 0) || 1
  const toX = (count: number) => round(NAME + (count / total) * (STRIP - NAME))
  const parts = counts.map((count, i) => ({ i, count, before: counts.slice(0, i).reduce((sum, one) => sum + one, 0) }))
  return html`<text class="note" x="0" y="${y + 17}">${label}</text>
${parts
  .filter(({ count }) => count > 0)
  .map(({ i, count, before }) => {
    const [x, width] = [toX(before), round(toX(before + count) - toX(before) - 2)]
    return html`<rect class="part${i === 0 ? ' first' : ''}" x="${x}" y="${y}" width="${width}" height="${BAR}" rx="4"/><text x="${x + 8}" y="${y + 17}">${shorten(`${count} ${votes[i]!.answer}`, (width - 14) / LETTER)}</text>`
  })}`
})}
</svg>`
}

const ROW = 30
const TITLE = 120
const CHART = 720
/** The room for the words at the end of a row. */
const WORDS = 240

/** Draws the range of each panellist as a line with its number, above the range of the panel. */
export function rangeChart(ranges: Ranges): Html {
  const { rows, panel, ends, unit } = ranges
  const height = (rows.length + 1) * ROW
  const toX = (number: number) => round(TITLE + 8 + placeBetween(ends, number) * (CHART - TITLE - WORDS - 16))
  const all = [
    ...rows.map(({ seat, end, alone }) => {
      return { title: seat.title, name: seatClass(seat.number), end, alone, words: sayRange(end, unit) }
    }),
    {
      title: 'The panel',
      name: 'panel',
      end: { value: panel.median, ...panel },
      alone: undefined,
      words: sayEstimate({ ...panel, unit }),
    },
  ]
  return html`<svg width="${CHART}" height="${height}" viewBox="0 0 ${CHART} ${height}" role="img" aria-label="${listRanges(ranges).join('. ')}">
<rect class="band" x="${toX(panel.low)}" y="0" width="${round(toX(panel.high) - toX(panel.low))}" height="${height}"/>
${all.map(({ title, name, end, alone, words }, row) => {
  const { value, low = value, high = value } = end
  const y = row * ROW + ROW / 2
  return html`<g class="${name}"><text class="label" x="0" y="${y + 4}">${shorten(title, TITLE / LETTER)}</text><line class="line" x1="${toX(low)}" x2="${toX(high)}" y1="${y}" y2="${y}"/>${
    alone === undefined ? undefined : html`<circle class="mark hollow" cx="${toX(alone)}" cy="${y}" r="5"/>`
  }<circle class="mark" cx="${toX(value)}" cy="${y}" r="6"/><text class="note" x="${CHART - WORDS + 8}" y="${y + 4}">${shorten(words, WORDS / 6.2)}</text></g>`
})}
</svg>`
}

const round = (value: number): number => Math.round(value * 10) / 10
