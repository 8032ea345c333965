import type { InboxQuestion } from '../inbox/question.ts'
import { type AnswerError, answerQuestion, listQuestions } from '../inbox/questions.ts'
import type { Store } from '../log/log.ts'
import { toUserName } from '../log/questions.ts'
import { readVariable } from '../models/provider.ts'
import { askForm } from '../terminal/form.ts'
import { toWords } from '../terminal/peer.ts'
import { openTerminal } from '../terminal/terminal.ts'
import type { ElicitAnswer } from '../tools/elicit.ts'
import { toFlatForm } from '../tools/flat-form.ts'
import { readArgs, readWritten, UsageError } from './args.ts'
import { toTable, toTime } from './inspect.ts'
import { openStoreOfServer, STORE_FORMS } from './open-store.ts'
import { untilSignal } from './program.ts'

const OPTIONS = {
  store: { type: 'string' },
  as: { type: 'string' },
  name: { type: 'string', multiple: true },
  after: { type: 'string' },
  answer: { type: 'string' },
  decline: { type: 'boolean' },
  json: { type: 'boolean' },
} as const

type Values = ReturnType<typeof readArgs<typeof OPTIONS>>['values']

/** `sweatpants inbox`: resolves to the exit code. */
export async function inbox(args: readonly string[]): Promise<number> {
  const { values, positionals } = readArgs(args, OPTIONS)
  const [command = 'list', id, ...rest] = positionals
  const location = values.store ?? readVariable(process.env, 'STORE')
  if (location === undefined) throw new UsageError(`inbox needs the store: --store <${STORE_FORMS}>, or STORE`)
  if (rest.length > 0 || !['list', 'answer'].includes(command) || (command === 'answer') !== (id !== undefined)) {
    throw new UsageError('inbox takes `list`, or `answer` with the number of a question in the list')
  }
  await using store = await openStoreOfServer(location)
  return await (command === 'list' ? list(store, values) : answer(store, values, id!))
}

/** Who looks: a principal with the names it answers to. */
const toAnswerer = ({ as: principal, name = [] }: Values) => ({ principal, names: [toUserName(principal), ...name] })

async function list(store: Store, values: Values): Promise<number> {
  const page = await listQuestions(store, { ...toAnswerer(values), after: values.after })
  if (values.json) {
    console.log(JSON.stringify(page, null, 2))
    return 0
  }
  const rows = page.questions.map(({ message, to, toolName, openedAt, origin }, i) => [
    String(i + 1),
    origin === undefined ? message : `${origin} asks: ${JSON.stringify(message)}`,
    to.join(', '),
    toolName,
    toTime(openedAt),
  ])
  const more = page.next === undefined ? '' : `\n\nMore: --after ${page.next}`
  console.log(
    rows.length === 0 ? 'Your inbox is empty.' : toTable([['', 'question', 'for', 'tool', 'since'], ...rows]) + more,
  )
  return 0
}

async function answer(store: Store, values: Values, place: string): Promise<number> {
  const answerer = toAnswerer(values)
  const { questions } = await listQuestions(store, { ...answerer, after: values.after })
  const question = questions[Number(place) - 1] ?? questions.find(({ id }) => id === place)
  if (question === undefined) throw new UsageError(`there is no question ${place} in this inbox; see: inbox list`)
  try {
    const given = await readAnswer(question, values)
    await answerQuestion(store, { ...answerer, id: question.id, digest: question.digest, answer: given })
    console.log(given.action === 'accept' ? 'Your answer was saved.' : 'Your decision was saved.')
    return 0
  } catch (error) {
    if (!(error instanceof Error && error.name === 'AnswerError')) throw error
    console.error((error as AnswerError).message)
    return 1
  }
}

async function readAnswer(question: InboxQuestion, { answer, decline }: Values): Promise<ElicitAnswer> {
  if (decline) return { action: 'decline' }
  if (answer !== undefined) return { action: 'accept', content: readWritten(answer, 'the answer is') }
  using terminal = openTerminal({ input: process.stdin, output: process.stderr })
  using stop = untilSignal()
  terminal.print(
    toWords({ message: question.message, ...(question.origin !== undefined && { origin: question.origin }) }),
  )
  for (const [key, value] of Object.entries(question.context)) terminal.print(`  ${key}: ${JSON.stringify(value)}`)
  const form = toFlatForm(question.schema ?? { type: 'object', properties: {} }, question.key)
  return { action: 'accept', content: await askForm(terminal, form, stop.signal) }
}
