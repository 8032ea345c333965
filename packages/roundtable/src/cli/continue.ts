import { readArgs, UsageError } from '@sweatpants/framework/cli'
import { debateAtTerminal } from './at-terminal.ts'
import { TABLE_OPTIONS } from './open-table.ts'
import { answerPending } from './play.ts'
import { FORMAT_OPTIONS, readFormat } from './report.ts'

/** `ai-roundtable continue`: resolves to the exit code. */
export async function continueDebate(args: readonly string[]): Promise<number> {
  const { values, positionals } = readArgs(args, { ...TABLE_OPTIONS, ...FORMAT_OPTIONS, focus: { type: 'string' } })
  const [sessionId, ...rest] = positionals
  if (sessionId === undefined || rest.length > 0)
    throw new UsageError('continue takes the id of one session: ai-roundtable continue <session>')
  return debateAtTerminal({
    table: values,
    format: readFormat(values),
    async begin(roundtable, options) {
      const contextResults = await answerPending(await roundtable.get(sessionId), options)
      return roundtable.continue(sessionId, { contextResults, focusQuestion: values.focus })
    },
  })
}
