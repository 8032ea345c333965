import type { ToolContext } from '../tools/context.ts'
import type { Effect } from '../tools/effect.ts'
import { elicitForm } from '../tools/hosted-elicit.ts'

/** What a turn waits for and cannot do itself: a call's outcome, a person's consent. */
export type HostQuestion = 'call' | 'approval'

/** Asks the driver, which may take its time: the turn parks, and goes on when it is told. */
export function* askHost<T>(
  ctx: ToolContext,
  key: HostQuestion,
  context: Record<string, unknown>,
): Generator<Effect, T, unknown> {
  const answer = yield* elicitForm(ctx, { key, message: key, schema: {}, context, ui: 'in-app' })
  if (answer.action !== 'accept') throw new Error(`the driver answered ${key} with ${answer.action}`)
  // The driver is ours, and answers with what the key stands for.
  return answer.content as T
}
