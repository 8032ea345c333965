import { createMcpTool, type McpTool } from '@sweatpants/framework'
import { synthesisPrompt } from '../prompts/synthesis-prompt.ts'
import type { Session } from '../session/session.ts'
import type { DebateSettings } from './settings.ts'
import { record } from './table.ts'

/** Returns the seat whose model writes the debate up: the last that answered. */
export const findAuthor = ({ responses }: Session): string | undefined => responses.at(-1)?.agentId

/** Creates the tool in which a model writes up the whole debate. */
export function createSynthesis(session: Session, { promptTokens, answerTokens }: DebateSettings): McpTool {
  return createMcpTool('roundtable_synthesis')
    .version('1')
    .execute(function* (_, ctx) {
      const { system, message } = synthesisPrompt({ session, nonce: yield* ctx.uuid(), promptTokens })
      const { text, model, usage } = yield* ctx.sample({
        // It is requested only once a seat has answered.
        key: findAuthor(session)!,
        messages: [{ role: 'user', content: message }],
        systemPrompt: system,
        maxTokens: answerTokens,
      })
      const synthesis = { text, model, usage, round: session.currentRound }
      yield* record(ctx, { type: 'synthesis_write', synthesis })
    })
    .build()
}
