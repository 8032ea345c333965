import type { TokenizerExtension, Tokens } from 'marked'

// Models write math as `$…$`, `$$…$$`, `\(…\)` and `\[…\]`; remark-math reads the first, and the second on lines of its own or on one line.

export interface MathToken extends Tokens.Generic {
  /** With its dollars on separate lines. */
  text: string
  closed: boolean
}

const FENCED = /^ {0,3}(\${2,})[ \t]*\n([\s\S]*?)(?:(?<=\n) {0,3}\1\$*[ \t]*(?=\n|$)|$)/
/** The first line of each kind that begins a formula. */
const STARTS = [/\n {0,3}\$\$/, /\n {0,3}\\\[/]
const OPENING = /^ {0,3}(\\\[|\$\$)/
const REST_OF_LINE = /[ \t]*(?=\n|$)/y

/** Characters of a display formula, and how far ahead the next one is looked for: many that never close must not be searched to the end. */
const LONGEST_FORMULA = 4_000
const LOOKAHEAD = 1_000

/** A display formula, for the lexer that splits a text into blocks. */
export const mathBlock: TokenizerExtension = {
  name: 'math',
  level: 'block',
  // The lexer may call this in the middle of a line, so a formula can begin only after the next line break.
  start(text) {
    const ahead = text.slice(0, LOOKAHEAD)
    const starts = STARTS.map((start) => ahead.search(start) + 1).filter(
      (at) => at > 0 && isMath(text.slice(at, at + LONGEST_FORMULA)),
    )
    return starts.length === 0 ? undefined : Math.min(...starts)
  },
  tokenizer(text): MathToken | undefined {
    const fenced = FENCED.exec(text)
    if (fenced === null) return readFormula(text.slice(0, LONGEST_FORMULA))
    const closed = /\n {0,3}\${2,}[ \t]*$/.test(fenced[0])
    return { type: 'math', raw: fenced[0], text: fenced[0], closed }
  },
}

/** Whether a formula begins here. One that only seems to must not end a paragraph: the lexer would look at each rest again. */
const isMath = (text: string): boolean => /^ {0,3}\${2,}[ \t]*\n/.test(text) || readFormula(text) !== undefined

/** A formula on one or more lines, without a blank line in it, that ends its last line. */
function readFormula(text: string): MathToken | undefined {
  const [opening, mark] = OPENING.exec(text) ?? []
  if (opening === undefined) return undefined
  const start = opening.length
  const close = mark === '$$' ? '$$' : '\\]'
  for (let at = text.indexOf(close, start + 1); at !== -1; at = text.indexOf(close, at + 1)) {
    const inner = text.slice(start, at)
    if (BLANK_LINE.test(inner) || (close === '$$' && inner.includes('$'))) return undefined
    REST_OF_LINE.lastIndex = at + close.length
    const rest = REST_OF_LINE.exec(text)
    if (rest)
      return { type: 'math', raw: text.slice(0, REST_OF_LINE.lastIndex), text: `$$\n${inner.trim()}\n$$`, closed: true }
    if (close === '$$') return undefined
  }
  return undefined
}

/**
 * Returns the prose with each formula in dollars and all other dollars escaped, or `undefined` if it has no formula. As in
 * Pandoc, there is no space inside the dollars and no digit after them: "from $5 to $10" is an amount of money. A display formula
 * gets two dollars on each side, on one line.
 */
export function toDollars(text: string): string | undefined {
  if (!/\$|\\[([]/.test(text)) return undefined
  const reader = new ProseReader(text)
  return reader.read() ? reader.pieces.join('') : undefined
}

/** Reads prose once, from mark to mark. What may close a mark is looked for once in the whole text. */
class ProseReader {
  readonly pieces: string[] = []
  readonly #text: string
  readonly #closings: Closings
  #from = 0
  #found = false

  constructor(text: string) {
    this.#text = text
    this.#closings = new Closings(text)
  }

  /** Returns whether there is a formula. */
  read(): boolean {
    const marks = /[`\\$]/g
    for (let mark = marks.exec(this.#text); mark !== null; mark = marks.exec(this.#text)) {
      marks.lastIndex = this.#readMark(mark.index, mark[0])
    }
    this.pieces.push(this.#text.slice(this.#from))
    return this.#found
  }

  /** Returns the index after what begins with a mark. */
  #readMark(at: number, mark: string): number {
    if (mark === '`') return this.#closings.afterCode(at)
    if (mark === '\\') return this.#readBackslash(at)
    const isDisplay = this.#text[at + 1] === '$'
    const end = isDisplay ? this.#endOfDisplay(at) : this.#endOfDollars(at)
    if (end !== undefined) {
      this.#found = true
      if (isDisplay) this.#replace(at, end, toDisplay(this.#text.slice(at + 2, end - 2)))
      return end
    }
    this.#replace(at, at + 1, '\\$')
    return at + 1
  }

  #readBackslash(at: number): number {
    if (this.#text[at + 1] === '[') return this.#readBrackets(at)
    const close = this.#text[at + 1] === '(' ? this.#closings.next('\\)', at + 3) : -1
    const line = close === -1 ? -1 : this.#closings.next('\n', at + 2)
    if (close === -1 || (line !== -1 && line < close)) return at + 2
    this.#found = true
    this.#replace(at, close + 2, `$${this.#text.slice(at + 2, close).trim()}$`)
    return close + 2
  }

  /** `\[…\]` is a formula if it looks like one: in Markdown it is also how brackets are written that are no link. */
  #readBrackets(at: number): number {
    const close = this.#closings.next('\\]', at + 2)
    if (close === -1 || close - at > LONGEST_FORMULA) return at + 2
    const inner = this.#text.slice(at + 2, close)
    const isLink = this.#text[close + 2] === '(' || this.#text[close + 2] === '['
    if (isLink || inner.includes('$') || BLANK_LINE.test(inner) || !LIKE_MATH.test(inner)) return at + 2
    this.#found = true
    this.#replace(at, close + 2, toDisplay(inner))
    return close + 2
  }

  #endOfDisplay(at: number): number | undefined {
    const close = this.#closings.next('$', at + 2)
    if (close <= at + 2 || this.#text[close + 1] !== '$') return undefined
    return BLANK_LINE.test(this.#text.slice(at + 2, close)) ? undefined : close + 2
  }

  #endOfDollars(start: number): number | undefined {
    const text = this.#text
    if (isSpace(text[start + 1])) return undefined
    for (let at = start + 1; at < text.length; at++) {
      const character = text[at]!
      if (character === '\n' || character === '`') return undefined
      if (character === '\\' && text[at + 1] !== '\n') at++
      else if (character === '$') {
        const isFormula = at > start + 1 && !isSpace(text[at - 1]) && text[at - 1] !== '\\' && !isDigit(text[at + 1])
        return isFormula ? at + 1 : undefined
      }
    }
    return undefined
  }

  #replace(start: number, end: number, by: string): void {
    this.pieces.push(this.#text.slice(this.#from, start), by)
    this.#from = end
  }
}

const BLANK_LINE = /\n[ \t]*\n/

/** A command, an index, a relation, an operator between spaces, or a single letter. */
const LIKE_MATH = /[\\^_{}=+<>|]|\s[-*/]\s|^\s*[a-z]\s*$/i

/** On several lines, remark-math would take the first as the start of a block. A line of a quote begins with its marker. */
const toDisplay = (inner: string): string => `$$${inner.replace(/\s*\n[\s>]*/g, ' ').trim()}$$`

const isSpace = (character = ' '): boolean => character.trim() === ''
const isDigit = (character = ''): boolean => character >= '0' && character <= '9'

/** Finds closing marks for a reader that goes forward, so that the work is linear. */
class Closings {
  readonly #text: string
  readonly #found = new Map<string, number>()
  /** Where the rows of backticks begin, by their length, the last one first. */
  readonly #rows = new Map<number, number[]>()

  constructor(text: string) {
    this.#text = text
    for (const { 0: row, index } of [...text.matchAll(/`+/g)].reverse()) {
      const rows = this.#rows.get(row.length)
      if (rows === undefined) this.#rows.set(row.length, [index])
      else rows.push(index)
    }
  }

  /** The index of a mark at or after `from`, or -1. */
  next(mark: string, from: number): number {
    const known = this.#found.get(mark)
    if (known !== undefined && (known === -1 || known >= from)) return known
    const found = this.#text.indexOf(mark, from)
    this.#found.set(mark, found)
    return found
  }

  /** The index after the code that begins with a row of backticks, or after the row if no row of that length follows. */
  afterCode(at: number): number {
    let length = 1
    while (this.#text[at + length] === '`') length++
    const rows = this.#rows.get(length) ?? []
    while (rows.length > 0 && rows.at(-1)! <= at) rows.pop()
    return (rows.at(-1) ?? at) + length
  }
}
