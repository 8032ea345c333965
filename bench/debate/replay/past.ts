import { findSkill } from '../../../packages/roundtable/src/consensus/weigh.ts'
import { type Dataset, InputError, type Question, readRecorded } from './dataset.ts'
import { accuracyOf } from './replay.ts'
import type { Past } from './rules.ts'

/** The questions of a dataset that are scored, and what a rule may learn from. */
export interface Split {
  scored: Dataset
  past: Past
  /** Where past questions and the table come from, in words. */
  origin: string
}

/**
 * Splits a dataset. Past questions are never scored. If the repository has answers of the same models to other questions of the
 * same subjects, they are the past and every question is scored. Otherwise every other question is the past. The table is the
 * one that is shipped, unless it was computed from a question that is scored: then it is computed from the past.
 */
export function splitDataset(dataset: Dataset): Split {
  const recorded = readRecorded().flatMap((one) => chooseModels(one, dataset) ?? [])[0]
  const own = new Set(dataset.questions.map(({ id }) => id))
  const others = recorded?.questions.filter(({ id }) => !own.has(id)) ?? []
  const isShipped = recorded?.questions.some(({ id }) => own.has(id)) ?? false
  if (recorded !== undefined && others.length > 0) {
    const table = isShipped ? accuracyOf(recorded, others) : listSkills(dataset)
    return {
      scored: dataset,
      past: { dataset: recorded, questions: others, table },
      origin: `${others.length} other questions of ${recorded.name}, ${isShipped ? 'the table too' : 'and the table that is shipped'}`,
    }
  }
  const questions = dataset.questions.filter((_, i) => i % 2 === 0)
  const scored = { ...dataset, questions: dataset.questions.filter((_, i) => i % 2 === 1) }
  if (scored.questions.length === 0)
    throw new InputError(`${dataset.name} has one question; expected at least 2, since every other one is the past`)
  return {
    scored,
    past: {
      dataset: { ...dataset, name: recorded?.name ?? dataset.name },
      questions,
      table: isShipped ? accuracyOf(dataset, questions) : listSkills(dataset),
    },
    origin: `every other question, ${isShipped ? 'the table too' : 'and the table that is shipped'}`,
  }
}

const listSkills = ({ models }: Dataset): (number | undefined)[] => models.map((model) => findSkill(model))

/** Returns the recorded answers of the models of a dataset, or `undefined` if a model or a subject is not recorded. */
function chooseModels(recorded: Dataset, { models, questions }: Dataset): Dataset | undefined {
  const places = models.map((model) => recorded.models.indexOf(model))
  const subjects = new Set(recorded.questions.map(({ category }) => category))
  if (places.includes(-1) || !questions.every(({ category }) => subjects.has(category))) return undefined
  return pickModels(recorded, places)
}

/** Returns the dataset with some of its models only. */
export function pickModels(dataset: Dataset, models: readonly number[]): Dataset {
  const only = <T>(all: readonly T[]): T[] => models.map((i) => all[i]!)
  return {
    ...dataset,
    models: only(dataset.models),
    families: only(dataset.families),
    questions: dataset.questions.map(
      ({ confidences, ...question }): Question => ({
        ...question,
        answers: only(question.answers),
        ...(confidences !== undefined && { confidences: only(confidences) }),
      }),
    ),
  }
}
