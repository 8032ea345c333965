import { type QuietContext, runPhase } from './context.ts'
import type { Effect } from './effect.ts'
import { ToolDefinitionError } from './errors.ts'
import type { Operation } from './operation.ts'

/** A tool in three parts, all on the server. What `before` dealt is dealt once, whatever happens afterwards. */
export interface McpHandoff<P, Ctx, H, C, R> {
  before(params: P, ctx: QuietContext): Operation<H>
  client(handoff: H, ctx: Ctx, params: P): Operation<C>
  after(handoff: H, result: C, ctx: QuietContext, params: P): Operation<R>
}

/** The body that a handoff stands for. */
export function toHandoffBody<P, Ctx extends QuietContext, H, C, R>(
  name: string,
  handoff: McpHandoff<P, Ctx, H, C, R>,
) {
  for (const part of ['before', 'client', 'after'] as const) {
    if (typeof handoff?.[part] === 'function') continue
    throw new ToolDefinitionError(`tool "${name}": .handoff takes { *before, *client, *after }; ${part} is missing`)
  }
  return function* (params: P, ctx: Ctx): Generator<Effect, R, unknown> {
    const dealt = yield* runPhase(ctx, 'before', (quiet) => handoff.before(params, quiet))
    const result = yield* handoff.client(dealt, ctx, params)
    return yield* runPhase(ctx, 'after', (quiet) => handoff.after(dealt, result, quiet, params))
  }
}
