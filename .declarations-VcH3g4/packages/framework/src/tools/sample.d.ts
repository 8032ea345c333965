import type { Branch } from './branch.ts';
import type { Effect } from './effect.ts';
import type { SampleRequest, SampleResult, SampleSchemaResult, SampleTool, SampleToolsResult, ToolChoice } from './sampling.ts';
import { type Schema } from './schema.ts';
/** The reserved tool by which structured output is asked for. */
export declare const SCHEMA_TOOL = "__schema__";
type Sampling<T> = Generator<Effect, T, unknown>;
export declare function samplePlain(branch: Branch, request: SampleRequest): Sampling<SampleResult>;
export declare function sampleSchema<T>(branch: Branch, request: SampleRequest, schema: Schema<unknown, T>): Sampling<SampleSchemaResult<T>>;
export declare function sampleTools(branch: Branch, request: SampleRequest, tools: readonly SampleTool[], toolChoice: ToolChoice): Sampling<SampleToolsResult>;
/** `sampleSchema` until the answer is valid: each problem is fed back, and only the good exchange is remembered. */
export declare function insistOnSchema<T>(branch: Branch, request: SampleRequest, schema: Schema<unknown, T>, retries?: number): Sampling<SampleResult<T> & {
    parsed: T;
}>;
/** `sampleTools` until every call is valid and, where a call is required, there is one. */
export declare function insistOnTools(branch: Branch, request: SampleRequest, tools: readonly SampleTool[], toolChoice: ToolChoice, retries?: number): Sampling<SampleToolsResult>;
export {};
