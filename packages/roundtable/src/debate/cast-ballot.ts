import type { ToolContext } from '@sweatpants/framework'
import { parseBallot, toAsked } from '../answers/parse-ballot.ts'
import { ballotPrompt } from '../prompts/ballot-prompt.ts'
import { firstRoundOf } from '../session/question.ts'
import type { Seat } from '../session/seat.ts'
import { askModel } from './ask-model.ts'
import { withImages } from './images.ts'
import type { Table } from './table.ts'

/** Asks a seat for its private vote. */
export function* castBallot(ctx: ToolContext, table: Table, seat: Seat) {
  const { session, mode } = table
  const { number: round } = table.round
  const { answerTokens } = table.settings
  const { agentId, model } = seat
  const isAgain = round > firstRoundOf(session)
  const nonce = yield* ctx.uuid()
  const { system, message } = ballotPrompt({ session, mode, seat, nonce, isAgain })
  yield* table.record(ctx, { type: 'seat_ask', round, agentId })
  const said = yield* askModel(ctx, {
    key: agentId,
    system,
    message: withImages(session, message),
    answerTokens,
    parse: (text) => parseBallot(text, toAsked(session)),
  })
  const { usage } = said
  if (said.type === 'failed') {
    const { code, reason } = said
    const failure = { agentId, model, round, phase: 'ballot' as const, code, reason }
    yield* table.record(ctx, { type: 'seat_fail', failure, usage })
  } else {
    const ballot = { ...said.value, agentId, round, model: said.model, usage }
    yield* table.record(ctx, { type: 'ballot_cast', ballot })
  }
}
