import { addUsage, EffectError, noUsage, type ToolContext } from '@sweatpants/framework'
import { parseQuestion } from '../answers/parse-question.ts'
import { questionPrompt } from '../prompts/question-prompt.ts'
import { sampleWhole, sayProblem } from './sample-whole.ts'
import type { Table } from './table.ts'

/** Seats whose models are asked, one after another, until one can say which kind of question it is. */
const ATTEMPTS = 2

/**
 * Has a model decide once which kind of question the topic is, unless the caller said so. If no model can, the question is open:
 * then different answers never count as agreement.
 */
export function* frameQuestion(ctx: ToolContext, table: Table) {
  const { settings, seats, round } = table
  const { question, responses } = table.session
  // A model is asked again if none could decide and no seat was heard since.
  const isUndecided = question?.by === 'default' && responses.length === 0 && question.since < round.number
  if (question !== undefined && !isUndecided) return
  const { system, message } = questionPrompt(table.session.topic, yield* ctx.uuid())
  const since = round.number
  let spent = noUsage
  for (const { agentId } of seats.slice(0, ATTEMPTS)) {
    try {
      const request = { key: agentId, messages: [{ role: 'user' as const, content: message }], systemPrompt: system }
      const said = yield* sampleWhole(settings.answerTokens, (maxTokens) => ctx.sample({ ...request, maxTokens }))
      const { text, model, usage } = said
      spent = addUsage(spent, usage)
      const parsed = parseQuestion(text)
      if (parsed.type === 'malformed') {
        const problem = sayProblem(said, parsed.problem)
        yield* ctx.log('warning', `${agentId} could not say which kind of question it is: ${problem}`)
        continue
      }
      const framed = { ...parsed.value, by: 'model' as const, since }
      yield* table.record(ctx, { type: 'question_frame', question: framed, model, usage: spent })
      return
    } catch (error) {
      if (!(error instanceof EffectError)) throw error
      yield* ctx.log('warning', `${agentId} could not say which kind of question it is: ${error.message}`)
    }
  }
  const open = { kind: 'open' as const, isCheckable: true, by: 'default' as const, since }
  yield* table.record(ctx, { type: 'question_frame', question: open, usage: spent })
}
