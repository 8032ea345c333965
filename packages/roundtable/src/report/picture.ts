import { sayNumber } from '../consensus/estimates.ts'
import { quote } from '../session/phrases.ts'
import type { Place, Positions } from './positions.ts'
import { placeBetween } from './ranges.ts'
import { PLACES, sayChanged } from './words.ts'

/** A horizontal band of the picture, from the top down. */
export interface Band {
  title: string
  top: number
  height: number
  /** What heights in the band mean: how sure a seat is, or the number of an estimate. Empty if they mean nothing. */
  ticks: { y: number; label: string }[]
}

/** A seat at a stop. `x` counts stops, `y` counts bands. */
export interface Mark {
  seat: number
  stop: number
  x: number
  y: number
  isFlip: boolean
  /** Whether the seat stated what the height shows: a confidence, or a number. */
  isSure: boolean
  /** Whether the seat was heard; otherwise its line has a gap. */
  isHeard: boolean
  title: string
}

/** Positions over rounds: a band per answer, in which a more confident seat is higher; for an estimate, a scale of the numbers. */
export interface Picture {
  bands: Band[]
  height: number
  marks: Mark[]
}

/** The part of a band that is a scale; the title is above it. */
const SCALE_TOP = 0.34
const SCALE_HEIGHT = 0.54
const SHORT_BAND = 0.6
const NUMBERS_BAND = 2

/** Where a share from 0 to 1 is on the scale of a band. */
export const scaleY = ({ top, height }: Pick<Band, 'top' | 'height'>, share: number): number =>
  top + SCALE_TOP + (1 - share) * (height - 1 + SCALE_HEIGHT)

export interface PictureSize {
  /** Between two stops, in pixels. */
  stopWidth: number
  /** Of a band, in pixels. */
  bandHeight: number
  /** The size of a mark, in pixels. */
  markSize: number
}

export function layOutPicture(positions: Positions, size: PictureSize): Picture {
  const { bands, bandOf, shareOf } = toBands(positions)
  const height = bands.reduce((total, band) => total + band.height, 0)
  const marks = positions.stops.flatMap(({ label }, stop) => {
    const placed = positions.tracks.flatMap(({ seat, places }): Mark[] => {
      const place = places[stop]!
      const band = bands[bandOf(place)]
      if (band === undefined) return []
      const share = shareOf(place)
      const isScale = band.ticks.length > 0
      const isSure = share !== undefined && isScale
      const y = isScale ? scaleY(band, share ?? 0.5) : band.top + band.height * 0.62
      // A number that changes moves the line, by as much as it changes.
      const isFlip = place.type === 'heard' && place.flip !== undefined && place.number === undefined
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

/** The most characters beside a scale. */
const TICK = 6

function sayTick(number: number): string {
  const label = sayNumber(number)
  const isShort = label.length <= TICK
  return isShort
    ? label
    : new Intl.NumberFormat('en', { notation: 'compact', maximumSignificantDigits: 3 }).format(number)
}

function toBands({ lanes, tracks, numbers }: Positions) {
  const places = tracks.flatMap((track) => track.places)
  const hasUnclear = places.some((place) => place.type === 'heard' && place.lane === undefined)
  const hasAbsent = places.some(({ type }) => type === 'absent')
  const scales =
    numbers === undefined
      ? lanes.map(({ letter, answer }) => ({
          title: `${letter} · ${answer.replaceAll(/\s+/g, ' ')}`,
          height: 1,
          shares: [1, 0.5, 0].map((share) => ({ share, label: `${share * 100}%` })),
        }))
      : [
          {
            title: `In ${numbers.unit}`,
            height: NUMBERS_BAND,
            shares: [...new Set([numbers.to, numbers.from])].map((number) => ({
              share: placeBetween(numbers, number),
              label: sayTick(number),
            })),
          },
        ]
  const wanted = [
    ...scales,
    ...(hasUnclear ? [{ title: PLACES.unclear, height: SHORT_BAND, shares: [] }] : []),
    ...(hasAbsent ? [{ title: 'Not heard', height: SHORT_BAND, shares: [] }] : []),
  ]
  let top = 0
  const bands = wanted.map(({ title, height, shares }): Band => {
    const placed = { title, height, top }
    top += height
    return { ...placed, ticks: shares.map(({ share, label }) => ({ y: scaleY(placed, share), label })) }
  })
  const bandOf = (place: Place): number => {
    if (place.type === 'heard' && place.lane !== undefined) return numbers === undefined ? place.lane : 0
    if (place.type === 'heard') return scales.length
    return place.type === 'absent' ? scales.length + Number(hasUnclear) : -1
  }
  const shareOf = (place: Place): number | undefined => {
    if (place.type !== 'heard') return undefined
    if (numbers === undefined) return place.confidence
    return place.number === undefined ? undefined : placeBetween(numbers, place.number)
  }
  return { bands, bandOf, shareOf }
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
  const flip = place.flip === undefined ? '' : `\n${sayChanged(place.flip.reason)}`
  const held = place.number === undefined ? `${band.title} (${place.held})` : place.held
  return `${held}\n${quote(place.position)}${flip}`
}
