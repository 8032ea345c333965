import type { ToolContext } from '@sweatpants/framework'
import { parseSummary } from '../answers/parse-summary.ts'
import { summaryPrompt } from '../prompts/summary-prompt.ts'
import { responsesOf } from '../session/session.ts'
import { askModel } from './ask-model.ts'
import type { Table } from './table.ts'

/** Asks the model of the first seat that answered for a summary. A failure is recorded, and the round goes on. */
export function* summarizeRound(ctx: ToolContext, table: Table) {
  const { session } = table
  const { promptTokens, answerTokens } = table.settings
  const { number: round } = table.round
  const [first] = responsesOf(session, round)
  if (first === undefined) return
  const prompt = summaryPrompt({ session, round, nonce: yield* ctx.uuid(), promptTokens })
  const said = yield* askModel(ctx, { key: first.agentId, ...prompt, answerTokens, parse: parseSummary })
  const { usage } = said
  if (said.type === 'failed') {
    yield* table.record(ctx, { type: 'round_summary_fail', round, reason: said.reason, usage })
  } else {
    yield* table.record(ctx, { type: 'round_summarize', round, summary: { ...said.value, model: said.model, usage } })
  }
}
