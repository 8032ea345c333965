import { callHost, createMcpTool, type McpTool, noUsage, type ToolContext } from '@sweatpants/framework'
import { computeConsensus } from '../consensus/compute-consensus.ts'
import { findEnd } from '../consensus/find-end.ts'
import { type TrackRecord, toDebateRecord } from '../consensus/track-record.ts'
import { reduce } from '../session/reduce.ts'
import { canWriteUp, responsesOf, type Session } from '../session/session.ts'
import { castBallot } from './cast-ballot.ts'
import { frameQuestion } from './frame-question.ts'
import { generatePerspectives } from './generate-perspectives.ts'
import { hearSeat } from './hear-seat.ts'
import { mergeProposals } from './merge-proposals.ts'
import type { DebateSettings } from './settings.ts'
import { summarizeRound } from './summarize-round.ts'
import { writeSynthesis } from './synthesis.ts'
import { Table } from './table.ts'
import { takesBallot } from './takes-ballot.ts'

/** Creates the tool that plays a round. `session` is the session when the round began, so every replay is the same. */
export function createRound(session: Session, settings: DebateSettings, tools: () => readonly McpTool[]): McpTool {
  return createMcpTool('roundtable_round')
    .version('1')
    .execute(function* (_, ctx) {
      yield* playRound(ctx, new Table(session, settings, tools))
    })
    .build()
}

function* playRound(ctx: ToolContext, table: Table) {
  const { mode } = table
  const isFirst = table.round.number === 1
  yield* table.offerTools(ctx)
  yield* frameQuestion(ctx, table)
  if (isFirst && table.session.generatesPerspectives) yield* generatePerspectives(ctx, table)
  if (takesBallot(table.session, table.round.number)) {
    const ballotFailures = table.round.failures.filter(({ phase }) => phase === 'ballot')
    const voters = table.without([...table.round.ballots, ...ballotFailures], table.seats)
    yield* ctx.all(voters.map((seat) => ctx.branch((own) => castBallot(own, table, seat))))
  }
  const failures = table.round.failures.filter(({ phase }) => phase === 'response')
  for (const group of mode.order(table.seats)) {
    const heard = responsesOf(table.session, table.round.number)
    const speakers = table.without([...heard, ...failures], group)
    yield* ctx.all(speakers.map((seat) => ctx.branch((own) => hearSeat(own, table, seat, heard))))
  }
  yield* mergeProposals(ctx, table)
  yield* summarizeRound(ctx, table)
  yield* endRound(ctx, table)
}

function* endRound(ctx: ToolContext, table: Table) {
  const { session, round, settings } = table
  const { thresholds, skills } = settings
  const record = yield* callHost<TrackRecord>(ctx, 'count_record')
  const consensus = computeConsensus(session, round.number, thresholds, { skills, record })
  const endReason = findEnd(session, consensus, thresholds)
  const end = {
    type: 'round_end' as const,
    round: round.number,
    consensus,
    ...(endReason !== undefined && { endReason }),
  }
  const ended = reduce(session, { ...end, timestamp: session.updatedAt })
  // Before the end: a round that has ended is not run again.
  if (isAnswerDue(ended)) {
    const written = canWriteUp(ended) ? yield* writeSynthesis(ctx, ended, settings) : sayUnaffordable(round.number)
    yield* table.record(ctx, written)
  }
  const told = toDebateRecord(ended)
  // A repeat replaces the record by an equal one.
  if (told !== undefined) yield* callHost(ctx, 'put_record', told)
  yield* table.record(ctx, end)
}

/** Whether the debate is over, its answer is wanted, and there is something to write up. */
const isAnswerDue = ({ status, synthesizer, responses }: Session): boolean =>
  status === 'completed' && synthesizer !== 'none' && responses.length > 0

const sayUnaffordable = (round: number) =>
  ({ type: 'synthesis_fail', round, reason: 'the budget is used up', usage: noUsage }) as const
