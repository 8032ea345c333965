import { setField } from './json.ts'
import { MAX_LEVELS } from './parse-json.ts'

/*
 * Reads data that a model wrote as almost JSON: bare names, single or curly quotes, comments, missing or spare commas, line
 * breaks and quotes in strings, a text that ends too early.
 *
 * 1. The work is linear in any text: a reader never goes back, and a scan reads a text at most
 *    twice, or `EFFORT` characters if the text is short.
 * 2. No value is nested deeper than `MAX_LEVELS`; a scan ends where one is.
 * 3. Nothing throws: text that makes no sense is skipped.
 */

/** An object or a list in a text. */
export interface JsonPart {
  value: object
  /** Whether the text ends inside the part, in a value that may be incomplete: 85 may be cut to 8. */
  isCut: boolean
}

/** Characters that are read of a short text: openings in strings are read again, as they may begin data that was written as text. */
const EFFORT = 64_000

/**
 * Yields the objects and lists of a text in the order of their opening brackets, outer ones before those inside them. Returns
 * how many characters were read.
 *
 * @example
 * ```ts
 * const [first] = scanJson('Here it is: {answer: "yes", "sources": [1, 2')
 * first // { value: { answer: 'yes', sources: [1, 2] }, isCut: true }
 * ```
 */
export function* scanJson(text: string, from = 0): Generator<JsonPart, number> {
  let read = 0
  let seen: Uint8Array | undefined
  for (let start = findOpening(text, from); start !== -1; start = findOpening(text, start + 1)) {
    if (seen?.[start] === 1) continue
    const reader = new Reader(text, start)
    reader.readValue(0)
    read += reader.at - start
    if (reader.isTooDeep) break
    for (const { value, isOpen } of reader.parts) yield { value, isCut: isOpen && reader.isCut }
    if (read > Math.max(EFFORT, text.length)) break
    seen ??= new Uint8Array(text.length)
    for (const part of reader.parts) seen[part.start] = 1
  }
  return read
}

function findOpening(text: string, from: number): number {
  for (let at = from; at < text.length; at++) {
    const code = text.charCodeAt(at)
    if (code === OPEN_BRACE || code === OPEN_BRACKET) return at
  }
  return -1
}

const OPEN_BRACE = 0x7b
const CLOSE_BRACE = 0x7d
const OPEN_BRACKET = 0x5b
const CLOSE_BRACKET = 0x5d
const COMMA = 0x2c
const COLON = 0x3a
const SLASH = 0x2f
const STAR = 0x2a
const BACKSLASH = 0x5c
const NEWLINE = 0x0a
const QUOTE = 0x22
const BACKTICK = 0x60
const FENCE = '```'

/** What closes a string, by what opens it. */
const QUOTES: ReadonlyMap<number, number> = new Map(
  ['""', "''", '``', '“”', '„”', '‘’'].map((pair) => [pair.charCodeAt(0), pair.charCodeAt(1)]),
)

const ESCAPES: Readonly<Record<string, string>> = {
  n: '\n',
  t: '\t',
  r: '\r',
  b: '\b',
  f: '\f',
  '/': '/',
  '\\': '\\',
  '"': '"',
  "'": "'",
  '`': '`',
}

/** `undefined` is the value of an ellipsis, which is left out. */
const WORDS: Readonly<Record<string, unknown>> = {
  true: true,
  false: false,
  null: null,
  True: true,
  False: false,
  None: null,
  undefined: null,
  NaN: null,
  '...': undefined,
  '…': undefined,
}

const NUMBER = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:e[+-]?\d+)?$/i

interface ReadPart {
  value: object
  start: number
  isOpen: boolean
}

/** The bracket that closes a value, and the one that closes values of the other kind. */
interface Closing {
  close: typeof CLOSE_BRACE | typeof CLOSE_BRACKET
  other: typeof CLOSE_BRACE | typeof CLOSE_BRACKET
}

const BRACES: Closing = { close: CLOSE_BRACE, other: CLOSE_BRACKET }
const BRACKETS: Closing = { close: CLOSE_BRACKET, other: CLOSE_BRACE }

