import { type Store, UnreadableError } from '../log/log.ts'
import { OPEN_STATES, type RunRow } from '../log/run-index.ts'
import { OtherCodeError } from '../tools/errors.ts'
import { replayTool } from '../tools/replay-tool.ts'
import type { McpTool } from '../tools/tool.ts'
import { mergeVersions } from '../tools/tool-versions.ts'
import { findToolOf, readRun } from './read-run.ts'
import { RunControlError } from './run-control-error.ts'

export interface CheckedRuns {
  /** How many runs fit the tools. */
  fit: number
  /** Runs that the tools cannot go on with, and runs that cannot be read. */
  diverge: { run: RunRow; problem: string }[]
  /** Runs of tools that are not here, so nothing is known of them. */
  unknown: RunRow[]
}

/**
 * Replays every run that has not ended on the tools of the next deployment. No step runs, no question is asked and nothing is
 * written. A run that a node drives meanwhile is checked as far as it was stored.
 */
export async function checkRuns(store: Store, tools: readonly McpTool[]): Promise<CheckedRuns> {
  const offered = mergeVersions(tools)
  const checked: CheckedRuns = { fit: 0, diverge: [], unknown: [] }
  for (const state of OPEN_STATES) {
    let after: string | undefined
    do {
      const page = await store.runs.list({ state, ...(after !== undefined && { after }) })
      for (const run of page.runs) await check(store, offered, run, checked)
      after = page.next
    } while (after !== undefined)
  }
  return checked
}

async function check(store: Store, tools: readonly McpTool[], run: RunRow, checked: CheckedRuns): Promise<void> {
  const tool = findToolOf(run, tools)
  if (tool === undefined) return void checked.unknown.push(run)
  try {
    const { recording, arguments: args } = await readRun(store, run.id)
    if (recording !== undefined) await replayTool(tool, args, recording)
    checked.fit++
  } catch (error) {
    // The run has ended since it was listed.
    if (error instanceof RunControlError) return
    // One run whose key is missing must not hide the others.
    if (!(error instanceof OtherCodeError || error instanceof UnreadableError)) throw error
    checked.diverge.push({ run, problem: error.message })
  }
}
