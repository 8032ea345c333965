import { type QuietContext } from './context.ts';
import type { Effect } from './effect.ts';
import type { Jsonified } from './json.ts';
import type { Operation } from './operation.ts';
/** A tool in three parts, all on the server. `before` runs once: its result is recorded, and `client` gets what JSON keeps of it. */
export interface McpHandoff<P, Ctx, H, C, R> {
    before(params: P, ctx: QuietContext): Operation<H>;
    client(handoff: Jsonified<H>, ctx: Ctx, params: P): Operation<C>;
    after(handoff: Jsonified<H>, result: C, ctx: QuietContext, params: P): Operation<R>;
}
/** The body that a handoff stands for. */
export declare function toHandoffBody<P, Ctx extends QuietContext, H, C, R>(name: string, handoff: McpHandoff<P, Ctx, H, C, R>): (params: P, ctx: Ctx) => Generator<Effect, R, unknown>;
