import { printResult, readArgs, reserveStdout, UsageError } from '@sweatpants/framework/cli'
import { openTable, TABLE_OPTIONS } from './open-table.ts'

/** `ai-roundtable rename`: resolves to the exit code. */
export async function renameDebate(args: readonly string[]): Promise<number> {
  const { values, positionals } = readArgs(args, TABLE_OPTIONS)
  const [sessionId, title, ...rest] = positionals
  if (sessionId === undefined || title === undefined || rest.length > 0)
    throw new UsageError('rename takes a session and its title: ai-roundtable rename <session> "<title>"')
  reserveStdout()
  await using table = await openTable(values, process.env, { takesOver: false })
  const session = await table.roundtable.rename(sessionId, title)
  printResult(session.title === undefined ? 'The title is removed.' : `Renamed to “${session.title}”.`)
  return 0
}
