import type { QuietContext } from './context.ts'
import { runPhase } from './create-context.ts'
import type { Effect } from './effect.ts'
import { ToolDefinitionError } from './errors.ts'
import type { Jsonified } from './json.ts'
import type { Operation } from './operation.ts'

/** A tool in three parts, all on the server. `before` runs once: its result is recorded, and `client` gets what JSON keeps of it. */
export interface McpHandoff<P, Ctx, H, C, R> {
  before(params: P, ctx: QuietContext): Operation<H>
  client(handoff: Jsonified<H>, ctx: Ctx, params: P): Operation<C>
  after(handoff: Jsonified<H>, result: C, ctx: QuietContext, params: P): Operation<R>
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
    // The result of a tool is checked when the run ends, so its type need not say what JSON keeps of it.
    return (yield* runPhase(ctx, 'after', (quiet) => handoff.after(dealt, result, quiet, params))) as R
  }
}
