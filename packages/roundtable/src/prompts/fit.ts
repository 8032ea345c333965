/** Text that can be enclosed, whole or shortened. */
export interface Piece {
  text: string
  enclose(text: string): string
}

export interface Fitted {
  /** As they came; `undefined` where there was no room. */
  texts: (string | undefined)[]
  leftOut: number
}

/** About. */
const CHARACTERS_PER_TOKEN = 4

export const roomOf = (tokens: number): number => tokens * CHARACTERS_PER_TOKEN

/** Less of a text than this says nothing. */
const LEAST = 120

/**
 * The pieces for which there is room, the last ones first. They are kept or left out whole, but for one that would take
 * more than half of the room from the others, or alone has not enough: it is shortened.
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

/** The beginning of a text, and a mark that says how much is missing. */
export function shorten(text: string, length: number): string {
  if (text.length <= length) return text
  const mark = (count: number) => `… [shortened: ${count} more characters]`
  const beginning = text.slice(0, Math.max(0, length - mark(text.length).length))
  // Half of a character is none.
  const whole = /[\uD800-\uDBFF]$/.test(beginning) ? beginning.slice(0, -1) : beginning
  return whole + mark(text.length - whole.length)
}

export const leftOutLine = (count: number, what: string): string =>
  `(${count} ${what}${count === 1 ? ' was' : 's were'} left out: there was no room.)`
