import { EffectError, noUsage, type ToolContext } from '@sweatpants/framework'
import { parseBallot, toAsked } from '../answers/parse-ballot.ts'
import { ballotPrompt } from '../prompts/ballot-prompt.ts'
import { firstRoundOf } from '../session/question.ts'
import type { Seat } from '../session/seat.ts'
import { withImages } from './images.ts'
import { sampleWhole, sayProblem } from './sample-whole.ts'
import type { Table } from './table.ts'

/** Asks a seat for its private vote. */
export function* castBallot(ctx: ToolContext, table: Table, seat: Seat) {
  const { session, mode, round } = table
  const { answerTokens } = table.settings
  const { agentId, model } = seat
  const isAgain = round.number > firstRoundOf(session)
  const nonce = yield* ctx.uuid()
  const { system, message } = ballotPrompt({ session, mode, seat, nonce, isAgain })
  yield* table.record(ctx, { type: 'seat_ask', round: round.number, agentId })
  const failure = { agentId, model, round: round.number, phase: 'ballot' as const }
  try {
    const request = { key: agentId, messages: [withImages(session, message)], systemPrompt: system }
    const said = yield* sampleWhole(answerTokens, (maxTokens) => ctx.sample({ ...request, maxTokens }))
    const { text, usage, model: answered, cutAt } = said
    const parsed = parseBallot(text, toAsked(session))
    if (parsed.type === 'malformed') {
      const code = cutAt === undefined ? 'malformed_answer' : 'truncated'
      const problem = { code, reason: sayProblem(said, parsed.problem) }
      yield* table.record(ctx, { type: 'seat_fail', failure: { ...failure, ...problem }, usage })
      return
    }
    const ballot = { ...parsed.value, agentId, round: round.number, model: answered, usage }
    yield* table.record(ctx, { type: 'ballot_cast', ballot })
  } catch (error) {
    if (!(error instanceof EffectError)) throw error
    const { code = 'unavailable', message: reason } = error.failure
    yield* table.record(ctx, {
      type: 'seat_fail',
      failure: { ...failure, code: String(code), reason },
      usage: noUsage,
    })
  }
}
