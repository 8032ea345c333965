import type { Sealed } from '../mcp/carriers/sealed.ts'
import type { Entry, Header, Progress } from '../tools/journal.ts'

/** The longest value in a table, in characters. */
const WIDEST = 80

/** A sealed run as a text for people. */
export function toReport({ recording, rounds, expiresAt }: Omit<Sealed, 'claims'>, now: number): string {
  const { header, entries, progress } = recording
  const expiry = `${toTime(expiresAt)} ${expiresAt <= now ? '(expired)' : ''}`.trim()
  const parts = [toTable([...describeHeader(header), ['rounds', String(rounds)], ['expires', expiry]])]
  parts.push(entries.length === 0 ? 'There are no entries yet.' : toTable([ENTRY_COLUMNS, ...entries.map(toRow)]))
  const waiting = describeWaiting(progress)
  if (waiting.length > 0) parts.push(toTable([WAITING_COLUMNS, ...waiting]))
  return parts.join('\n\n')
}

const ENTRY_COLUMNS = ['address', 'kind', 'key', 'time', 'outcome']
const WAITING_COLUMNS = ['waiting at', 'since', 'refused']

function describeHeader({ tool, version, runId, principal, can, startedAt }: Header): string[][] {
  const able = Object.entries(can).flatMap(([what, is]) => (is ? [what] : []))
  return [
    ['tool', version === undefined ? tool : `${tool} (version ${version})`],
    ['run', runId],
    ['started', toTime(startedAt)],
    ['principal', principal ?? '(none)'],
    ['client can', able.join(', ') || 'nothing'],
  ]
}

function toRow(entry: Entry): string[] {
  const time = toTime(entry.time)
  if (entry.type === 'halted') return [entry.at || '(root)', 'halted', '', time, entry.reason]
  return [entry.at, entry.kind, entry.key, time, toOutcome(entry)]
}

function toOutcome(entry: Exclude<Entry, { type: 'halted' }>): string {
  switch (entry.type) {
    case 'value':
      return shorten(JSON.stringify(entry.value) ?? 'undefined')
    case 'failure':
      return shorten(`failed: ${entry.failure.name}: ${entry.failure.message}`)
    case 'started':
      return 'started'
  }
}

function describeWaiting({ asked }: Progress): string[][] {
  return Object.entries(asked).map(([address, { time, refused, problem }]) => [
    address,
    toTime(time),
    refused === undefined ? '' : shorten(`${refused}x: ${problem ?? 'changed since'}`),
  ])
}

const toTime = (time: number): string => new Date(time).toISOString()

const shorten = (text: string): string => (text.length > WIDEST ? `${text.slice(0, WIDEST - 1)}…` : text)

function toTable(rows: readonly string[][]): string {
  const widths = rows[0]!.map((_, column) => Math.max(...rows.map((row) => row[column]!.length)))
  return rows
    .map((row) =>
      row
        .map((cell, column) => cell.padEnd(widths[column]!))
        .join('  ')
        .trimEnd(),
    )
    .join('\n')
}
