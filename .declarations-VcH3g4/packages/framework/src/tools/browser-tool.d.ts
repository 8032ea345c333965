import { type Buildable, type SettingsOf } from './builder.ts';
import { type QuietContext } from './context.ts';
import type { Jsonified } from './json.ts';
import type { Operation } from './operation.ts';
import type { PluginClient } from './plugin.ts';
import type { PluginContext, PluginOperation } from './render.ts';
import type { InferInput, InferOutput, Schema } from './schema.ts';
import type { McpTool } from './tool.ts';
/** `client` runs in the browser; what it answers is validated by `response`, and otherwise taken as it is. */
interface BrowserHandoff<P, H, Sent, Received, R> {
    before?(params: P, ctx: QuietContext): Operation<H>;
    client(handoff: Jsonified<H>, ctx: PluginContext, params: P): PluginOperation<Sent>;
    after?(handoff: Jsonified<H>, result: Received, ctx: QuietContext, params: P): Operation<R>;
}
/** A tool whose answer comes from a component in the page, with its generated client half. */
export interface BrowserTool<N extends string = string, P extends Schema = Schema, R = unknown> extends McpTool<N, P, {
    __handoff__: {
        response: Schema;
    };
}, R> {
    readonly plugin: PluginClient;
}
type Sent<S extends Schema | undefined> = S extends Schema ? InferInput<S> : unknown;
type Received<S extends Schema | undefined, C> = S extends Schema ? InferOutput<S> : Jsonified<C>;
type Cancelled = {
    cancelled: true;
};
interface Body<N extends string, P extends Schema> {
    /** Without `before`, `client` receives the parameters; without `after`, what it answers is the result. */
    handoff<S extends Schema | undefined = undefined, H = InferOutput<P>, C extends Sent<S> = Sent<S>, R = Received<S, C>>(handoff: BrowserHandoff<InferOutput<P>, H, C, Received<S, C>, R> & {
        response?: S;
    }): Buildable<BrowserTool<N, P, R | Cancelled>>;
}
type BrowserToolBuilder<N extends string, P extends Schema, Used extends string> = Body<N, P> & Omit<BrowserSettings<N, P, Used>, Used>;
type BrowserSettings<N extends string, P extends Schema, Used extends string> = {
    [K in Exclude<keyof SettingsOf, 'parameters'>]: (value: SettingsOf[K]) => BrowserToolBuilder<N, P, Used | K>;
} & {
    parameters<S extends Schema>(schema: S): BrowserToolBuilder<N, S, Used | 'parameters'>;
};
/** Begins a tool whose `client` part runs in the browser. It is an MCP tool with one question, and the plugin that answers it. */
export declare function createTool<const N extends string>(name: N): BrowserToolBuilder<N, Schema, never>;
export {};
