import { UsageError } from '@sweatpants/framework/cli'

/** The options that say which kind of question it is. */
export const QUESTION_OPTIONS = {
  answers: { type: 'string' },
  kind: { type: 'string' },
  proposition: { type: 'string' },
  yes: { type: 'string' },
  no: { type: 'string' },
  unit: { type: 'string' },
  quantity: { type: 'string' },
  values: { type: 'boolean' },
} as const

type Values = { [K in Exclude<keyof typeof QUESTION_OPTIONS, 'values'>]?: string | undefined } & {
  values?: boolean | undefined
}

/** What a kind cannot do without, as the person has to write it. */
const NEEDS: Readonly<Record<string, readonly [option: 'answers' | 'unit', example: string]>> = {
  choice: ['answers', '--answers "Postgres,SQLite"'],
  estimate: ['unit', '--unit weeks'],
}

/** Returns the question that the options give, for a schema to check; `undefined` if they give none. */
export function readQuestion({ answers, kind, values, ...others }: Values): object | undefined {
  const { proposition, yes, no, unit, quantity } = others
  const fields = { proposition, yes, no, unit, quantity }
  const named = kind ?? findKind({ answers, ...fields })
  if (named === undefined && values)
    throw new UsageError('--values needs the kind of question: --kind, --answers, --proposition or --unit')
  const [needed, example] = NEEDS[named ?? ''] ?? []
  if (needed !== undefined && { answers, unit }[needed] === undefined)
    throw new UsageError(`--kind ${named} also takes ${example}`)
  const options = toList(answers)
  if (options !== undefined && options.length < 2)
    throw new UsageError(`--answers takes two or more answers, such as "Postgres,SQLite", not "${answers}"`)
  const given = Object.entries(fields).filter(([, value]) => value !== undefined)
  const question = {
    kind: named,
    // A key without a value would be an unknown one of another kind.
    ...Object.fromEntries(given),
    ...(options !== undefined && { options }),
    ...(values && { isCheckable: false }),
  }
  return named === undefined ? undefined : question
}

/** The kind that an option belongs to. */
function findKind({ answers, proposition, yes, no, unit, quantity }: Values): string | undefined {
  if (answers !== undefined) return 'choice'
  if ((proposition ?? yes ?? no) !== undefined) return 'proposition'
  return (unit ?? quantity) === undefined ? undefined : 'estimate'
}

export const toList = (text: string | undefined): string[] | undefined => text?.split(',').map((part) => part.trim())
