import { foldText, type QuestionForm, type QuestionKind } from '../session/question.ts'
import { stateProposition } from '../session/state-proposition.ts'
import { type Fields, type Parsed, readObject, readText, readTexts } from './read-object.ts'

/** Longer texts of a question are cut. */
const SIZES = { sentence: 500, option: 200, options: 20, unit: 60 }

export type FramedQuestion = QuestionForm & { isCheckable: boolean }

/** Reads which kind of question a topic is. Each kind needs what its answers are compared with. */
export function parseQuestion(text: string): Parsed<FramedQuestion> {
  const found = readObject(text, ['kind'])
  if (found.type === 'malformed') return found
  const kind = readText(found.value('kind', 'type'), SIZES.unit)?.toLowerCase() ?? ''
  if (!isKind(kind)) return { type: 'malformed', problem: `expected "kind" to be ${Object.keys(FORMS).join(' | ')}` }
  const form = FORMS[kind](found.value)
  if (typeof form === 'string') return { type: 'malformed', problem: form }
  return { type: 'parsed', value: { ...form, isCheckable: !isFalse(found.value('checkable', 'isCheckable')) } }
}

const isKind = (kind: string): kind is QuestionKind => Object.hasOwn(FORMS, kind)

const isFalse = (value: unknown): boolean => value === false || value === 'false'

/** Returns the question, or what is missing. */
const FORMS: Record<QuestionKind, (fields: Fields) => QuestionForm | string> = {
  proposition(fields) {
    const proposition = readText(fields('proposition', 'sentence'), SIZES.sentence)
    if (proposition === undefined) return 'expected "proposition" to be a sentence that can be supported or opposed'
    const stated = stateProposition(proposition)
    const yes = readText(fields('yes'), SIZES.option) ?? stated.yes
    const no = readText(fields('no'), SIZES.option) ?? stated.no
    const said = foldText(yes) === foldText(no) ? { yes: stated.yes, no: stated.no } : { yes, no }
    return { kind: 'proposition', proposition, ...said }
  },
  choice(fields) {
    const given = readTexts(fields('options', 'answers', 'choices'))
    const options = given
      .map((option) => readText(option, SIZES.option)!)
      .filter(isNew)
      .slice(0, SIZES.options)
    return options.length < 2
      ? 'expected "options" to list at least two different answers'
      : { kind: 'choice', options }
  },
  estimate(fields) {
    const unit = readText(fields('unit'), SIZES.unit)
    const quantity = readText(fields('quantity', 'what'), SIZES.sentence)
    if (unit === undefined || quantity === undefined)
      return 'expected "quantity" and "unit" to say what the number measures and in which unit'
    return { kind: 'estimate', quantity, unit }
  },
  open: () => ({ kind: 'open' }),
}

const isNew = (option: string, index: number, all: readonly string[]): boolean =>
  all.findIndex((other) => other.toLowerCase() === option.toLowerCase()) === index
