import { readArgs, UsageError } from '@sweatpants/framework/cli'
import { toDebateRecord } from '../consensus/track-record.ts'
import { printFrom, TABLE_OPTIONS } from './open-table.ts'

const USAGE = 'outcome takes a session and how it turned out: ai-roundtable outcome <session> right|wrong'

/** `ai-roundtable outcome`: resolves to the exit code. */
export async function recordOutcome(args: readonly string[]): Promise<number> {
  const { values, positionals } = readArgs(args, { ...TABLE_OPTIONS, note: { type: 'string' } })
  const [sessionId, verdict, ...rest] = positionals
  if (sessionId === undefined || (verdict !== 'right' && verdict !== 'wrong') || rest.length > 0)
    throw new UsageError(USAGE)
  return printFrom(values, async (roundtable) => {
    const session = await roundtable.recordOutcome(sessionId, verdict, { note: values.note })
    const counts =
      toDebateRecord(session) === undefined
        ? ' It changes no weight: demo seats, questions of values and estimates have no record.'
        : ''
    return `Recorded: “${session.outcome!.answer}” was ${verdict}.${counts}`
  })
}
