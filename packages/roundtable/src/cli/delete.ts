import { printResult, readArgs, reserveStdout, UsageError } from '@sweatpants/framework/cli'
import { openTable, TABLE_OPTIONS } from './open-table.ts'

/** `ai-roundtable delete`: resolves to the exit code. */
export async function deleteDebate(args: readonly string[]): Promise<number> {
  const { values, positionals } = readArgs(args, TABLE_OPTIONS)
  const [sessionId, ...rest] = positionals
  if (sessionId === undefined || rest.length > 0)
    throw new UsageError('delete takes a session: ai-roundtable delete <session>')
  reserveStdout()
  await using table = await openTable(values, process.env, { takesOver: false })
  const { topic, title = topic } = await table.roundtable.get(sessionId)
  await table.roundtable.delete(sessionId)
  printResult(`Deleted: “${title}”.`)
  return 0
}
