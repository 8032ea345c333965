import { UsageError } from '@sweatpants/framework/cli'
import { type ExportFormat, FORMATS } from '../export/formats.ts'
import { noticeOf } from '../mcp/notices.ts'
import { HOW_COMPUTED, listCounted, listDisagreed } from '../report/headline.ts'
import { listLeftOut } from '../report/left-out.ts'
import { listChanged, listKept } from '../report/minds.ts'
import { toPlainText } from '../report/plain-text.ts'
import { listRanges, sayMedians } from '../report/ranges.ts'
import { listRanks } from '../report/ranking.ts'
import { readReport } from '../report/read-report.ts'
import { TITLES } from '../report/titles.ts'
import { NO_CHANGE, sayQuestion } from '../report/words.ts'
import { sayFinding } from '../report/write-up.ts'
import { canTurnOut } from '../session/consensus.ts'
import { type NameOf, nameSeats } from '../session/name-seats.ts'
import { quote } from '../session/phrases.ts'
import { canReopen, type Session } from '../session/session.ts'

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
  const { headline, writeUp, writeUpProblem, minds, proposals, ranges, ranking, roles } = readReport(session)
  const { title, answer, vote, outweighs, votes, sureness, unrated, backing, changes, warnings } = headline
  const nameOf = nameSeats(session)
  const parts = [
    session.topic,
    ...(headline.corrected === undefined ? [] : [headline.corrected]),
    '',
    answer,
    `${title}. ${headline.progress}`,
    ...(writeUp === undefined ? [] : ['', ...writeUp.cautions, toPlainText(writeUp.answer), writeUp.note]),
    ...(writeUpProblem === undefined ? [] : ['', writeUpProblem]),
    ...section(TITLES.vote, [
      vote,
      ...(outweighs === undefined ? [] : [outweighs]),
      ...(roles === undefined ? [] : [roles]),
      ...votes.map(({ answer, alone, end }) => `${quote(answer)}: ${alone} alone → ${end} at the end`),
      ...(ranges === undefined ? [] : [sayMedians(ranges), ...listRanges(ranges)]),
    ]),
    ...section(TITLES.ranking, ranking === undefined ? [] : [ranking.hint, ...listRanks(ranking, nameOf)]),
    ...section(TITLES.changed, [
      ...listChanged(minds, nameOf),
      ...(minds.changed.length === 0 && minds.kept.length > 0 ? [NO_CHANGE] : []),
    ]),
    ...section(TITLES.kept, listKept(minds, nameOf)),
    ...section(TITLES.proposals, proposals),
    ...section(TITLES.unheard, absences(session, nameOf)),
    ...(writeUp?.parts ?? []).flatMap(({ title, findings }) =>
      section(
        title,
        findings.map((finding) => `- ${toPlainText(sayFinding(finding, nameOf))}`),
      ),
    ),
    ...section(TITLES.sureness, [
      ...(sureness === undefined
        ? []
        : [`${sureness.of}: ${sureness.words}. ${sureness.checked}`, `${TITLES.computed}: ${HOW_COMPUTED}`]),
      ...(unrated === undefined ? [] : [unrated]),
    ]),
    ...section(TITLES.backing, backing === undefined ? [] : [backing]),
    ...section(TITLES.weights, listCounted(headline, nameOf)),
    ...section(TITLES.dissent, listDisagreed(headline, nameOf)),
    ...section(TITLES.changes, changes),
    ...section(TITLES.warnings, warnings),
    ...section(TITLES.leftOut, listLeftOut(session, nameOf)),
    ...section(TITLES.question, sayReading(session)),
    ...section('Outcome', sayOutcome(session)),
    '',
    footer(session),
  ]
  return parts.join('\n')
}

/** How the decision turned out, or how to say so. */
function sayOutcome({ id, status, consensus, outcome }: Session): string[] {
  if (outcome !== undefined) return [`You marked “${outcome.answer}” as ${outcome.verdict}.`]
  if (status !== 'completed' || !canTurnOut(consensus)) return []
  return [`Once you know how it turned out: ai-roundtable outcome ${id} right|wrong`]
}

/** How the question was read, and how to correct that. */
function sayReading(session: Session): string[] {
  const { id, question, status } = session
  if (question === undefined) return []
  const canCorrect = question.by !== 'caller' && (status === 'active' || canReopen(session))
  const remedy = `To correct it: ai-roundtable continue ${id} with --kind proposition, --answers "A,B", --unit weeks or --kind open`
  return [sayQuestion(question), ...(canCorrect ? [remedy] : [])]
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
