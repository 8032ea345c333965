import { beginningOf } from '../session/phrases.ts'

/** A text that can be enclosed, in full or shortened. */
export interface Piece {
  text: string
  enclose(text: string): string
}

export interface Fitted {
  /** In their order; `undefined` if there was no room. */
  texts: (string | undefined)[]
  leftOut: number
}

/** An estimate. */
const CHARACTERS_PER_TOKEN = 4

export const roomOf = (tokens: number): number => tokens * CHARACTERS_PER_TOKEN

/** The shortest part of a text that is useful, in characters. */
const LEAST = 120

/**
 * Keeps the pieces for which there is room, the last ones first. Keeps or drops them whole, except that a piece is shortened
 * if it would take more than half of the room, or is the only one and too long.
 */
export function fit(pieces: readonly Piece[], room: number): Fitted {
  const share = pieces.length > 1 ? Math.floor(room / 2) : room
  let left = room
  const texts = pieces.toReversed().map(({ text, enclose }) => {
    const whole = enclose(text)
    const marks = whole.length - text.length
    const allowed = Math.min(left, share) - marks
    const fits = text.length <= allowed
    if (!fits && (whole.length <= share || allowed < LEAST)) return undefined
    const kept = fits ? whole : enclose(shorten(text, allowed))
    left -= kept.length
    return kept
  })
  return { texts: texts.toReversed(), leftOut: texts.filter((text) => text === undefined).length }
}

/** The beginning of a text, with a note of how much is missing. */
export function shorten(text: string, length: number): string {
  if (text.length <= length) return text
  const mark = (count: number) => `… [shortened: ${count} more characters]`
  const beginning = beginningOf(text, length - mark(text.length).length)
  return beginning + mark(text.length - beginning.length)
}

export const leftOutLine = (count: number, what: string): string =>
  `(${count} ${what}${count === 1 ? ' was' : 's were'} left out: there was no room.)`
