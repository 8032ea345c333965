import type { Operation, ToolContext } from '@sweatpants/framework'
import { z } from 'zod'
import { LIMITS } from '../debate/input.ts'
import type { Roundtable } from '../debate/roundtable.ts'
import { orRefusal } from '../mcp/refusal.ts'
import type { ContextRequest, ContextResult } from '../session/context-request.ts'
import type { NameOf } from '../session/name-seats.ts'

const asked = z.object({ agentId: z.string(), name: z.string(), query: z.string(), reason: z.string() })

/** The question of the tool: a required context request of a seat. */
export const ELICITS = {
  context: {
    response: z.object({
      answer: z
        .string()
        .trim()
        .min(1)
        .max(LIMITS.contextResult)
        .meta({ title: 'Answer', description: 'What you know or found; decline if you cannot say' }),
    }),
    context: asked.extend({
      sessionId: z.string(),
      requestId: z.string(),
      /** Optional requests of other seats. */
      optional: z.array(asked),
    }),
  },
}

type Context = ToolContext<typeof ELICITS>

/** Asks the person all required requests at once, and passes each answer to the debate when it arrives. */
export function* askPerson(
  roundtable: Roundtable,
  ctx: Context,
  sessionId: string,
  pending: readonly Pick<ContextRequest, 'id' | 'agentId' | 'query' | 'reason' | 'priority'>[],
  nameOf: NameOf,
): Operation<void> {
  const toAsked = ({ agentId, query, reason }: Omit<Named, 'name'>) => ({
    agentId,
    name: nameOf(agentId),
    query,
    reason,
  })
  const optional = pending.filter(({ priority }) => priority === 'optional').map(toAsked)
  const required = pending.filter(({ priority }) => priority === 'required')
  yield* ctx.all(
    required.map(({ id: requestId, ...request }) =>
      ctx.branch(function* (own) {
        const result = yield* ask(own, { ...toAsked(request), sessionId, requestId, optional })
        const { principal } = own
        // The request may have been answered elsewhere meanwhile; this answer is then ignored.
        yield* own.step('answer', ({ idempotencyKey: commandId }) =>
          orRefusal(roundtable, () => roundtable.answerContext(sessionId, [result], { principal, commandId })),
        )
      }),
    ),
  )
}

type Named = z.infer<typeof asked>
type Asked = z.infer<(typeof ELICITS)['context']['context']>

function* ask(ctx: Context, request: Asked): Operation<ContextResult> {
  const { requestId } = request
  const unavailable = (error: string): ContextResult => ({ requestId, success: false, error })
  if (!ctx.can.elicitation) return unavailable('There is no one to ask.')
  const answer = yield* ctx.elicit('context', { message: toMessage(request), ...request })
  if (answer.action === 'accept') return { requestId, success: true, result: answer.content.answer }
  return unavailable(
    answer.action === 'decline' ? 'The person declined to answer.' : 'The person was asked and did not answer.',
  )
}

const toMessage = ({ name, query, reason, optional }: Asked): string =>
  [
    `${name} needs to know before the debate continues: “${query}”`,
    `Why: “${reason}”`,
    ...optional.map((other) => `${other.name} would also like to know (optional): “${other.query}”`),
  ].join('\n\n')
