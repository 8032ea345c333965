import { MisfitError, OtherCodeError } from '../tools/errors.ts'
import { type Entry, emptyProgress, type Recording } from '../tools/journal.ts'
import type { Json } from '../tools/json.ts'
import { replayTool } from '../tools/replay-tool.ts'
import type { JsonSchema } from '../tools/schema.ts'
import type { McpTool } from '../tools/tool.ts'
import { RunControlError } from './run-control-error.ts'

/** What an entry of a journal answers, as the tool asks it now. */
export interface AskedQuestion {
  /** `elicit`, `signal`, `sample` or `roots`. */
  kind: string
  key: string
  message?: string
  context?: Readonly<Record<string, Json>>
  /** The form of the answer, or of the value of a signal. */
  schema?: JsonSchema
  /** The server that wrote the question, if it is not of your own tools. */
  origin?: string
  to?: readonly string[]
  quorum?: number
}

/** A tool with the arguments and the journal of one of its runs. */
export interface Replayable {
  tool: McpTool
  arguments: Json
  recording: Recording
}

/** Returns the question that the entry `at` answers. Nothing is performed. Throws a `RunControlError` if the tool has changed. */
export async function findQuestion(run: Replayable, at: number): Promise<AskedQuestion> {
  const { entries } = run.recording
  // The caller has checked the number.
  const { at: address } = entries[at]!
  let found: AskedQuestion | undefined
  await replay(run, entries.slice(0, at), ({ at: opened, kind, key, request }) => {
    // The request of a question, as `OpenedEffect` has it.
    if (opened === address) found = { ...(request as Partial<AskedQuestion>), kind, key }
  })
  if (found === undefined) throw otherCode('the tool no longer asks what this entry answers')
  return found
}

/** Throws a `RunControlError` unless the tool takes the last of these entries as the answer to its question. */
export async function refuseMisfit(run: Replayable, entries: readonly Entry[]): Promise<void> {
  try {
    await replay(run, entries)
  } catch (error) {
    if (!(error instanceof MisfitError)) throw error
    throw new RunControlError('answer_invalid', `the answer does not fit the question: ${error.problem}`)
  }
}

async function replay(
  { tool, arguments: args, recording: { header } }: Replayable,
  entries: readonly Entry[],
  opened: NonNullable<Parameters<typeof replayTool>[3]>['opened'] = () => {},
): Promise<void> {
  const recording: Recording = { revision: 0, header, entries, progress: emptyProgress() }
  try {
    await replayTool(tool, args, recording, { opened, withdrawn: () => {}, emitted: () => {} })
  } catch (error) {
    if (error instanceof OtherCodeError && !(error instanceof MisfitError)) throw otherCode(error.message)
    throw error
  }
}

const otherCode = (problem: string): RunControlError =>
  new RunControlError('other_code', `the code of the tool here does not fit this run: ${problem}`)
