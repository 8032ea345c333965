import type { Limits } from './branch.ts';
import type { ToolContext } from './context.ts';
import { type Elicits } from './elicit.ts';
import { type McpHandoff } from './handoff.ts';
import type { Operation } from './operation.ts';
import { type InferInput, type InferOutput, type Schema } from './schema.ts';
import type { Icon, McpTool, ToolAnnotations, ToolRequirements } from './tool.ts';
/** The settings of a tool that do not change the types of its body. */
export interface SettingsOf {
    description: string;
    annotations: ToolAnnotations;
    icons: readonly Icon[];
    meta: Readonly<Record<string, unknown>>;
    requires: ToolRequirements;
    limits: Limits;
    task: McpTool['task'];
    approval: McpTool['approval'];
    carrier: McpTool['carrier'];
    version: string;
    view: URL;
    parameters: Schema;
}
/** What the builder knows so far, in types. */
interface Known {
    name: string;
    params: Schema;
    elicits: Elicits;
    output: Schema | undefined;
}
type Returned<K extends Known> = K['output'] extends Schema ? InferInput<K['output']> : unknown;
type Result<K extends Known, R> = K['output'] extends Schema ? InferOutput<K['output']> : R;
interface Settings<K extends Known, Used extends string> {
    description(text: string): McpToolBuilder<K, Used | 'description'>;
    parameters<S extends Schema>(schema: S): McpToolBuilder<Omit<K, 'params'> & {
        params: S;
    }, Used | 'parameters'>;
    /** The questions the tool may ask, by key. */
    elicits<const E extends Elicits>(elicits: E): McpToolBuilder<Omit<K, 'elicits'> & {
        elicits: E;
    }, Used | 'elicits'>;
    /** The shape of the result: validated, advertised as `outputSchema`, sent as `structuredContent`. */
    output<S extends Schema>(schema: S): McpToolBuilder<Omit<K, 'output'> & {
        output: S;
    }, Used | 'output'>;
    annotations(annotations: ToolAnnotations): McpToolBuilder<K, Used | 'annotations'>;
    /** Pictures for hosts that show them, each with an `https:` or `data:` URL. */
    icons(icons: readonly Icon[]): McpToolBuilder<K, Used | 'icons'>;
    /** The `_meta` of the listed tool, for hosts that know its keys. */
    meta(meta: Readonly<Record<string, unknown>>): McpToolBuilder<K, Used | 'meta'>;
    /** What the client must offer for the tool to run at all. */
    requires(requirements: ToolRequirements): McpToolBuilder<K, Used | 'requires'>;
    limits(limits: Limits): McpToolBuilder<K, Used | 'limits'>;
    /** Whether a call runs as a task where the client can. */
    task(mode: McpTool['task']): McpToolBuilder<K, Used | 'task'>;
    /** Whether a person confirms each call in a chat; over MCP the host decides. */
    approval(mode: McpTool['approval']): McpToolBuilder<K, Used | 'approval'>;
    /** `stored`: the journal never travels with the client. A call is in the store from its first state on, and a state is answered once. */
    carrier(mode: McpTool['carrier']): McpToolBuilder<K, Used | 'carrier'>;
    /** Change it when the body changes what it asks: runs of the old version are then not replayed by accident. */
    version(version: string): McpToolBuilder<K, Used | 'version'>;
    /** The file of the component that shows the result in hosts of others, its default export: `new URL('./ticket.tsx', import.meta.url)`. */
    view(file: URL): McpToolBuilder<K, Used | 'view'>;
}
interface Bodies<K extends Known> {
    execute<R extends Returned<K>>(body: (params: InferOutput<K['params']>, ctx: ToolContext<K['elicits']>) => Operation<R>): Buildable<McpTool<K['name'], K['params'], K['elicits'], Result<K, R>>>;
    /** A body in three parts: `before` and `after` run to completion once, `client` has the whole context. */
    handoff<H, C, R extends Returned<K>>(handoff: McpHandoff<InferOutput<K['params']>, ToolContext<K['elicits']>, H, C, R>): Buildable<McpTool<K['name'], K['params'], K['elicits'], Result<K, R>>>;
}
export interface Buildable<T> {
    build(): T;
}
/** Each setting once, in any order, then the body, then `build()`. */
export type McpToolBuilder<K extends Known, Used extends string = never> = Omit<Settings<K, Used>, Used> & Bodies<K>;
/** Begins a tool.
 *
 * ```ts
 * const greet = createMcpTool('greet')
 *   .parameters(z.object({ name: z.string() }))
 *   .elicits({ mood: { response: z.object({ mood: z.string() }) } })
 *   .execute(function* ({ name }, ctx) {
 *     const answer = yield* ctx.elicit('mood', { message: `How are you, ${name}?` })
 *     return answer.action === 'accept' ? answer.content.mood : 'silent'
 *   })
 *   .build()
 * ```
 */
export declare function createMcpTool<const N extends string>(name: N): McpToolBuilder<{
    name: N;
    params: Schema;
    elicits: Record<never, never>;
    output: undefined;
}>;
/** A tool while it is built; each call gives a new one. JavaScript gets from it the errors that TypeScript's types give. */
export declare class ToolDraft {
    protected readonly name: string;
    protected readonly settings: Partial<McpTool>;
    constructor(name: string, settings?: Partial<McpTool>);
    description(text: string): this;
    annotations(annotations: ToolAnnotations): this;
    icons(icons: readonly Icon[]): this;
    meta(meta: Readonly<Record<string, unknown>>): this;
    requires(requirements: ToolRequirements): this;
    limits(limits: Limits): this;
    task(mode: McpTool['task']): this;
    approval(mode: McpTool['approval']): this;
    carrier(mode: McpTool['carrier']): this;
    version(version: string): this;
    view(file: URL): this;
    parameters(schema: Schema): this;
    build(): never;
    /** The tool. A schema that cannot be advertised is the author's mistake, and is said now rather than at the first call. */
    protected finish(body: Partial<McpTool> & Pick<McpTool, 'execute'>): McpTool;
    protected set<K extends keyof McpTool>(key: K, value: McpTool[K], valid: boolean): this;
    protected fail(problem: string): never;
}
export {};
