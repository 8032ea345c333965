import type { Opened, Store } from '../log/log.ts'
import { isEnded, type RunRow } from '../log/run-index.ts'
import type { ClientCapabilities } from '../mcp/core/client-capabilities.ts'
import { isTool } from '../mcp/core/subject.ts'
import { readRecording } from '../mcp/rev2026/stream-journal.ts'
import { defined } from '../tools/defined.ts'
import type { Entry, Recording } from '../tools/journal.ts'
import type { Json } from '../tools/json.ts'
import { policies } from '../tools/policy.ts'
import type { McpTool } from '../tools/tool.ts'
import { findVersion } from '../tools/tool-versions.ts'
import { RunControlError } from './run-control-error.ts'

/** A run with all that its stream holds. */
export interface StoredRun {
  run: RunRow
  /** Whether a live node drives the run. */
  isDriven: boolean
  /** Whether it is the run of a prompt. */
  isPrompt: boolean
  /** The server whose tool a chat has called. */
  origin?: string
  arguments: Json
  /** The capabilities of the client of the run; chats and debates have no client. */
  capabilities?: ClientCapabilities
  /** `undefined` before the run has recorded anything. */
  recording: Recording | undefined
}

/** A run as a person reads it. */
export interface ShownRun extends Omit<RunRow, 'detail'>, NonNullable<RunRow['detail']> {
  isDriven: boolean
  arguments: Json
  entries: TimedEntry[]
  /** The actions that the state of the run allows. */
  actions: RunAction[]
}

export type RunAction = 'cancel' | 'resume' | 'retry' | 'fork' | 'forget'

/** An entry, with the milliseconds since the entry before it in its branch, or since the run began. */
export type TimedEntry = Entry & {
  ms: number
  /** Whether it is an answer, which a fork can replace. */
  isAnswered: boolean
}

/** Returns the tool that goes on with a run: its own version if that is among these tools, else the newest one. */
export function findToolOf({ tool: name, version }: RunRow, tools: readonly McpTool[]): McpTool | undefined {
  const newest = tools.find((tool) => tool.name === name)
  return newest && (findVersion(newest, version) ?? newest)
}

/** Whether a new task can take over the entries of a run: its tool is one of the application, and no prompt. */
export const canCopy = ({ run: { owner }, isPrompt, origin }: StoredRun): boolean =>
  !isPrompt && origin === undefined && (owner === undefined || owner.kind === 'chat')

export const isAnswer = (entry: Extract<Entry, { type: 'value' }>): boolean =>
  entry.isAnswer === true || policies[entry.kind as keyof typeof policies]?.isAnswer === 'always'

/** Reads a run without taking it over. Throws a `RunControlError` if there is none. */
export async function readRun(store: Store, id: string): Promise<StoredRun> {
  const run = await store.runs.find(id)
  const opened = run && (await store.log<{ type: string; arguments?: Json; origin?: string }>(run.kind).open(id))
  if (run === undefined || opened === undefined) throw new RunControlError('run_not_found', `there is no run ${id}`)
  const owner = run.owner && (await store.log(run.owner.kind).get(run.owner.id))
  const { arguments: small = null, capabilities, subject } = (opened.about ?? {}) as Kept
  const [first] = opened.events
  const call = first?.event.type === 'call' ? first.event : undefined
  return {
    run,
    isDriven: owner?.isDriven ?? opened.isDriven,
    isPrompt: subject !== undefined && !isTool(subject),
    arguments: call === undefined ? small : (call.arguments ?? null),
    ...defined({ capabilities, origin: call?.origin }),
    recording: toRecording(opened),
  }
}

/** Returns a run with its journal as entries with times and durations. */
export async function showRun(store: Store, id: string): Promise<ShownRun> {
  const stored = await readRun(store, id)
  const { run, isDriven, arguments: args, recording } = stored
  const { detail, ...row } = run
  return {
    ...row,
    ...detail,
    isDriven,
    arguments: args,
    entries: recording === undefined ? [] : timeEntries(recording),
    actions: listActions(stored),
  }
}

function listActions(stored: StoredRun): RunAction[] {
  const { run, isDriven } = stored
  const { state, kind, owner } = run
  const isOver = isEnded(run)
  const isBlocked = state === 'blocked'
  const can: Record<RunAction, boolean> = {
    cancel: !isOver,
    resume: isBlocked && owner?.kind !== 'inspected',
    retry: canCopy(stored) && (isOver || (isBlocked && kind === 'task')),
    fork: canCopy(stored),
    forget: isOver || (owner === undefined && !isDriven),
  }
  return (Object.keys(can) as RunAction[]).filter((action) => can[action])
}

/** The fields of a task's row, and of a kept call's. */
interface Kept {
  arguments?: Json
  capabilities?: ClientCapabilities
  subject?: string
}

const toRecording = ({ register, events }: Opened<{ type: string }>): Recording | undefined =>
  // Only journals write the registers of runs.
  readRecording((register ?? {}) as Parameters<typeof readRecording>[0], events)

function timeEntries({ header, entries }: Recording): TimedEntry[] {
  const last = new Map<string, number>()
  return entries.map((entry) => {
    const branch = toBranch(entry.at)
    const before = last.get(branch) ?? header.startedAt
    last.set(branch, entry.time)
    return { ...entry, ms: Math.max(0, entry.time - before), isAnswered: entry.type === 'value' && isAnswer(entry) }
  })
}

/** An address ends with the number of the effect in its branch. */
const toBranch = (at: string): string => at.slice(0, Math.max(at.lastIndexOf('.'), at.lastIndexOf(':'), 0))
