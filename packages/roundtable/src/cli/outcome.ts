import { printResult, readArgs, reserveStdout, UsageError } from '@sweatpants/framework/cli'
import { openTable, TABLE_OPTIONS } from './open-table.ts'

const USAGE = 'outcome takes a session and how it turned out: ai-roundtable outcome <session> right|wrong'

/** `ai-roundtable outcome`: resolves to the exit code. */
export async function recordOutcome(args: readonly string[]): Promise<number> {
  const { values, positionals } = readArgs(args, { ...TABLE_OPTIONS, note: { type: 'string' } })
  const [sessionId, verdict, ...rest] = positionals
  if (sessionId === undefined || (verdict !== 'right' && verdict !== 'wrong') || rest.length > 0)
    throw new UsageError(USAGE)
  reserveStdout()
  await using table = await openTable(values, process.env, { takesOver: false })
  const { outcome } = await table.roundtable.recordOutcome(sessionId, verdict, { note: values.note })
  printResult(`Recorded: “${outcome!.answer}” was ${verdict}.`)
  return 0
}
