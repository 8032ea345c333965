import { addUsage, noUsage, type ToolContext } from '@sweatpants/framework'
import { parseQuestion } from '../answers/parse-question.ts'
import { questionPrompt } from '../prompts/question-prompt.ts'
import { askModel } from './ask-model.ts'
import type { Table } from './table.ts'

/** Seats whose models are asked, one after another, until one can say which kind of question it is. */
const ATTEMPTS = 2

/**
 * Has a model decide once which kind of question the topic is, unless the caller said so. If no model can, the question is open:
 * then different answers never count as agreement.
 */
export function* frameQuestion(ctx: ToolContext, table: Table) {
  const { settings, seats, round } = table
  const { answerTokens } = settings
  const { question, responses } = table.session
  // A model is asked again if none could decide and no seat was heard since.
  const isUndecided = question?.by === 'default' && responses.length === 0 && question.since < round.number
  if (question !== undefined && !isUndecided) return
  const prompt = questionPrompt(table.session.topic, yield* ctx.uuid())
  const since = round.number
  let spent = noUsage
  for (const { agentId } of seats.slice(0, ATTEMPTS)) {
    const said = yield* askModel(ctx, { key: agentId, ...prompt, answerTokens, parse: parseQuestion })
    spent = addUsage(spent, said.usage)
    if (said.type === 'answered') {
      const framed = { ...said.value, by: 'model' as const, since }
      yield* table.record(ctx, { type: 'question_frame', question: framed, model: said.model, usage: spent })
      return
    }
    yield* ctx.log('warning', `${agentId} could not say which kind of question it is: ${said.reason}`)
  }
  const open = { kind: 'open' as const, isCheckable: true, by: 'default' as const, since }
  yield* table.record(ctx, { type: 'question_frame', question: open, usage: spent })
}
