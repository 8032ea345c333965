import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { FREE_CHOICES } from '../../../packages/roundtable/src/consensus/weigh.ts'
import { familyOf } from '../../../packages/roundtable/src/panel/candidate.ts'

/** Recorded answers of models to the same questions. */
export interface Dataset {
  name: string
  models: readonly string[]
  families: readonly string[]
  questions: readonly Question[]
}

export interface Question {
  id: string
  category: string
  /** The number of possible answers; `FREE_CHOICES` where answers are free. */
  options: number
  truth: string
  /** The answer of each model; empty if it gave none. */
  answers: readonly string[]
  /** The confidence that each model stated, from 0 to 1. */
  confidences?: readonly (number | undefined)[]
}

export const DATA = join(import.meta.dirname, '../data')

/** Input that the command cannot use: an unknown option, or a folder or file of another form. */
export class InputError extends Error {}

let recorded: Dataset[] | undefined

/** Returns the recorded answers of the repository. */
export function readRecorded(): readonly Dataset[] {
  recorded ??= readDatasets(DATA)
  return recorded
}

/** Reads each `<name>-answers.csv` of a folder, with its `<name>-confidence.csv` if there is one. */
export function readDatasets(folder: string): Dataset[] {
  if (!statSync(folder, { throwIfNoEntry: false })?.isDirectory())
    throw new InputError(`${folder} is no folder; --data takes a folder with files named <name>-answers.csv`)
  const names = readdirSync(folder)
    .flatMap((file) => /^(.+)-answers\.csv$/.exec(file)?.[1] ?? [])
    .sort()
  if (names.length === 0)
    throw new InputError(
      `${folder} has no file named <name>-answers.csv; bench/debate/data/README.md describes the form`,
    )
  return names.map((name) => readDataset(folder, name))
}

const COLUMNS = ['question', 'category', 'options', 'answer']

/** A panel has at least so many seats. */
const LEAST_MODELS = 3

function readDataset(folder: string, name: string): Dataset {
  const path = join(folder, `${name}-answers.csv`)
  const { head, rows, refuse } = readTable(path)
  if (COLUMNS.some((column, i) => head[i] !== column))
    refuse(1, `expected the columns ${COLUMNS.join(', ')} and one per model; got ${head.slice(0, 5).join(', ')}`)
  const models = head.slice(COLUMNS.length)
  if (models.length < LEAST_MODELS) refuse(1, `expected at least ${LEAST_MODELS} models; got ${models.length}`)
  if (rows.length === 0) refuse(2, 'expected questions; the file has none')
  const ids = new Set(rows.map(({ cells }) => cells[0]!))
  const confidences = readConfidences(join(folder, `${name}-confidence.csv`), models, ids)
  return {
    name,
    models,
    families: models.map((model) => familyOf(`recorded/${model}`)),
    questions: rows.map(({ line, cells: [id, category, options, truth, ...answers] }) => {
      if (options !== 'free' && !(/^\d+$/.test(options!) && Number(options) >= 2))
        refuse(line, `expected options to be a number from 2 on, or free; got "${options}"`)
      if (truth === '') refuse(line, 'expected answer to be the right one; it is empty')
      const stated = confidences?.get(id!)
      return {
        id: id!,
        category: category!,
        options: options === 'free' ? FREE_CHOICES : Number(options),
        truth: truth!,
        answers,
        ...(stated !== undefined && { confidences: stated }),
      }
    }),
  }
}

function readConfidences(
  path: string,
  models: readonly string[],
  questions: ReadonlySet<string>,
): Map<string, (number | undefined)[]> | undefined {
  if (!existsSync(path)) return undefined
  const { head, rows, refuse } = readTable(path)
  const unknown = head.slice(1).find((model) => !models.includes(model))
  if (head[0] !== 'question') refuse(1, `expected the first column to be question; got "${head[0]}"`)
  if (unknown !== undefined) refuse(1, `there is no model "${unknown}" in the answers`)
  if (rows.every(({ cells }) => cells.slice(1).every((cell) => Number(cell) <= 1)))
    refuse(2, 'expected confidences from 0 to 100; none is above 1')
  const columns = models.map((model) => head.indexOf(model))
  return new Map(
    rows.map(({ line, cells }) => {
      const wrong = cells.slice(1).find((cell) => cell !== '' && !(Number(cell) >= 0 && Number(cell) <= 100))
      if (!questions.has(cells[0]!)) refuse(line, `there is no question "${cells[0]}" in the answers`)
      if (wrong !== undefined) refuse(line, `expected a confidence from 0 to 100; got "${wrong}"`)
      return [cells[0]!, columns.map((i) => (i < 0 || !cells[i] ? undefined : Number(cells[i]) / 100))]
    }),
  )
}

/** Splits a line at its commas. A cell with a comma is quoted. */
const toCells = (line: string): string[] =>
  [...`,${line}`.matchAll(/,(?:"((?:[^"]|"")*)"(?=,|$)|([^,]*))/g)].map(
    ([, quoted, plain]) => quoted?.replaceAll('""', '"') ?? plain!,
  )

interface Table {
  head: string[]
  rows: { line: number; cells: string[] }[]
  refuse: (line: number, problem: string) => never
}

/** Reads a table whose first column is the question, each of them once. */
function readTable(path: string): Table {
  const refuse: Table['refuse'] = (line, problem) => {
    throw new InputError(`${path}, line ${line}: ${problem}`)
  }
  const [head, ...rows] = readFileSync(path, 'utf8')
    .replace(/^\uFEFF/, '')
    .split(/\r?\n/)
    .map((text, i) => ({ line: i + 1, cells: toCells(text) }))
    .filter(({ cells }) => cells.join('') !== '')
  if (head === undefined) return refuse(1, 'the file is empty')
  const columns = head.cells
  if (new Set(columns).size < columns.length) refuse(head.line, 'two columns have the same name')
  const seen = new Set<string>()
  for (const { line, cells } of rows) {
    if (cells.length !== columns.length) refuse(line, `expected ${columns.length} cells; got ${cells.length}`)
    if (seen.has(cells[0]!)) refuse(line, `question ${cells[0]} occurs twice`)
    seen.add(cells[0]!)
  }
  return { head: columns, rows, refuse }
}
