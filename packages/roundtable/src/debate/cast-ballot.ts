import { EffectError, noUsage, type ToolContext } from '@sweatpants/framework'
import { parseBallot, toAsked } from '../answers/parse-ballot.ts'
import { ballotPrompt } from '../prompts/ballot-prompt.ts'
import type { Seat } from '../session/seat.ts'
import { withImages } from './images.ts'
import type { Table } from './table.ts'

/** A first ballot holds an answer and a confidence, so few tokens suffice; a second one gets more, to work it out. */
const BALLOT_TOKENS = 512

/** Asks a seat for its private vote. */
export function* castBallot(ctx: ToolContext, table: Table, seat: Seat) {
  const { session, mode, round } = table
  const { answerTokens } = table.settings
  const { agentId, model } = seat
  const isAgain = round.number > 1
  const nonce = yield* ctx.uuid()
  const { system, message } = ballotPrompt({ session, mode, seat, nonce, isAgain })
  yield* table.record(ctx, { type: 'seat_ask', round: round.number, agentId })
  const failure = { agentId, model, round: round.number, phase: 'ballot' as const }
  try {
    const {
      text,
      usage,
      model: answered,
    } = yield* ctx.sample({
      key: agentId,
      messages: [withImages(session, message)],
      systemPrompt: system,
      maxTokens: isAgain ? answerTokens : Math.min(BALLOT_TOKENS, answerTokens),
    })
    const parsed = parseBallot(text, toAsked(session))
    if (parsed.type === 'malformed') {
      const problem = { code: 'malformed_answer', reason: parsed.problem }
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
