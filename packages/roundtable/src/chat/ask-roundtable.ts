import { createMcpTool, type McpTool, type Operation, type QuietContext, ToolContent } from '@sweatpants/framework'
import { startInput } from '../debate/input.ts'
import type { Begun, Roundtable } from '../debate/roundtable.ts'
import { attendRound } from '../mcp/attend-round.ts'
import { isRefusal, orRefusal, type Refusal, toErrorContent } from '../mcp/refusal.ts'
import { askPerson, ELICITS } from './ask-person.ts'
import { pathOf, toAskResult } from './ask-result.ts'
import { toResultText } from './result-text.ts'

const parameters = startInput.pick({ topic: true, mode: true, rounds: true, answers: true, agents: true })

/**
 * A whole debate as one tool of a chat: it tells of every answer as it comes, asks the person for what seats require, and
 * comes to what was decided. Halting the call interrupts the round; the debate can be continued where it is.
 */
export const createAskRoundtable = (
  roundtable: Roundtable,
): McpTool<'ask_roundtable', typeof parameters, typeof ELICITS, ToolContent> =>
  createMcpTool('ask_roundtable')
    .description(
      'Ask the roundtable: several models debate a question over some rounds, and the vote is counted. For questions on which ' +
        'opinions differ and an error is costly; it takes minutes and many model calls. Give the whole question in topic; ' +
        'where it is a choice, list the possible answers.',
    )
    .version('1')
    .parameters(parameters)
    .elicits(ELICITS)
    .annotations({ title: 'Ask the roundtable', readOnlyHint: false, destructiveHint: false, openWorldHint: true })
    .task('auto')
    .execute(function* (input, ctx) {
      const sessionId = yield* ctx.uuid()
      const { principal } = ctx
      // A branch, because halting has to end here once the round is left, and a generator goes on after a `finally` that
      // yields in one that it delegates to.
      const attend = (begin: (commandId: string) => Promise<Begun>) =>
        ctx.branch((own) => attendRound(roundtable, own, ({ idempotencyKey }) => begin(idempotencyKey)))

      yield* ctx.notify(`The debate is at ${pathOf(sessionId)}`)
      let reply = yield* attend((commandId) =>
        roundtable.start({ ...input, exitOnConsensus: true }, { sessionId, principal, commandId }),
      )
      while (!isRefusal(reply) && reply.status !== 'completed') {
        yield* askPerson(roundtable, ctx, sessionId, reply.contextRequests)
        reply = yield* attend((commandId) => roundtable.continue(sessionId, {}, { principal, commandId }))
      }
      return yield* conclude(roundtable, ctx, sessionId, isRefusal(reply) ? reply : undefined)
    })
    .build()

/** What was decided. A debate that somebody else has brought to its end meanwhile has an end too. */
function* conclude(
  roundtable: Roundtable,
  ctx: QuietContext,
  sessionId: string,
  refusal: Refusal | undefined,
): Operation<ToolContent> {
  const { principal } = ctx
  const found = yield* ctx.step('conclude', () =>
    orRefusal(async () => {
      const session = await roundtable.get(sessionId, { principal })
      return { status: session.status, result: toAskResult(session) }
    }),
  )
  if (isRefusal(found)) return toErrorContent(refusal ?? found)
  if (refusal !== undefined && found.status !== 'completed') {
    const message = `${refusal.message} The debate is at ${pathOf(sessionId)}, where it can be continued.`
    return toErrorContent({ ...refusal, message })
  }
  const nonce = yield* ctx.uuid()
  return new ToolContent([{ type: 'text', text: toResultText(found.result, nonce) }], false, { ...found.result })
}
