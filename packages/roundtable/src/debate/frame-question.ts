import { EffectError, noUsage, type ToolContext } from '@sweatpants/framework'
import { parseQuestion } from '../answers/parse-question.ts'
import { questionPrompt } from '../prompts/question-prompt.ts'
import type { Table } from './table.ts'

/** Seats whose models are asked, one after another, until one can say which kind of question it is. */
const ATTEMPTS = 2

/**
 * Has a model decide once which kind of question the topic is, unless the caller said so. If no model can, the question is open:
 * then different answers never count as agreement.
 */
export function* frameQuestion(ctx: ToolContext, table: Table) {
  if (table.session.question !== undefined) return
  const { settings, seats, round } = table
  const { system, message } = questionPrompt(table.session.topic, yield* ctx.uuid())
  const since = round.number
  for (const { agentId } of seats.slice(0, ATTEMPTS)) {
    try {
      const { text, model, usage } = yield* ctx.sample({
        key: agentId,
        messages: [{ role: 'user', content: message }],
        systemPrompt: system,
        maxTokens: settings.answerTokens,
      })
      const parsed = parseQuestion(text)
      if (parsed.type === 'malformed') {
        yield* ctx.log('warning', `${agentId} could not say which kind of question it is: ${parsed.problem}`)
        continue
      }
      const question = { ...parsed.value, by: 'model' as const, since }
      yield* table.record(ctx, { type: 'question_frame', question, model, usage })
      return
    } catch (error) {
      if (!(error instanceof EffectError)) throw error
      yield* ctx.log('warning', `${agentId} could not say which kind of question it is: ${error.message}`)
    }
  }
  const question = { kind: 'open' as const, isCheckable: true, by: 'default' as const, since }
  yield* table.record(ctx, { type: 'question_frame', question, usage: noUsage })
}
