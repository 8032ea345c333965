import type { ContinueInput, Offer, Question, QuestionKind } from '@sweatpants/roundtable/browser'
import { texts } from './texts.ts'

/** How a question is read, while the user fills it in. Fields of other kinds are kept, so that a change of the kind loses nothing. */
export interface QuestionDraft {
  /** Empty: a model decides, or the possible answers do. */
  kind: QuestionKind | ''
  proposition: string
  yes: string
  no: string
  /** One per line. */
  options: string
  quantity: string
  unit: string
  /** Whether the answer depends on values or taste. */
  isValues: boolean
}

const EMPTY: QuestionDraft = {
  kind: '',
  proposition: '',
  yes: '',
  no: '',
  options: '',
  quantity: '',
  unit: '',
  isValues: false,
}

/** Returns a draft of the question as it is read now. */
export function toQuestionDraft(question?: Question): QuestionDraft {
  if (question === undefined) return EMPTY
  const draft = { ...EMPTY, kind: question.kind, isValues: !question.isCheckable }
  switch (question.kind) {
    case 'proposition':
      return { ...draft, proposition: question.proposition, yes: question.yes, no: question.no }
    case 'choice':
      return { ...draft, options: question.options.join('\n') }
    case 'estimate':
      return { ...draft, quantity: question.quantity, unit: question.unit }
    case 'open':
      return draft
  }
}

type GivenQuestion = NonNullable<ContinueInput['question']>

/** Converts a valid draft to input. Returns `undefined` if a model decides. */
export function toGivenQuestion({ kind, isValues, ...fields }: QuestionDraft): GivenQuestion | undefined {
  const given = <K extends 'proposition' | 'yes' | 'no' | 'quantity'>(name: K) =>
    fields[name].trim() === '' ? {} : ({ [name]: fields[name].trim() } as Record<K, string>)
  const isCheckable = !isValues
  const options = toLines(fields.options)
  switch (kind) {
    case '':
      return options.length === 0 ? undefined : { kind: 'choice', options }
    case 'proposition':
      return { kind, ...given('proposition'), ...given('yes'), ...given('no'), isCheckable }
    case 'choice':
      return { kind, options, isCheckable }
    case 'estimate':
      return { kind, unit: fields.unit.trim(), ...given('quantity'), isCheckable }
    case 'open':
      return { kind, isCheckable }
  }
}

const toLines = (text: string): string[] =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')

/** The problems of a draft by field. */
export type QuestionProblems = Partial<Record<Exclude<keyof QuestionDraft, 'kind' | 'isValues'>, string>>

type Limits = Offer['limits']

export function checkQuestion(draft: QuestionDraft, limits: Limits): QuestionProblems {
  const { kind, unit } = draft
  const long = (name: 'proposition' | 'yes' | 'no' | 'quantity' | 'unit', limit: number) =>
    draft[name].trim().length > limit ? texts.problems.tooLong(draft[name].trim().length, limit) : undefined
  const found: Record<QuestionKind | '', Record<string, string | undefined>> = {
    '': { options: checkOptions(draft, limits) },
    choice: { options: checkOptions(draft, limits) },
    proposition: {
      proposition: long('proposition', limits.focusQuestion),
      yes: long('yes', limits.answer),
      no: long('no', limits.answer),
    },
    estimate: {
      unit: unit.trim() === '' ? texts.problems.noUnit : long('unit', limits.unit),
      quantity: long('quantity', limits.focusQuestion),
    },
    open: {},
  }
  return Object.fromEntries(Object.entries(found[kind]).filter(([, problem]) => problem !== undefined))
}

function checkOptions({ kind, options }: QuestionDraft, limits: Limits): string | undefined {
  const answers = toLines(options)
  const long = answers.find((answer) => answer.length > limits.answer)
  if (answers.length < 2 && kind === 'choice') return texts.problems.fewAnswers
  if (answers.length === 1) return texts.problems.oneAnswer
  if (answers.length > limits.answers) return texts.problems.manyAnswers(answers.length, limits.answers)
  if (long !== undefined) return texts.problems.tooLong(long.length, limits.answer)
  const isDistinct = new Set(answers.map((answer) => answer.toLowerCase())).size === answers.length
  return isDistinct ? undefined : texts.problems.sameAnswers
}
