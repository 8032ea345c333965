import { UsageError } from '@sweatpants/framework/cli'
import { sayStrip } from '../consensus/say-vote.ts'
import { type ExportFormat, FORMATS } from '../export/formats.ts'
import { noticeOf } from '../mcp/notices.ts'
import { listRanges, sayMedians } from '../report/ranges.ts'
import { readReport } from '../report/read-report.ts'
import { TITLES } from '../report/titles.ts'
import { saySure } from '../report/words.ts'
import { sayFinding } from '../report/write-up.ts'
import { type NameOf, nameSeats } from '../session/name-seats.ts'
import type { Session } from '../session/session.ts'
import { toPlainText } from './plain-text.ts'

/** Without one of them, a summary is printed. */
export const FORMAT_OPTIONS = {
  json: { type: 'boolean' },
  markdown: { type: 'boolean' },
  html: { type: 'boolean' },
} as const

export type ReportFormat = 'summary' | ExportFormat

export function readFormat(values: { [K in ExportFormat]?: boolean }): ReportFormat {
  const chosen = (Object.keys(FORMATS) as ExportFormat[]).filter((format) => values[format])
  if (chosen.length > 1) throw new UsageError('choose one of --json, --markdown and --html')
  return chosen[0] ?? 'summary'
}

/** The text that the command prints at the end of a debate. */
export const toReport = (session: Session, format: ReportFormat): string =>
  (format === 'summary' ? toSummary(session) : FORMATS[format].write(session)).trimEnd()

/** A debate on a screen or two, in the order of the page: the answer, the vote, who changed their mind, and the rest. */
export function toSummary(session: Session): string {
  const { headline, writeUp, minds, ranges } = readReport(session)
  const { title, answer, vote, votes, sureness, unrated, backing, weights, dissent, changes, warnings } = headline
  const nameOf = nameSeats(session)
  const parts = [
    `${session.topic}\n`,
    answer,
    `${title}. ${headline.progress}`,
    ...(writeUp === undefined ? [] : ['', ...writeUp.cautions, toPlainText(writeUp.answer), writeUp.note]),
    ...section(TITLES.vote, [
      vote,
      ...(votes.length === 0 ? [] : [sayStrip(votes)]),
      ...(ranges === undefined ? [] : [sayMedians(ranges), ...listRanges(ranges)]),
    ]),
    ...section(TITLES.changed, [
      ...minds.changed.map(
        ({ agentId, round, from, to, reason }) =>
          `${nameOf(agentId)}, round ${round}, from “${from}” to “${to}”: ${toPlainText(reason ?? 'it does not say why.')}`,
      ),
      ...(minds.changed.length === 0 && minds.kept.length > 0 ? ['No one changed their mind.'] : []),
    ]),
    ...section(
      'Who kept their answer',
      minds.kept.map(({ agentId, answer, position }) => `${nameOf(agentId)}, “${answer}”: ${toPlainText(position)}`),
    ),
    ...section(TITLES.unheard, absences(session, nameOf)),
    ...(writeUp?.parts ?? []).flatMap(({ title, findings }) =>
      section(
        title,
        findings.map((finding) => `- ${toPlainText(sayFinding(finding, nameOf))}`),
      ),
    ),
    ...section(TITLES.sureness, [
      ...(sureness === undefined ? [] : [`${sureness.of} is ${sureness.words}. ${sureness.checked}`]),
      ...(unrated === undefined ? [] : [unrated]),
    ]),
    ...section(TITLES.backing, backing === undefined ? [] : [backing]),
    ...section(
      TITLES.weights,
      weights.map(({ agentId, words }) => `${nameOf(agentId)}: ${words}`),
    ),
    ...section(
      TITLES.dissent,
      dissent.map(
        ({ agentId, answer, confidence, reason }) =>
          `${nameOf(agentId)} says “${answer}” (${saySure(confidence)}): ${toPlainText(reason)}`,
      ),
    ),
    ...section(TITLES.changes, changes),
    ...section(TITLES.warnings, warnings),
    '',
    footer(session),
  ]
  return parts.join('\n')
}

function absences({ absent, rounds }: Session, nameOf: NameOf): string[] {
  const failed = rounds.flatMap(({ failures }) => failures)
  return [...absent, ...failed].map(
    ({ agentId, round, reason }) => `${nameOf(agentId)}, ${round === 0 ? 'at the start' : `round ${round}`}: ${reason}`,
  )
}

function footer(session: Session): string {
  const { inputTokens, outputTokens, costUsd = 0 } = session.usage
  const cost = costUsd === 0 ? '' : `, $${costUsd.toFixed(4)}`
  const lines = [`Used ${inputTokens} tokens in, ${outputTokens} out${cost}. Session ${session.id}`]
  const notice = noticeOf(session.seats)
  if (notice !== undefined) lines.push(notice)
  return lines.join('\n')
}

const section = (title: string, lines: readonly string[]): string[] =>
  lines.length === 0 ? [] : ['', title, ...lines.map((line) => `  ${line.replaceAll('\n', '\n  ')}`)]
