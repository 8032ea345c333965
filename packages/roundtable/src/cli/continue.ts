import { readArgs, UsageError } from '@sweatpants/framework/cli'
import { describeIssues } from '../debate/describe-issues.ts'
import { continueInput } from '../debate/input.ts'
import { debateAtTerminal } from './at-terminal.ts'
import { TABLE_OPTIONS } from './open-table.ts'
import { answerPending } from './play.ts'
import { QUESTION_OPTIONS, readQuestion } from './question.ts'
import { FORMAT_OPTIONS, readFormat } from './report.ts'

const OPTIONS = { ...TABLE_OPTIONS, ...FORMAT_OPTIONS, ...QUESTION_OPTIONS, focus: { type: 'string' } } as const

/** `ai-roundtable continue`: resolves to the exit code. */
export async function continueDebate(args: readonly string[]): Promise<number> {
  const { values, positionals } = readArgs(args, OPTIONS)
  const [named, ...rest] = positionals
  if (named === undefined || rest.length > 0)
    throw new UsageError('continue takes the id of one session: ai-roundtable continue <session>')
  const given = { sessionId: named, focusQuestion: values.focus, question: readQuestion(values) }
  const { success, data, error } = continueInput.safeParse(given)
  if (!success) throw new UsageError(describeIssues(error, continueInput))
  const { sessionId, ...input } = data
  return debateAtTerminal({
    table: values,
    format: readFormat(values),
    async begin(roundtable, options) {
      await answerPending(roundtable, await roundtable.get(sessionId), options)
      return roundtable.continue(sessionId, input)
    },
  })
}
