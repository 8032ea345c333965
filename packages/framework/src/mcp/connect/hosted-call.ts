import type { Model } from '../../models/model.ts'
import type { ToolContext } from '../../tools/context.ts'
import type { Effect } from '../../tools/effect.ts'
import type { StepBody } from '../../tools/effects/step.ts'
import { EffectError } from '../../tools/errors.ts'
import type { Asked, Calls, HostedCall, Replies, Round } from './calls.ts'
import { HostedCallError, HostedCallInterruptedError } from './errors.ts'
import { HostedContent } from './hosted-result.ts'
import { isInterrupted } from './interrupted.ts'
import { askAll } from './question.ts'
import { Relay } from './relay.ts'

const MAX_ROUNDS = 50

/** A server that asks nothing and only wants to be called again is not called at once. */
const PAUSE_MS = 250

export interface Host {
  readonly server: string
  readonly calls: Calls
  readonly model: Model | undefined
}

/**
 * Calls a tool of another server. Each request is a step, and what it came to is recorded: the result, or questions and
 * the state to send back. So an open round is in our journal, and our run asks the questions as its own.
 */
export function* callHosted(
  ctx: ToolContext,
  { server, calls, model }: Host,
  call: HostedCall,
): Generator<Effect, HostedContent, unknown> {
  const relay = new Relay(ctx)
  const request = (name: string, body: StepBody<Round>) => ctx.step(name, body, { once: calls.once(call) })
  let open: Asked | undefined
  try {
    let round = yield* request('call', (step) => calls.begin(call, step, relay))
    for (let rounds = 1; round.type === 'asked'; rounds++) {
      const asked: Asked = round
      open = asked
      if (rounds > MAX_ROUNDS) {
        throw new HostedCallError(server, call.tool, `it asked ${rounds} times, and ${MAX_ROUNDS} are the most`)
      }
      let replies: Replies = {}
      if (asked.questions.length === 0) yield* ctx.sleep(PAUSE_MS)
      else replies = yield* calls.wait(ctx, asked, askAll(ctx, asked.questions, model))
      round = yield* request('reply', (step) => calls.reply(call, asked, replies, step, relay))
    }
    return new HostedContent(round.result)
  } catch (error) {
    throw error instanceof EffectError ? toHostedError(server, call.tool, error) : error
  } finally {
    if (open !== undefined) calls.abandon(open)
  }
}

function toHostedError(server: string, tool: string, error: EffectError): HostedCallError {
  const { failure } = error
  return isInterrupted(error)
    ? new HostedCallInterruptedError(server, tool, `${failure.message}. It is not sent again`, failure)
    : new HostedCallError(server, tool, failure.message, failure)
}
