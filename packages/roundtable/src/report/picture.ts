import { quote } from '../session/phrases.ts'
import type { Place, Positions } from './positions.ts'

/** A horizontal band of the picture, from the top down. */
export interface Band {
  title: string
  top: number
  height: number
  /** Whether the height in the band shows the confidence. */
  isScale: boolean
}

/** A seat at a stop. `x` counts stops, `y` counts bands. */
export interface Mark {
  seat: number
  stop: number
  x: number
  y: number
  isFlip: boolean
  /** Whether the seat stated a confidence, which the height shows, or the range of an estimate. */
  isSure: boolean
  /** Whether the seat was heard; otherwise its line has a gap. */
  isHeard: boolean
  title: string
}

/** Positions over rounds: a band per answer, in which a more confident seat is higher. */
export interface Picture {
  bands: Band[]
  height: number
  marks: Mark[]
}

/** The part of a band that shows confidence; the title is above it. */
const SCALE_TOP = 0.34
const SCALE_HEIGHT = 0.54
const SHORT_BAND = 0.6

export const scaleY = (band: Band, confidence: number): number => band.top + SCALE_TOP + (1 - confidence) * SCALE_HEIGHT

export interface PictureSize {
  /** Between two stops, in pixels. */
  stopWidth: number
  /** Of a band, in pixels. */
  bandHeight: number
  /** The size of a mark, in pixels. */
  markSize: number
}

export function layOutPicture(positions: Positions, size: PictureSize): Picture {
  const { bands, bandOf } = toBands(positions)
  const isEstimate = positions.kind === 'estimate'
  const height = bands.reduce((total, band) => total + band.height, 0)
  const marks = positions.stops.flatMap(({ label }, stop) => {
    const placed = positions.tracks.flatMap(({ seat, places }): Mark[] => {
      const place = places[stop]!
      const band = bands[bandOf(place)]
      if (band === undefined) return []
      const confidence = place.type === 'heard' ? place.confidence : undefined
      const isSure = isEstimate ? place.type === 'heard' : confidence !== undefined && band.isScale
      const y = band.isScale ? scaleY(band, confidence ?? 0.5) : band.top + band.height * 0.62
      const isFlip = place.type === 'heard' && place.flip !== undefined
      const title = `${seat.number} ${seat.name}, ${label}\n${sayPlace(place, band)}`
      return [{ seat: seat.number, stop, x: stop, y, isFlip, isSure, isHeard: place.type === 'heard', title }]
    })
    return spread(placed, size)
  })
  return { bands, height, marks }
}

/** The name at the end of a seat's line. */
export interface LineLabel {
  seat: number
  title: string
  x: number
  y: number
}

/** Places the name of each seat beside its last mark, with at least `gap` bands between two names in a column. */
export function labelLines({ tracks }: Positions, marks: readonly Mark[], gap: number): LineLabel[] {
  const last = tracks.flatMap(({ seat }) => {
    const mark = marks.findLast((one) => one.seat === seat.number)
    return mark === undefined ? [] : [{ seat: seat.number, title: seat.title, stop: mark.stop, y: mark.y }]
  })
  const columns = Map.groupBy(last, ({ stop }) => stop).values()
  return [...columns].flatMap((column) => {
    const widest = Math.max(...marks.filter(({ stop }) => stop === column[0]!.stop).map(({ x }) => x))
    let free = Number.NEGATIVE_INFINITY
    return column
      .toSorted((a, b) => a.y - b.y)
      .map(({ seat, title, y }) => {
        const placed = Math.max(y, free)
        free = placed + gap
        return { seat, title, x: widest, y: placed }
      })
  })
}

function toBands({ kind, lanes, tracks }: Positions) {
  const places = tracks.flatMap((track) => track.places)
  const hasUnclear = places.some((place) => place.type === 'heard' && place.lane === undefined)
  const hasAbsent = places.some(({ type }) => type === 'absent')
  // Estimates have ranges instead of a confidence.
  const lane = kind === 'estimate' ? { height: SHORT_BAND, isScale: false } : { height: 1, isScale: true }
  const titles = lanes.map(({ letter, answer }) => `${letter} · ${answer.replaceAll(/\s+/g, ' ')}`)
  const wanted = [
    ...titles.map((title) => ({ title, ...lane })),
    ...(hasUnclear ? [{ title: 'No clear answer', height: SHORT_BAND, isScale: false }] : []),
    ...(hasAbsent ? [{ title: 'Not heard', height: SHORT_BAND, isScale: false }] : []),
  ]
  let top = 0
  const bands = wanted.map((band): Band => {
    const placed = { ...band, top }
    top += band.height
    return placed
  })
  const bandOf = (place: Place): number => {
    if (place.type === 'heard') return place.lane ?? lanes.length
    return place.type === 'absent' ? lanes.length + Number(hasUnclear) : -1
  }
  return { bands, bandOf }
}

/** Moves overlapping marks beside each other, closer than their size if there is no room. */
function spread(marks: readonly Mark[], { stopWidth, bandHeight, markSize }: PictureSize): Mark[] {
  const columns: Mark[][] = []
  const columnOf = marks.map((mark) => {
    const isFree = (column: readonly Mark[]) =>
      column.every((other) => Math.abs(other.y - mark.y) * bandHeight >= markSize)
    const found = columns.findIndex(isFree)
    if (found === -1) columns.push([mark])
    else columns[found]!.push(mark)
    return found === -1 ? columns.length - 1 : found
  })
  const step = Math.min(markSize, (stopWidth * 0.85) / Math.max(columns.length, 1)) / stopWidth
  return marks.map((mark, index) => {
    // Centred among the marks that overlap it, so that a single mark stays at its stop.
    const beside = marks.flatMap((other, i) => (Math.abs(other.y - mark.y) * bandHeight < markSize ? columnOf[i]! : []))
    const middle = (Math.min(...beside) + Math.max(...beside)) / 2
    return { ...mark, x: mark.x + (columnOf[index]! - middle) * step }
  })
}

function sayPlace(place: Place, band: Band): string {
  if (place.type === 'absent') return `Not heard: ${place.reason}`
  if (place.type !== 'heard') return ''
  const flip = place.flip === undefined ? '' : `\nChanged its mind: ${place.flip.reason ?? 'it does not say why'}`
  return `${band.title} (${place.held})\n${quote(place.position)}${flip}`
}
