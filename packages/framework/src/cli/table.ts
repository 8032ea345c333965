import { UsageError } from './args.ts'

/** Aligns the cells of rows in columns. */
export function toTable(texts: readonly string[][]): string {
  // A text of several lines could look like more rows.
  const rows = texts.map((row) => row.map((cell) => cell.replaceAll(/[\n\r\u2028\u2029]+/g, ' ')))
  const widths = rows[0]!.map((_, column) => Math.max(...rows.map((row) => row[column]!.length)))
  return rows
    .map((row) =>
      row
        .map((cell, column) => cell.padEnd(widths[column]!))
        .join('  ')
        .trimEnd(),
    )
    .join('\n')
}

/** A page of a list as a table, or as JSON. */
export interface ListedPage {
  /** What is printed as JSON. */
  page: unknown
  columns: readonly string[]
  rows: readonly string[][]
  /** Printed if there are no rows. */
  empty: string
  /** The place after which the next page begins. */
  next?: string | undefined
}

export function toList({ page, columns, rows, empty, next }: ListedPage, isJson: boolean | undefined): string {
  if (isJson) return JSON.stringify(page, null, 2)
  if (rows.length === 0) return empty
  return `${toTable([[...columns], ...rows])}${next === undefined ? '' : `\n\nMore: --after ${next}`}`
}

/** The error for a place that no list prints. */
export const toPlaceError = (after: string): UsageError =>
  new UsageError(`--after takes what a list prints after "More: --after", not "${after}"`)
