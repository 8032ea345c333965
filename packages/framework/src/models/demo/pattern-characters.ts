/** The characters from one to another; of very many, the first. */
export const range = (from: string, to: string): string[] => {
  const [first, last] = [from.codePointAt(0)!, to.codePointAt(0)!]
  return Array.from({ length: Math.max(0, Math.min(last, first + 200) - first + 1) }, (_, i) =>
    String.fromCodePoint(first + i),
  )
}

export const DIGITS = range('0', '9')
export const LETTERS = range('a', 'z')
const WORD = [...LETTERS, ...DIGITS, '_']
export const PRINTABLE = range(' ', '~')

/** Characters that stand for a class. */
export const ESCAPES: Record<string, readonly string[]> = {
  d: DIGITS,
  w: WORD,
  s: [' '],
  D: LETTERS,
  W: ['-', ' '],
  S: LETTERS,
  n: ['\n'],
  t: ['\t'],
  r: ['\r'],
}

/** Characters of a Unicode property. */
export const PROPERTIES: Record<string, readonly string[]> = {
  L: LETTERS,
  Ll: LETTERS,
  Lu: range('A', 'Z'),
  N: DIGITS,
  Nd: DIGITS,
}
