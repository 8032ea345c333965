import { readArgs, UsageError } from '@sweatpants/framework/cli'
import { printFrom, TABLE_OPTIONS } from './open-table.ts'

/** `ai-roundtable rename`: resolves to the exit code. */
export async function renameDebate(args: readonly string[]): Promise<number> {
  const { values, positionals } = readArgs(args, TABLE_OPTIONS)
  const [sessionId, title, ...rest] = positionals
  if (sessionId === undefined || title === undefined || rest.length > 0)
    throw new UsageError('rename takes a session and its title: ai-roundtable rename <session> "<title>"')
  return printFrom(values, async (roundtable) => {
    const { title: given } = await roundtable.rename(sessionId, title)
    return given === undefined ? 'The title is removed.' : `Renamed to “${given}”.`
  })
}
