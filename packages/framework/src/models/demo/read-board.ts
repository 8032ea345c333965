import type { Board, Mark } from './tictactoe.ts'

/** A board as somebody wrote it down. */
export interface WrittenBoard {
  cells: Board
  /** The number of the first cell, where free cells show their numbers. */
  base: number | undefined
}

const EMPTY = new Set(['', '.', '_', '-', '·', 'null', 'empty'])

/** The first board in data: an array of nine cells, three rows of three, or a text that shows one. */
export function boardIn(value: unknown): WrittenBoard | undefined {
  if (typeof value === 'string') return boardInText(value)
  if (typeof value !== 'object' || value === null) return undefined
  const cells = Array.isArray(value) ? toBoard(value.flat()) : undefined
  if (cells !== undefined) return cells
  for (const part of Object.values(value)) {
    const found = boardIn(part)
    if (found !== undefined) return found
  }
  return undefined
}

/** The last board in a text, drawn with lines or written as JSON. */
export function boardInText(text: string): WrittenBoard | undefined {
  return (
    drawnBoard(text) ??
    dataIn(text)
      .flatMap((data) => boardIn(data) ?? [])
      .at(-1)
  )
}

function drawnBoard(text: string): WrittenBoard | undefined {
  const rows = text
    .split('\n')
    .filter((line) => !isRule(line))
    .map(toRow)
  const last = rows.findLastIndex((row, at) => row && rows[at - 1] && rows[at - 2])
  return last === -1 ? undefined : toBoard(rows.slice(last - 2, last + 1).flat())
}

/** A line between rows; a dash alone is an empty cell. */
const isRule = (line: string): boolean => /^[\s|+-]+$/.test(line) && /--|\+/.test(line)

/** ` X | 1 | O`, `| X | | O |`, `X . O` */
function toRow(line: string): string[] | undefined {
  const plain = line.trim()
  const inner = /^\|.*\|.*\|.*\|$/.test(plain) ? plain.slice(1, -1) : line
  const cells = inner.includes('|') ? inner.split('|') : plain.split(/\s+/)
  return cells.length === 3 && cells.every((cell) => isCell(cell.trim())) ? cells.map((cell) => cell.trim()) : undefined
}

const isCell = (cell: string): boolean => /^[XO\d]$/i.test(cell) || EMPTY.has(cell)

function toBoard(cells: readonly unknown[]): WrittenBoard | undefined {
  if (cells.length !== 9) return undefined
  const texts = cells.map((cell) => String(cell ?? '').trim())
  if (!texts.every(isCell)) return undefined
  const numbered = texts.flatMap((text, cell) => (/^\d$/.test(text) ? Number(text) - cell : []))
  const base = numbered[0]
  if (base !== undefined && (base < 0 || base > 1 || numbered.some((other) => other !== base))) return undefined
  return { cells: texts.map(toMark), base }
}

const toMark = (text: string): Mark | null => (/^[XO]$/i.test(text) ? (text.toUpperCase() as Mark) : null)

/** Whatever JSON a text holds, as a whole or between words. */
function dataIn(text: string): unknown[] {
  const found: unknown[] = []
  let tries = 0
  for (let at = 0; at < text.length && tries < MOST_TRIES; at++) {
    if (!'[{'.includes(text[at]!)) continue
    tries++
    const end = closingOf(text, at)
    const data = end === undefined ? undefined : parse(text.slice(at, end + 1))
    if (data === undefined) continue
    found.push(data)
    at = end!
  }
  return found
}

const LONGEST = 4000
const MOST_TRIES = 100

function closingOf(text: string, start: number): number | undefined {
  let depth = 0
  for (let at = start; at < Math.min(text.length, start + LONGEST); at++) {
    if ('[{'.includes(text[at]!)) depth++
    if (']}'.includes(text[at]!) && --depth === 0) return at
  }
  return undefined
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
