import { readOptions, UsageError } from '@sweatpants/framework/cli'
import { modeNames } from '../modes/index.ts'
import { findReview } from '../session/find-review.ts'
import { toOneLine } from '../session/phrases.ts'
import type { SessionSummary } from '../session/session-manager.ts'
import { SESSION_STATES } from '../session/session-state.ts'
import { printFrom, TABLE_OPTIONS } from './open-table.ts'

const OPTIONS = {
  ...TABLE_OPTIONS,
  json: { type: 'boolean' },
  status: { type: 'string' },
  mode: { type: 'string' },
  search: { type: 'string' },
  limit: { type: 'string' },
} as const

/** `ai-roundtable list`: resolves to the exit code. */
export async function listDebates(args: readonly string[]): Promise<number> {
  const { json = false, status, mode, search, limit = '20', ...table } = readOptions(args, OPTIONS)
  const wanted = { status: readName('status', SESSION_STATES, status), mode: readName('mode', modeNames, mode), search }
  if (!/^[1-9]\d{0,3}$/.test(limit)) throw new UsageError(`--limit takes a number from 1 to 9999, not "${limit}"`)
  return printFrom(table, async (roundtable) => {
    const found = await roundtable.list({ ...wanted, limit: Number(limit) })
    const due = findReview(await roundtable.list({ limit: REVIEWED }), Date.now())
    return json ? JSON.stringify(found, null, 2) : [sayDebates(found), ...(due ? [sayReview(due)] : [])].join('\n\n')
  })
}

function readName<T extends string>(option: string, known: readonly T[], value: string | undefined): T | undefined {
  if (value === undefined || known.includes(value as T)) return value as T | undefined
  throw new UsageError(`--${option} takes one of ${known.join(', ')}, not "${value}"`)
}

const sayDebates = (found: readonly SessionSummary[]): string =>
  found.length === 0 ? 'No debates found.' : found.map(sayDebate).join('\n\n')

/** Debates among which one is found for review. */
const REVIEWED = 100

const sayReview = ({ id, topic, title = topic, decision }: SessionSummary): string =>
  `Did this turn out right? ${toOneLine(title)}\n  “${toOneLine(decision!)}”: ai-roundtable outcome ${id} right|wrong`

function sayDebate({
  id,
  topic,
  title = topic,
  status,
  currentRound,
  totalRounds,
  decision,
  outcome,
}: SessionSummary): string {
  const turned = outcome === 'right' || outcome === 'wrong' ? `, marked ${outcome}` : ''
  return [
    toOneLine(title),
    `  ${decision === undefined ? 'Nothing is decided.' : `“${toOneLine(decision)}”${turned}`}`,
    `  ${status}, round ${currentRound} of ${totalRounds}, ${id}`,
  ].join('\n')
}
