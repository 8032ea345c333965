import { MOST } from './schema.ts'

interface Sampling {
  /** How often an unbounded repetition repeats beyond its minimum. */
  reach: number
  random: () => number
}

type Make = () => string

/** Returns a text that probably matches a regular expression, or `undefined` if the expression is not supported. */
export function samplePattern(pattern: string, sampling: Sampling): string | undefined {
  try {
    return new PatternSampler(pattern, sampling).sample()
  } catch (error) {
    if (error instanceof PatternError) return undefined
    throw error
  }
}

class PatternError extends Error {}

class PatternSampler {
  #at = 0
  readonly #pattern: string
  readonly #sampling: Sampling

  constructor(pattern: string, sampling: Sampling) {
    this.#pattern = pattern
    this.#sampling = sampling
  }

  sample(): string {
    const make = this.#alternatives()
    if (this.#at < this.#pattern.length) throw new PatternError()
    return make()
  }

  #alternatives(): Make {
    const ways = [this.#sequence()]
    while (this.#take('|')) ways.push(this.#sequence())
    return () => this.#pick(ways)()
  }

  #sequence(): Make {
    const parts: Make[] = []
    while (this.#at < this.#pattern.length && !'|)'.includes(this.#pattern[this.#at]!)) parts.push(this.#repeated())
    return () => parts.map((make) => make()).join('')
  }

  #repeated(): Make {
    const make = this.#atom()
    const [, sign, from, more, to] = this.#match(/([*+?])\??|\{(\d+)(,(\d*))?\}\??/y) ?? []
    if (sign === undefined && from === undefined) return make
    const least = sign === undefined ? Number(from) : sign === '+' ? 1 : 0
    const most = sign === '?' ? 1 : sign || (more && !to) ? Number.POSITIVE_INFINITY : Number(to ?? from)
    if (least > MOST.characters) throw new PatternError()
    const { reach, random } = this.#sampling
    const spread = Math.min(most - least, reach)
    const count = () => least + (most === Number.POSITIVE_INFINITY ? spread : Math.floor(random() * (spread + 1)))
    return () => {
      const text = Array.from({ length: count() }, make).join('')
      if (text.length > MOST.characters) throw new PatternError()
      return text
    }
  }

  #atom(): Make {
    if (this.#match(/[\^$]|\\[bB]/y)) return () => ''
    if (this.#take('(')) return this.#group()
    if (this.#take('[')) return this.#class()
    if (this.#take('.')) return () => this.#pick(LETTERS)
    if (this.#take('\\')) return this.#oneOf(this.#escape())
    const literal = String.fromCodePoint(this.#pattern.codePointAt(this.#at) ?? 0)
    this.#at += literal.length
    return () => literal
  }

  /** A lookaround samples as the empty text: whether it matches is left to chance. */
  #group(): Make {
    const looks = this.#match(/\?<?[=!]/y) !== undefined
    this.#match(/\?:|\?<\w+>/y)
    const make = this.#alternatives()
    if (!this.#take(')')) throw new PatternError()
    return looks ? () => '' : make
  }

  #class(): Make {
    const negated = this.#take('^')
    const members: string[] = []
    while (!this.#take(']')) {
      const first = this.#member()
      const ranged = first.length === 1 && /-[^\]]/y.test(this.#pattern.slice(this.#at))
      if (ranged) this.#at++
      members.push(...(ranged ? range(first[0]!, this.#member()[0]!) : first))
    }
    const usual = [...LETTERS, ...DIGITS, ...PRINTABLE]
    return this.#oneOf(negated ? usual.filter((character) => !members.includes(character)) : members)
  }

  #member(): readonly string[] {
    if (this.#take('\\')) return this.#escape()
    const character = String.fromCodePoint(this.#pattern.codePointAt(this.#at) ?? 0)
    this.#at += character.length
    if (this.#at > this.#pattern.length) throw new PatternError()
    return [character]
  }

  #escape(): readonly string[] {
    const [, braced, plain] = this.#match(/(?:u\{([0-9a-fA-F]+)\}|(?:u|x)([0-9a-fA-F]{2,4}))/y) ?? []
    if (braced ?? plain) return [String.fromCodePoint(Number.parseInt((braced ?? plain)!, 16))]
    const [, property] = this.#match(/p\{(\w+)\}/y) ?? []
    if (property !== undefined) return PROPERTIES[property] ?? LETTERS
    const [character] = this.#match(/[^1-9]/y) ?? []
    if (character === undefined) throw new PatternError()
    return ESCAPES[character] ?? [character]
  }

  #oneOf(characters: readonly string[]): Make {
    if (characters.length === 0) throw new PatternError()
    return () => this.#pick(characters)
  }

  #pick<T>(list: readonly T[]): T {
    return list[Math.floor(this.#sampling.random() * list.length)]!
  }

  #take(character: string): boolean {
    const there = this.#pattern[this.#at] === character
    if (there) this.#at++
    return there
  }

  #match(expression: RegExp): RegExpExecArray | undefined {
    expression.lastIndex = this.#at
    const found = expression.exec(this.#pattern) ?? undefined
    if (found !== undefined) this.#at = expression.lastIndex
    return found
  }
}

/** Returns the characters from one to another, 200 at most. */
function range(from: string, to: string): string[] {
  const [first, last] = [from.codePointAt(0)!, to.codePointAt(0)!]
  const length = Math.max(0, Math.min(last, first + 200) - first + 1)
  return Array.from({ length }, (_, at) => String.fromCodePoint(first + at))
}

const DIGITS = range('0', '9')
const LETTERS = range('a', 'z')
const PRINTABLE = range(' ', '~')

/** Characters by the letter of their escape. */
const ESCAPES: Record<string, readonly string[]> = {
  d: DIGITS,
  w: [...LETTERS, ...DIGITS, '_'],
  s: [' '],
  D: LETTERS,
  W: ['-', ' '],
  S: LETTERS,
  n: ['\n'],
  t: ['\t'],
  r: ['\r'],
}

/** Characters by Unicode property. */
const PROPERTIES: Record<string, readonly string[]> = {
  L: LETTERS,
  Ll: LETTERS,
  Lu: range('A', 'Z'),
  N: DIGITS,
  Nd: DIGITS,
}
