import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
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
  /** The number of possible answers. */
  options: number
  truth: string
  /** The answer of each model; empty if it gave none. */
  answers: readonly string[]
  /** The confidence that each model stated, from 0 to 1. */
  confidences?: readonly (number | undefined)[]
}

export const DATA = join(import.meta.dirname, '../data')

/** Reads each `<name>-answers.csv` of a folder, with its `<name>-confidence.csv` if there is one. */
export function readDatasets(folder: string): Dataset[] {
  const names = readdirSync(folder)
    .flatMap((file) => /^(.+)-answers\.csv$/.exec(file)?.[1] ?? [])
    .sort()
  if (names.length === 0)
    throw new Error(`${folder} has no file named <name>-answers.csv; bench/debate/data/README.md describes the form`)
  return names.map((name) => readDataset(folder, name))
}

function readDataset(folder: string, name: string): Dataset {
  const [head, ...rows] = readRows(join(folder, `${name}-answers.csv`))
  const [, , , , ...models] = head!
  const confidences = readConfidences(join(folder, `${name}-confidence.csv`), models)
  return {
    name,
    models,
    families: models.map((model) => familyOf(`recorded/${model}`)),
    questions: rows.map(([id, category, options, truth, ...answers]) => {
      const stated = confidences?.get(id!)
      return {
        id: id!,
        category: category!,
        options: Number(options),
        truth: truth!,
        answers,
        ...(stated !== undefined && { confidences: stated }),
      }
    }),
  }
}

function readConfidences(path: string, models: readonly string[]): Map<string, (number | undefined)[]> | undefined {
  if (!existsSync(path)) return undefined
  const [head, ...rows] = readRows(path)
  const columns = models.map((model) => head!.indexOf(model))
  return new Map(
    rows.map((row) => [row[0]!, columns.map((i) => (i < 0 || !row[i] ? undefined : Number(row[i]) / 100))]),
  )
}

const readRows = (path: string): string[][] =>
  readFileSync(path, 'utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => line.split(','))
