import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import type { Place } from './run-event.ts'

/** Some lines of the author's code. */
export interface Excerpt {
  file: string
  /** The number of the first line. */
  first: number
  lines: string[]
  /** Which of them the tool is at. */
  marked: number[]
}

const AROUND = 4

/** Lines further away than this from the first are not shown with it. */
const FAR = 30

/** The lines around the places where a tool waits, near the first of them; nothing when it waits nowhere that is known. */
export function readExcerpt(places: readonly Place[]): Excerpt | undefined {
  const [first] = places
  if (first === undefined) return undefined
  const isNear = ({ file, line }: Place) => file === first.file && Math.abs(line - first.line) < FAR
  const marked = places.filter(isNear).map(({ line }) => line)
  let source: string[]
  try {
    source = readFileSync(resolve(first.file), 'utf8').split('\n')
  } catch {
    // A file may have gone since it was loaded; the rest of the state is worth showing all the same.
    return undefined
  }
  const from = Math.max(1, Math.min(...marked) - AROUND)
  const lines = source.slice(from - 1, Math.max(...marked) + AROUND)
  return { file: first.file, first: from, lines, marked: [...new Set(marked)] }
}
