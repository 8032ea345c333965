import { readArgs, UsageError } from '@sweatpants/framework/cli'
import { printFrom, TABLE_OPTIONS } from './open-table.ts'

/** `ai-roundtable delete`: resolves to the exit code. */
export async function deleteDebate(args: readonly string[]): Promise<number> {
  const { values, positionals } = readArgs(args, TABLE_OPTIONS)
  const [sessionId, ...rest] = positionals
  if (sessionId === undefined || rest.length > 0)
    throw new UsageError('delete takes a session: ai-roundtable delete <session>')
  return printFrom(values, async (roundtable) => {
    const { topic, title = topic } = await roundtable.get(sessionId)
    await roundtable.delete(sessionId)
    return `Deleted: “${title}”.`
  })
}
