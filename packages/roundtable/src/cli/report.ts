import { UsageError } from '@sweatpants/framework/cli'
import { toJson } from '../export/json.ts'
import { toMarkdown } from '../export/to-markdown.ts'
import { noticeOf } from '../mcp/notices.ts'
import { listWeights, sayChecked, sayLikely } from '../report/words.ts'
import type { AgentResponse } from '../session/response.ts'
import { responsesOf, type Session } from '../session/session.ts'

export const FORMAT_OPTIONS = { json: { type: 'boolean' }, markdown: { type: 'boolean' } } as const

export type ReportFormat = 'summary' | 'json' | 'markdown'

export function readFormat({ json, markdown }: { json?: boolean; markdown?: boolean }): ReportFormat {
  if (json && markdown) throw new UsageError('choose --json or --markdown, not both')
  if (json) return 'json'
  return markdown ? 'markdown' : 'summary'
}

const WRITERS: Readonly<Record<ReportFormat, (session: Session) => string>> = {
  summary: toSummary,
  json: toJson,
  markdown: toMarkdown,
}

/** The text that the command prints at the end of a debate. */
export const toReport = (session: Session, format: ReportFormat): string => WRITERS[format](session).trimEnd()

/** A debate on a screen or two: the decision, the seats behind it, and the seats that were not heard. */
export function toSummary(session: Session): string {
  const parts = [
    `${session.topic}\n`,
    ...decisionOf(session),
    ...section('Last statements', lastStatements(session)),
    ...section('Seats', seatsOf(session)),
    ...section(
      'Dissent',
      session.consensus?.dissent.map(({ agentId, reason }) => `${agentId}: ${reason}`),
    ),
    ...section('Warnings', session.consensus?.warnings),
    ...section('Not heard', absences(session)),
    '',
    footer(session),
  ]
  return parts.join('\n')
}

function decisionOf({ consensus, currentRound }: Session): string[] {
  if (consensus === undefined) return ['No round is complete.']
  const { level, agreementScore, leading, decision, families, seats, recommendation, outcomes } = consensus
  const many = `${seats.heard} of ${seats.total} seats heard, ${families.length} model ${families.length === 1 ? 'family' : 'families'} behind it`
  return [
    ...(decision === undefined
      ? []
      : [
          `Answer      ${decision.answer}${decision.probability === undefined ? '' : ` (${sayLikely(decision.probability, outcomes)})`}`,
        ]),
    ...(leading === undefined || leading === decision?.answer ? [] : [`Ended with  ${leading}`]),
    `Agreement   ${level}, ${toPercent(agreementScore)} after ${currentRound} ${currentRound === 1 ? 'round' : 'rounds'} (${many})`,
    '',
    recommendation,
    ...(decision?.probability === undefined ? [] : [sayChecked(outcomes)]),
  ]
}

/** How much each seat counts, and how many they are together. */
function seatsOf({ consensus }: Session): string[] {
  if (consensus === undefined) return []
  const lines = listWeights(consensus).map(({ agentId, words }) => `${agentId}: ${words}`)
  const together = `Together they count like ${consensus.effective.toFixed(1)} seats of equal weight.`
  return lines.length > 1 ? [...lines, together] : lines
}

const lastStatements = (session: Session): string[] => responsesOf(session, session.currentRound).map(toLine)

function toLine({ agentId, answer, stance, estimate, confidence, position }: AgentResponse): string {
  const about = [
    answer,
    stance,
    estimate?.value,
    confidence === undefined ? undefined : `${toPercent(confidence)} sure`,
  ]
  const known = about.filter((part) => part !== undefined).join(', ')
  return `${agentId}${known === '' ? '' : ` (${known})`}: ${position}`
}

function absences({ absent, rounds }: Session): string[] {
  const failed = rounds.flatMap(({ failures }) => failures)
  return [...absent, ...failed].map(
    ({ agentId, model, round, reason }) =>
      `${agentId} (${model}), ${round === 0 ? 'at the start' : `round ${round}`}: ${reason}`,
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

const section = (title: string, lines: readonly string[] = []): string[] =>
  lines.length === 0 ? [] : ['', title, ...lines.map((line) => `  ${line.replaceAll('\n', '\n  ')}`)]

const toPercent = (share: number): string => `${Math.round(share * 100)}%`
