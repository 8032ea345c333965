import { describePositions } from '../report/describe-positions.ts'
import { type Band, layOutPicture, type Mark, scaleY } from '../report/picture.ts'
import type { Positions } from '../report/positions.ts'
import { type Html, html } from './html.ts'

/** Narrow enough for a phone, unless there are many stops. */
const NARROWEST = 440
const STOP = 96
const LEFT = 48
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
  const width = Math.max(NARROWEST, LEFT + stops.length * STOP)
  const stopWidth = (width - LEFT) / stops.length
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
</svg>`

  function drawBand(band: Band): Html {
    const ticks = band.isScale ? [1, 0.5, 0] : []
    return html`<rect class="band" x="${LEFT}" y="${toY(band.top) + 1}" width="${width - LEFT}" height="${round(band.height * bandHeight - 4)}" rx="6"/>
${ticks.map((share) => {
  const y = toY(scaleY(band, share))
  return html`<line class="tick" x1="${LEFT}" x2="${width}" y1="${y}" y2="${y}"/><text class="note" x="${LEFT - 6}" y="${y + 4}" text-anchor="end">${share * 100}%</text>`
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

  function drawMark({ seat, x, y, isSure, isFlip, title }: Mark): Html {
    const hollow = isSure ? '' : ' hollow'
    return html`<g class="${seatClass(seat)}"><title>${title}</title><circle class="mark${hollow}" cx="${toX(x)}" cy="${toY(y)}" r="${RADIUS}"/>${
      isFlip ? html`<circle class="ring" cx="${toX(x)}" cy="${toY(y)}" r="${RADIUS + 4}"/>` : undefined
    }<text class="number${hollow}" x="${toX(x)}" y="${toY(y) + 4}" text-anchor="middle">${seat}</text></g>`
  }
}

const round = (value: number): number => Math.round(value * 10) / 10

function shorten(text: string, length: number): string {
  const characters = [...text]
  return characters.length <= length ? text : `${characters.slice(0, length - 1).join('')}…`
}
