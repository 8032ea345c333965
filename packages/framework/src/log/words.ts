/** Scripts that put no spaces between words. Each of their characters counts as a word. */
const WORD =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]|[[\p{L}\p{N}\p{M}]--[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]]+/gv

/** Postgres refuses words of more than 2 kB. */
const MAX_WORD = 64

/** Part of a text, with the places of the words that were searched for. */
export interface Excerpt {
  text: string
  /** From and to, in UTF-16 code units. */
  marks: [from: number, to: number][]
}

/** Returns the words of a text, without case and accents. Every store searches by these, so that all find the same. */
export const toWords = (text: string): string[] => tokensOf(text).map(({ word }) => word)

/** Whether each of the words begins a word of the text. */
export function hasWords(text: string, words: readonly string[]): boolean {
  const found = toWords(text)
  return words.every((word) => found.some((candidate) => candidate.startsWith(word)))
}

/** Returns about `length` characters around the first of the words, on one line. */
export function toExcerpt(text: string, words: readonly string[], length = 160): Excerpt {
  const line = text.replace(/\s+/g, ' ').trim()
  const hits = tokensOf(line).filter(({ word }) => words.some((wanted) => word.startsWith(wanted)))
  const start = toStart(line, (hits[0]?.from ?? 0) - length / 4)
  const end = Math.min(line.length, start + length)
  const before = start > 0 ? '…' : ''
  const shown = line.slice(start, end).replace(/[\uD800-\uDBFF]$/, '')
  return {
    text: `${before}${shown}${end < line.length ? '…' : ''}`,
    marks: hits
      .filter(({ from, to }) => from >= start && to <= end)
      .map(({ from, to }) => [from - start + before.length, to - start + before.length]),
  }
}

/** Returns the start of the word at a place. */
function toStart(line: string, place: number): number {
  return place <= 0 ? 0 : line.lastIndexOf(' ', place) + 1
}

const tokensOf = (text: string): { word: string; from: number; to: number }[] =>
  [...text.matchAll(WORD)]
    .map(({ 0: token, index }) => ({ word: fold(token), from: index, to: index + token.length }))
    .filter(({ word }) => word !== '')

const fold = (token: string): string =>
  token
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, '')
    .slice(0, MAX_WORD)
    .toWellFormed()