class Reader {
  readonly #text: string
  at: number
  readonly parts: ReadPart[] = []
  isTooDeep = false
  /** Whether the text ended in a value that may be incomplete. */
  isCut = false
  /** How many objects and lists are open here, by the bracket that closes them. */
  readonly #open = { [CLOSE_BRACE]: 0, [CLOSE_BRACKET]: 0 }

  constructor(text: string, at: number) {
    this.#text = text
    this.at = at
  }

  readValue(level: number): unknown {
    const code = this.#code()
    if (code !== OPEN_BRACE && code !== OPEN_BRACKET)
      return this.#startsString() ? this.#readString() : this.#readWord()
    if (level === MAX_LEVELS) {
      this.isTooDeep = true
      return undefined
    }
    return code === OPEN_BRACE ? this.#readParts({}, BRACES, level) : this.#readParts([], BRACKETS, level)
  }

  /** Reads up to the bracket that closes an object or a list, or to one that closes what is around it. */
  #readParts(value: Record<string, unknown> | unknown[], own: Closing, level: number): object {
    const part = { value, start: this.at++, isOpen: true }
    this.parts.push(part)
    this.#open[own.close]++
    while (!this.isTooDeep && !this.#isEnd()) {
      const code = this.#code()
      if (code === own.close || (code === own.other && this.#open[own.other] > 0)) {
        if (code === own.close) this.at++
        part.isOpen = false
        break
      }
      const start = this.at
      if (Array.isArray(value)) this.#readItem(value, level)
      else this.#readMember(value, level)
      // Each turn goes forward.
      if (this.at === start) this.at++
    }
    this.#open[own.close]--
    return value
  }

