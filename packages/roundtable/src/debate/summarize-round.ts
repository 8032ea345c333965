import { EffectError, noUsage, type ToolContext } from '@sweatpants/framework'
import { parseSummary } from '../answers/parse-summary.ts'
import { summaryPrompt } from '../prompts/summary-prompt.ts'
import { responsesOf } from '../session/session.ts'
import { sampleWhole, sayProblem } from './sample-whole.ts'
import type { Table } from './table.ts'

/** Asks the model of the first seat that answered for a summary. A failure is recorded, and the round goes on. */
export function* summarizeRound(ctx: ToolContext, table: Table) {
  const { session, settings } = table
  const { number: round } = table.round
  const [first] = responsesOf(session, round)
  if (first === undefined) return
  const nonce = yield* ctx.uuid()
  const { system, message } = summaryPrompt({ session, round, nonce, promptTokens: settings.promptTokens })
  try {
    const request = {
      key: first.agentId,
      messages: [{ role: 'user' as const, content: message }],
      systemPrompt: system,
    }
    const said = yield* sampleWhole(settings.answerTokens, (maxTokens) => ctx.sample({ ...request, maxTokens }))
    const { text, model, usage } = said
    const parsed = parseSummary(text)
    if (parsed.type === 'malformed')
      yield* table.record(ctx, {
        type: 'round_summary_fail',
        round,
        reason: sayProblem(said, parsed.problem),
        usage,
      })
    else yield* table.record(ctx, { type: 'round_summarize', round, summary: { ...parsed.value, model, usage } })
  } catch (error) {
    if (!(error instanceof EffectError)) throw error
    const { message: reason } = error.failure
    yield* table.record(ctx, { type: 'round_summary_fail', round, reason, usage: noUsage })
  }
}
