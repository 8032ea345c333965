import { printResult, readOptions, reserveStdout, UsageError } from '@sweatpants/framework/cli'
import { modeNames } from '../modes/index.ts'
import type { SessionSummary } from '../session/session-manager.ts'
import { openTable, TABLE_OPTIONS } from './open-table.ts'

const OPTIONS = {
  ...TABLE_OPTIONS,
  json: { type: 'boolean' },
  status: { type: 'string' },
  mode: { type: 'string' },
  search: { type: 'string' },
  limit: { type: 'string' },
} as const

const STATUSES = ['active', 'paused', 'completed']

/** The debates that are read; the filters apply to them. */
const MOST = 1_000

/** `ai-roundtable list`: resolves to the exit code. */
export async function listDebates(args: readonly string[]): Promise<number> {
  const { json = false, status, mode, search = '', limit = '20', ...table } = readOptions(args, OPTIONS)
  if (status !== undefined && !STATUSES.includes(status)) throw refuse('status', STATUSES, status)
  if (mode !== undefined && !modeNames.includes(mode as never)) throw refuse('mode', modeNames, mode)
  if (!/^[1-9]\d{0,3}$/.test(limit)) throw new UsageError(`--limit takes a number from 1 to 9999, not "${limit}"`)
  reserveStdout()
  await using open = await openTable(table, process.env, { takesOver: false })
  const wanted = search.toLowerCase()
  const found = (await open.roundtable.list({ limit: MOST })).filter(
    (one) =>
      (status === undefined || one.status === status) &&
      (mode === undefined || one.mode === mode) &&
      `${one.topic} ${one.decision ?? ''}`.toLowerCase().includes(wanted),
  )
  const shown = found.slice(0, Number(limit))
  printResult(json ? JSON.stringify(shown, null, 2) : sayDebates(shown, found.length))
  return 0
}

const refuse = (option: string, known: readonly string[], value: string): UsageError =>
  new UsageError(`--${option} takes one of ${known.join(', ')}, not "${value}"`)

function sayDebates(shown: readonly SessionSummary[], count: number): string {
  if (count === 0) return 'No debates found.'
  const more = count > shown.length ? [`${shown.length} of ${count}; --limit shows more.`] : []
  return [...shown.map(sayDebate), ...more].join('\n\n')
}

function sayDebate({ id, topic, status, currentRound, totalRounds, decision, outcome }: SessionSummary): string {
  const turned = outcome === 'right' || outcome === 'wrong' ? `, marked ${outcome}` : ''
  return [
    topic,
    `  ${decision === undefined ? 'Nothing is decided.' : `“${decision}”${turned}`}`,
    `  ${status}, round ${currentRound} of ${totalRounds}, ${id}`,
  ].join('\n')
}