  #readItem(list: unknown[], level: number): void {
    const item = this.readValue(level + 1)
    if (item !== undefined) list.push(item)
  }

  #readMember(object: Record<string, unknown>, level: number): void {
    if (this.#isOpening()) return void this.at++
    const name = this.#startsString() ? this.#readString() : this.#take(true)
    this.isCut = false
    if (!this.#isEnd() && this.#code() === COLON) {
      this.at++
      this.#skipBlanks()
      if (this.at < this.#text.length && !this.#isDelimiter(this.#code())) {
        const value = this.readValue(level + 1)
        if (value !== undefined) setField(object, name, value)
      }
    }
  }

  /**
   * Reads a string with the escapes of JSON, or one that was written as text: `{\"a\": \"b\"}`. Keeps unknown escapes and line
   * breaks as they are.
   */
  #readString(): string {
    const text = this.#text
    const close = QUOTES.get(this.#code()) ?? BACKSLASH
    const isEscaped = close === BACKSLASH
    const width = isEscaped ? 2 : 1
    const pieces: string[] = []
    let from = this.at + width
    let at = from
    for (; at < text.length; at++) {
      const code = text.charCodeAt(at)
      if (code === close && (isEscaped ? text.charCodeAt(at + 1) === QUOTE : this.#isClosing(at + 1))) break
      if (code !== BACKSLASH || (at + 1 === text.length && !isEscaped)) continue
      pieces.push(text.slice(from, at))
      // A row of backslashes in such a text counts as one: how often it was escaped is unknown.
      if (isEscaped) while (text.charCodeAt(at + 1) === BACKSLASH) at++
      const [character, length] = readEscape(text, at)
      pieces.push(character)
      at += length - 1
      from = at + 1
    }
    if (at >= text.length) return this.#endString(pieces, Math.min(from, text.length))
    this.at = at + width
    pieces.push(text.slice(from, at))
    return pieces.join('')
  }

  /** A string that the text ends in: at the end of its fence, if it has one. */
  #endString(pieces: string[], from: number): string {
    this.isCut = true
    const fence = this.#text.indexOf(`\n${FENCE}`, from)
    const end = fence === -1 ? this.#text.length : fence
    this.at = this.#text.length
    pieces.push(this.#text.slice(from, end))
    return pieces.join('').trimEnd()
  }

  /** Whether a quote ends its string: what follows it can only follow a value, or is on another line. */
  #isClosing(next: number): boolean {
    for (let at = next; at < this.#text.length; at++) {
      const code = this.#text.charCodeAt(at)
      if (code === NEWLINE) return true
      if (isBlank(code)) continue
      return this.#isDelimiter(code) || code === COLON || code === SLASH || QUOTES.has(code)
    }
    return true
  }

  /** Reads a value without quotes, up to a delimiter or the end of the line. */
  #readWord(): unknown {
    const word = this.#take(false)
    if (Object.hasOwn(WORDS, word)) return WORDS[word]
    if (NUMBER.test(word)) return Number(word)
    if (word === '') return undefined
    const number = this.at === this.#text.length ? cutNumber(word) : undefined
    return number ?? word
  }

  /** Takes characters up to one that ends a bare word or name: a delimiter, a line break, a comment or a fence. */
  #take(isName: boolean): string {
    const start = this.at
    for (; this.at < this.#text.length; this.at++) {
      const code = this.#code()
      if (code === NEWLINE || this.#isDelimiter(code) || this.#isFence()) break
      if (isName && (code === COLON || this.#isOpening())) break
      const isApart = (code === SLASH || code === QUOTE) && isBlank(this.#text.charCodeAt(this.at - 1))
      if (isApart && (code === QUOTE || this.#isComment())) break
    }
    this.isCut = this.at === this.#text.length
    return this.#text.slice(start, this.at).trim()
  }

  /** Skips what may be between two values. Returns whether the text, or its fence, ends here. */
  #isEnd(): boolean {
    do this.#skipBlanks()
    while (this.#code() === COMMA && ++this.at)
    return this.at >= this.#text.length || this.#isFence()
  }

  #skipBlanks(): void {
    for (; this.at < this.#text.length; this.at++) {
      if (isBlank(this.#code())) continue
      if (!this.#isComment()) return
      const end = this.#text.charCodeAt(this.at + 1) === STAR ? '*/' : '\n'
      const at = this.#text.indexOf(end, this.at + 2)
      this.at = at === -1 ? this.#text.length : at + end.length - 1
    }
  }

  #code(): number {
    return this.#text.charCodeAt(this.at)
  }

  #isComment(): boolean {
    if (this.#code() !== SLASH) return false
    const next = this.#text.charCodeAt(this.at + 1)
    return next === SLASH || next === STAR
  }

  #isOpening(): boolean {
    const code = this.#code()
    return code === OPEN_BRACE || code === OPEN_BRACKET
  }

  #isFence(): boolean {
    return this.#code() === BACKTICK && this.#text.startsWith(FENCE, this.at)
  }

  #isDelimiter(code: number): boolean {
    return code === COMMA || code === CLOSE_BRACE || code === CLOSE_BRACKET
  }

  #startsString(): boolean {
    const code = this.#code()
    if (code === BACKSLASH) return this.#text.charCodeAt(this.at + 1) === QUOTE
    return QUOTES.has(code) && !this.#isFence()
  }
}

/** Returns the character that an escape stands for, and the length of the escape. */
function readEscape(text: string, at: number): [character: string, length: number] {
  const letter = text[at + 1] ?? ''
  if (Object.hasOwn(ESCAPES, letter)) return [ESCAPES[letter]!, 2]
  const code = text.slice(at + 2, at + 6)
  if (letter === 'u' && /^[\da-f]{4}$/i.test(code)) return [String.fromCharCode(Number.parseInt(code, 16)), 6]
  return [`\\${letter}`, 2]
}

/** Returns the number whose end is missing: `0.`, `-`, `1e`. */
function cutNumber(word: string): number | undefined {
  const whole = word.replace(/(?:\.|e[+-]?|-)$/i, '')
  return NUMBER.test(whole) ? Number(whole) : undefined
}

/** White space of any kind: models copy it from documents. */
const isBlank = (code: number): boolean =>
  code === 0x20 || (code >= 0x09 && code <= 0x0d) || (code >= 0xa0 && BLANKS.has(code))

const BLANKS = new Set([0xa0, 0x1680, 0x2028, 0x2029, 0x202f, 0x205f, 0x3000, 0xfeff])
for (let code = 0x2000; code <= 0x200b; code++) BLANKS.add(code)
