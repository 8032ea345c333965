import { writeFile } from 'node:fs/promises'
import { readArgs, UsageError } from '@sweatpants/framework/cli'
import { RoundtableError } from '../errors.ts'
import { printFrom, TABLE_OPTIONS, type TableChoice } from './open-table.ts'
import { FORMAT_OPTIONS, type ReportFormat, readFormat, toReport } from './report.ts'

/** `ai-roundtable show`: resolves to the exit code. */
export async function showDebate(args: readonly string[]): Promise<number> {
  const { values, positionals } = readArgs(args, { ...TABLE_OPTIONS, ...FORMAT_OPTIONS })
  return printDebate({ command: 'show', positionals, table: values, format: readFormat(values) })
}

/** `ai-roundtable export`: resolves to the exit code. */
export async function exportDebate(args: readonly string[]): Promise<number> {
  const { values, positionals } = readArgs(args, { ...TABLE_OPTIONS, ...FORMAT_OPTIONS, output: { type: 'string' } })
  const format = readFormat(values)
  return printDebate({
    command: 'export',
    positionals,
    table: values,
    format: format === 'summary' ? 'markdown' : format,
    output: values.output,
  })
}

/** `ai-roundtable synthesize`: resolves to the exit code. */
export async function synthesizeDebate(args: readonly string[]): Promise<number> {
  const { values, positionals } = readArgs(args, { ...TABLE_OPTIONS, ...FORMAT_OPTIONS })
  const format = readFormat(values)
  return printDebate({ command: 'synthesize', positionals, table: values, format, isWritten: true })
}

interface Printing {
  command: string
  positionals: readonly string[]
  table: TableChoice
  format: ReportFormat
  /** The file to write to, instead of stdout. */
  output?: string | undefined
  /** Whether a model writes the answer up first, unless it has. */
  isWritten?: boolean
}

async function printDebate({ command, positionals, table, format, output, isWritten = false }: Printing) {
  const [named, ...rest] = positionals
  if (rest.length > 0)
    throw new UsageError(`${command} takes the id of one session: ai-roundtable ${command} [<session>]`)
  return printFrom(table, async (roundtable) => {
    const sessionId = named ?? (await roundtable.list({ limit: 1 }))[0]?.id
    if (sessionId === undefined)
      throw new RoundtableError('not_found', 'There is no debate yet; start one with ai-roundtable debate.')
    const session = isWritten ? await roundtable.synthesize(sessionId) : await roundtable.get(sessionId)
    const report = toReport(session, format)
    if (output === undefined) return report
    await write(output, report)
    return undefined
  })
}

async function write(output: string, report: string): Promise<void> {
  try {
    await writeFile(output, `${report}\n`)
  } catch (error) {
    throw new UsageError(`--output takes a file that can be written: ${(error as Error).message}`)
  }
}
