import type { Limits } from './branch.ts';
import type { ToolContext } from './context.ts';
import type { ElicitKey, Elicits } from './elicit.ts';
import type { HostedApp } from './hosted-app.ts';
import { type MaybePromise } from './maybe-promise.ts';
import type { Operation } from './operation.ts';
import type { Recorder } from './recorder.ts';
import type { Stop } from './run-tool.ts';
import { type Checked, type InferOutput, type Schema } from './schema.ts';
/** Hints for MCP hosts about a tool's behaviour. */
export interface ToolAnnotations {
    title?: string;
    readOnlyHint?: boolean;
    destructiveHint?: boolean;
    idempotentHint?: boolean;
    openWorldHint?: boolean;
}
/** A picture that a host shows beside a tool, a resource or a prompt. */
export interface Icon {
    /** An `https:` or `data:` URL. */
    src: string;
    mimeType?: string;
    /** `48x48`, or `any` for a picture that scales. */
    sizes?: readonly string[];
    theme?: 'light' | 'dark';
}
export interface ToolRequirements {
    elicitation?: boolean;
    sampling?: boolean;
}
/** A built tool. Everything about it is decided; nothing in it changes. */
export interface McpTool<TName extends string = string, TParams extends Schema = Schema, TElicits extends Elicits = Elicits, TResult = unknown> {
    readonly name: TName;
    readonly description: string | undefined;
    readonly parameters: TParams | undefined;
    /** What the author declared: the types of `withArguments`, plugins and scripts come from here. */
    readonly elicits: TElicits;
    /** The same questions, checked, with their wire schemas. */
    readonly questions: Readonly<Record<string, ElicitKey>>;
    readonly output: Schema | undefined;
    readonly annotations: ToolAnnotations | undefined;
    readonly icons: readonly Icon[] | undefined;
    /** What the listing has as `_meta`, beside what the framework puts there. */
    readonly meta: Readonly<Record<string, unknown>> | undefined;
    readonly requires: ToolRequirements;
    readonly limits: Limits;
    readonly task: 'never' | 'auto' | 'required';
    readonly approval: 'none' | 'confirm';
    readonly carrier: 'auto' | 'stored';
    readonly version: string | undefined;
    /** The file of the component that shows the result in hosts of others. */
    readonly view: URL | undefined;
    /** Other versions of the tool: runs that began with one of them go on with it. */
    readonly earlier: readonly McpTool[];
    /** The server that a hosted tool belongs to, by a name that the server cannot choose; `undefined` for a tool of your own. */
    readonly origin?: string;
    /** For a hosted tool: its view, and who may call it. */
    readonly app?: HostedApp;
    /** The body. Its parameters are a method's, so that a tool of any shape is an `McpTool`. */
    execute(params: InferOutput<TParams>, ctx: ToolContext<TElicits>): Operation<TResult>;
}
/** An error when the tool requires what the place where it runs does not have. */
export declare function refuseMissing(tool: McpTool, recorder: Recorder): Error | undefined;
/** The parameters as the body sees them, from the raw arguments (R11). */
export declare function checkParams(tool: McpTool, params: unknown): MaybePromise<Checked<unknown>>;
/** How a run ends with what its body returned: as the output schema gives it, and only if JSON can carry it (R11). */
export declare function toStop<T>({ name, output }: McpTool, returned: unknown): MaybePromise<Stop<T>>;
