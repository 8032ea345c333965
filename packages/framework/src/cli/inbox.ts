import { HttpError } from '../http/http-error.ts'
import type { InboxQuestion } from '../inbox/question.ts'
import { AnswerError, answerQuestion, isCursor, type ListOptions, listQuestions } from '../inbox/questions.ts'
import { toUserName } from '../log/questions.ts'
import { askForm } from '../terminal/form.ts'
import { toWords } from '../terminal/peer.ts'
import { openTerminal } from '../terminal/terminal.ts'
import type { ElicitAnswer } from '../tools/elicit.ts'
import { toFlatForm } from '../tools/flat-form.ts'
import { readArgs, readWritten, UsageError } from './args.ts'
import { COMMANDS } from './commands.ts'
import { untilSignal } from './program.ts'
import { runOnStore, type StoreActions } from './store-command.ts'
import { toList, toPlaceError } from './table.ts'
import { toTime } from './times.ts'

type Values = ReturnType<typeof readArgs<typeof COMMANDS.inbox.options>>['values']

/** Who looks: a principal with the names it answers to. */
const toAnswerer = ({ as: principal, name = [] }: Values) => ({ principal, names: [toUserName(principal), ...name] })

function toPage(values: Values): ListOptions {
  const { after } = values
  if (after !== undefined && !isCursor(after)) throw toPlaceError(after)
  return { ...toAnswerer(values), after }
}

const ACTIONS: StoreActions<Values> = {
  async list({ store, values }) {
    if (values.answer !== undefined || values.decline)
      throw new UsageError('--answer and --decline belong to inbox answer <number>')
    const page = await listQuestions(store, toPage(values))
    const columns = ['', 'question', 'for', 'tool', 'since']
    const rows = page.questions.map(toRow)
    return toList({ page, columns, rows, empty: 'Your inbox is empty.', next: page.next }, values.json)
  },
  async answer({ store, values, given }) {
    const place = given('the number of a question in the list')
    const { questions } = await listQuestions(store, toPage(values))
    const question = questions[Number(place) - 1] ?? questions.find(({ id }) => id === place)
    if (question === undefined) throw new UsageError(`there is no question ${place} in this inbox; see: inbox list`)
    const { id, digest } = question
    const answer = await readAnswer(question, values)
    await answerQuestion(store, { ...toAnswerer(values), id, digest, answer })
    return answer.action === 'accept' ? 'Your answer was saved.' : 'Your decision was saved.'
  },
}

/** `sweatpants inbox`: resolves to the exit code. */
export const inbox = (args: readonly string[]): Promise<number> =>
  runOnStore('inbox', ACTIONS, readArgs(args, COMMANDS.inbox.options), {
    // An answer that comes too late is no mistake of the user.
    isMistake: (error) => error instanceof HttpError && !(error instanceof AnswerError && error.status === 409),
  })

const toRow = ({ message, to, toolName, openedAt, origin }: InboxQuestion, i: number): string[] => [
  String(i + 1),
  origin === undefined ? message : `${origin} asks: ${JSON.stringify(message)}`,
  to.join(', '),
  toolName,
  toTime(openedAt),
]

async function readAnswer(question: InboxQuestion, { answer, decline }: Values): Promise<ElicitAnswer> {
  if (decline && answer !== undefined) throw new UsageError('choose --answer or --decline, not both')
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
